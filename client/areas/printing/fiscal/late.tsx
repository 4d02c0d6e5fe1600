import { useQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useServerNow } from '../../../lib/clock/server-clock.ts'
import { openDialog } from '../../../lib/dialogs/open-dialog.ts'
import { OpenedDialog } from '../../../lib/dialogs/opened-dialog.tsx'
import { lazyPart } from '../../../lib/loading/lazy-part.tsx'
import { useSettings } from '../../../lib/settings/settings.ts'
import { StripButton, type StripNotice, useTranslation } from '../../../ui/index.ts'
import { isLateReceipt, openReceipts } from './requests.ts'

/** How many receipts have not printed in time; it opens what people decide (docs/product/fiscal.md#fiscal-screens). */
export function useFiscalNotice(): StripNotice | undefined {
  const { t } = useTranslation()
  const { fiscal = false } = useSettings()
  const { data = [] } = useQuery({ ...openReceipts, enabled: fiscal })
  const now = useServerNow()
  const count = data.filter((receipt) => receipt.kind === 'receipt' && isLateReceipt(receipt, now)).length
  if (!fiscal || count === 0) return undefined
  return {
    key: 'fiscal',
    tone: 'danger',
    icon: <ReceiptText />,
    text: t('fiscal.late', { count }),
    action: (
      <StripButton variant="outline" onClick={() => openDialog('fiscal', true)}>
        {t('fiscal.look')}
      </StripButton>
    ),
    isAlert: true,
  }
}

const load = () => import('./receipts.tsx')
const ReceiptsDialog = lazyPart(async () => ({ default: (await load()).ReceiptsDialog }), 'dashboard')
export const OrderReceipts = lazyPart(async () => ({ default: (await load()).OrderReceipts }), 'dashboard')
export const DayReceipts = lazyPart(async () => ({ default: (await load()).DayReceipts }))

/** Where the receipts that nobody has settled open. */
export function FiscalReceipts() {
  return <OpenedDialog name="fiscal">{(_, open, close) => <ReceiptsDialog open={open} onClose={close} />}</OpenedDialog>
}
