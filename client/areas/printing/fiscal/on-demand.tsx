import { lazyPart } from '../../../lib/loading/lazy-part.tsx'
import { useSettings } from '../../../lib/settings/settings.ts'
import { Part } from '../../../ui/index.ts'

const load = () => import('./receipts.tsx')
const Listed = lazyPart(async () => ({ default: (await load()).ListedReceipts }), 'fiscal')
export const DayReceipts = lazyPart(async () => ({ default: (await load()).DayReceipts }), 'fiscal')

const loadDevice = () => import('./device.tsx')
export const FiscalProfileFields = lazyPart(
  async () => ({ default: (await loadDevice()).FiscalProfileFields }),
  'fiscal',
)
export const BridgeForm = lazyPart(async () => ({ default: (await loadDevice()).BridgeForm }), 'fiscal')

/** The fiscal receipts of orders, which may be paid together. */
export function OrderReceipts({ orders }: { orders: readonly number[] }) {
  const { fiscal } = useSettings()
  return <Part>{fiscal && <Listed orders={orders} />}</Part>
}
