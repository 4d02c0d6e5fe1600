import type { Order } from '#shared/contracts/orders.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { DOCUMENT_WORDS } from '../../lib/words/load-words.ts'
import { Part } from '../../ui/index.ts'
import { canPrintByItself, useThisDevice } from './this-device.tsx'

/** Few devices print by themselves; tickets are in the restaurant's language. */
export const RunningPrinter = lazyPart(() => import('./auto-printer.tsx'), ...DOCUMENT_WORDS)

interface AutomaticPrinterProps {
  /** All orders of the Orders tab; the same array until an order changes. */
  orders: readonly Order[]
  settings: Settings
}

/** Prints tickets as they arrive, if this device is set to. */
export function AutomaticPrinter({ orders, settings }: AutomaticPrinterProps) {
  const device = useThisDevice()
  const isOn = device.byItself && canPrintByItself(device)
  return <Part>{isOn && <RunningPrinter orders={orders} settings={settings} device={device} />}</Part>
}
