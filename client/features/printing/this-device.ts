import { create } from 'zustand'
import { printerStatus } from '../../entities/printer/index.ts'
import { followOtherTabs, stored } from '../../lib/browser/storage.ts'

/** How this browser prints; stored in this browser only. */
interface ThisDevice {
  /** Whether this device prints new tickets by itself. */
  byItself: boolean
  /** Whether the browser prints without a dialog, as confirmed by the owner with a test page. */
  isSilent: boolean
  /** The owner chose not to print late tickets up to this time; ISO 8601, UTC. */
  leftUntil: string
}

const DEFAULTS: ThisDevice = { byItself: false, isSilent: false, leftUntil: '' }

const storedDevice = stored<ThisDevice>('printing', 1, (value) => {
  const { byItself, isSilent, leftUntil } = { ...DEFAULTS, ...(value as Partial<ThisDevice>) }
  return { byItself: byItself === true, isSilent: isSilent === true, leftUntil: String(leftUntil) }
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
