import { Suspense } from 'react'
import { create } from 'zustand'
import type { Order } from '#shared/contracts/orders.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { followOtherTabs, stored } from '../../lib/browser/storage.ts'
import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { withServiceWordsInAllLanguages } from '../../lib/words/load-words.ts'
import { printerStatus } from './print-document.ts'

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
  useThisDevice.setState(change)
  storedDevice.write(useThisDevice.getState())
}

/** Whether this device can print without a dialog that somebody has to confirm. */
function canPrintByItself({ isSilent }: Pick<ThisDevice, 'isSilent'>): boolean {
  return isSilent || printerStatus().ready
}

/** Few devices print by themselves; tickets are in the restaurant's language. */
export const RunningPrinter = lazyPart(() => withServiceWordsInAllLanguages(import('./auto-printer.tsx')))

interface AutomaticPrinterProps {
  /** All orders of the Orders tab; the same array until an order changes. */
  orders: readonly Order[]
  settings: Settings
}

/** Prints tickets as they arrive, if this device is set to. */
export function AutomaticPrinter({ orders, settings }: AutomaticPrinterProps) {
  const device = useThisDevice()
  const isOn = device.byItself && canPrintByItself(device)
  return (
    <Suspense fallback={null}>
      {isOn && <RunningPrinter orders={orders} settings={settings} device={device} />}
    </Suspense>
  )
}
