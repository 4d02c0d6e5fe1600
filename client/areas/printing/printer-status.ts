import { useEffect, useState } from 'react'
import { create } from 'zustand'
import { logProblem } from '../../lib/browser/log.ts'

/* The state of the printer that is built into some tablets. */

/** The API of the tablet's own browser; some of these browsers return promises. */
interface InnerPrinter {
  setFontSize(size: number): unknown
  printText(text: string): unknown
  cutPaper(): unknown
}

declare global {
  interface Window {
    InnerPrinter?: InnerPrinter
  }
}

/** The number of this page's documents that are queued or printing. */
export const useDeviceQueue = create(() => ({ length: 0 }))

export function hasDevicePrinter(): boolean {
  return window.InnerPrinter !== undefined
}

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

/** Checked every 15 seconds and when the queue changes (docs/product/tickets-and-receipts.md#receipts-printer). */
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
