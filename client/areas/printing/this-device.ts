import { create } from 'zustand'
import { followOtherTabs, stored } from '../../lib/browser/storage.ts'
import { printerStatus } from './printer-status.ts'

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
export function canPrintByItself({ isSilent }: Pick<ThisDevice, 'isSilent'>): boolean {
  return isSilent || printerStatus().ready
}
