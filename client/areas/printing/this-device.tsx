import { useEffect, useState } from 'react'
import { create } from 'zustand'
import { logProblem } from '../../lib/browser/environment.ts'
import { followOtherTabs, latestOf, stored } from '../../lib/browser/storage.ts'

/** How this browser prints; stored in this browser only. */
export interface ThisDevice {
  /** Whether this device prints new tickets by itself. */
  byItself: boolean
  /** Whether the browser prints without a dialog, as confirmed by the owner with a test page. */
  isSilent: boolean
  /** The ids of the stations whose tickets it prints by itself; null for all, with those added later. */
  stations: readonly number[] | null
  /** The owner chose not to print late tickets up to this time; ISO 8601, UTC. */
  leftUntil: string
}

const DEFAULTS: ThisDevice = { byItself: false, isSilent: false, stations: null, leftUntil: '' }

const storedDevice = stored<ThisDevice>('printing', 1, (value) => {
  const { byItself, isSilent, stations, leftUntil } = { ...DEFAULTS, ...(value as Partial<ThisDevice>) }
  const ids = Array.isArray(stations) ? stations.filter(Number.isInteger) : []
  return {
    byItself: byItself === true,
    isSilent: isSilent === true,
    stations: ids.length > 0 ? ids : null,
    leftUntil: String(leftUntil),
  }
})

export const useThisDevice = create<ThisDevice>(() => storedDevice.read() ?? DEFAULTS)
followOtherTabs(storedDevice, (value) => useThisDevice.setState(value ?? DEFAULTS))

export function setThisDevice(change: Partial<ThisDevice>): void {
  const device = { ...latestOf(storedDevice, useThisDevice.getState(), DEFAULTS), ...change }
  useThisDevice.setState(device)
  storedDevice.write(device)
}

/** Whether this device can print without a dialog that somebody has to confirm. */
export function canPrintByItself({ isSilent }: Pick<ThisDevice, 'isSilent'>): boolean {
  return isSilent || printerStatus().ready
}

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
