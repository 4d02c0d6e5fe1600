import { useEffect, useState } from 'react'
import { logProblem } from '../../lib/browser/log.ts'
import { hasDevicePrinter, useDeviceQueue } from './device-printer.ts'

interface PrinterStatus {
  /** Whether the device has a printer of its own. */
  ready: boolean
  online: boolean
  queueLength: number
}

const POLL_INTERVAL_MS = 15_000

export function printerStatus(): PrinterStatus {
  const online = navigator.onLine
  try {
    return { ready: hasDevicePrinter(), online, queueLength: useDeviceQueue.getState().length }
  } catch (error) {
    logProblem('The state of the printer could not be read', error)
    return { ready: false, online, queueLength: 0 }
  }
}

/**
 * The printer's state, checked every 15 seconds and when this page's queue changes
 * (docs/product/tickets-and-receipts.md#receipts-printer).
 */
export function usePrinterStatus(): PrinterStatus {
  const [status, setStatus] = useState(printerStatus)
  useEffect(() => {
    const check = () => setStatus(printerStatus())
    const timer = setInterval(check, POLL_INTERVAL_MS)
    const unsubscribe = useDeviceQueue.subscribe(check)
    return () => {
      clearInterval(timer)
      unsubscribe()
    }
  }, [])
  return status
}
