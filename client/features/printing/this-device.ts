import { create } from 'zustand'
import { followOtherTabs, stored } from '../../lib/browser/storage.ts'
import { printerStatus } from './printer-status.ts'

/** How this browser prints; no other device knows. */
interface ThisDevice {
  /** Prints new tickets by itself. */
  byItself: boolean
  /** Prints without a dialog: the owner has tried it. */
  isSilent: boolean
  /** Of tickets up to this moment, which the owner chose to leave, it asks no more. */
  leftUntil: string
}

const AT_FIRST: ThisDevice = { byItself: false, isSilent: false, leftUntil: '' }

const kept = stored<ThisDevice>('printing', 1, (value) => {
  const { byItself, isSilent, leftUntil } = { ...AT_FIRST, ...(value as Partial<ThisDevice>) }
  return { byItself: byItself === true, isSilent: isSilent === true, leftUntil: String(leftUntil) }
})

export const useThisDevice = create<ThisDevice>(() => kept.read() ?? AT_FIRST)
followOtherTabs(kept, (value) => useThisDevice.setState(value ?? AT_FIRST))

export function setThisDevice(change: Partial<ThisDevice>): void {
  useThisDevice.setState(change)
  kept.write(useThisDevice.getState())
}

/** Whether this device can print where nobody answers a dialog. */
export function canPrintByItself({ isSilent }: Pick<ThisDevice, 'isSilent'>): boolean {
  return isSilent || printerStatus().ready
}
