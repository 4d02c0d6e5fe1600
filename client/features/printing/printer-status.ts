import { useEffect, useState } from 'react'
import { logProblem } from '../../lib/log.ts'
import { deviceQueueLength, hasDevicePrinter } from './device-printer.ts'

export interface PrinterStatus {
  /** Whether the device has a printer of its own. */
  ready: boolean
  online: boolean
  queueLength: number
}

const POLL_MS = 15_000

export function printerStatus(): PrinterStatus {
  const online = navigator.onLine
  try {
    return { ready: hasDevicePrinter(), online, queueLength: deviceQueueLength() }
  } catch (error) {
    logProblem('The state of the printer could not be read', error)
    return { ready: false, online, queueLength: 0 }
  }
}

/** The printer's state, looked at every 15 seconds (docs/product.md#receipts-printer). */
export function usePrinterStatus(): PrinterStatus {
  const [status, setStatus] = useState(printerStatus)
  useEffect(() => {
    const timer = setInterval(() => setStatus(printerStatus()), POLL_MS)
    return () => clearInterval(timer)
  }, [])
  return status
}
