import { ReceiptText } from 'lucide-react'
import { createValue } from '../../../lib/browser/storage.ts'
import { openDialog } from '../../../lib/dialogs/open-dialog.ts'
import { lazyPart } from '../../../lib/loading/lazy-part.tsx'
import { useSettings } from '../../../lib/settings/settings.ts'
import { Part, StripButton, type StripNotice, t } from '../../../ui/index.ts'
import type { FiscalNews } from './receipts.tsx'

const NONE: FiscalNews = { late: 0, left: 0, lines: {} }
const news = createValue(NONE)
const tell = (read = NONE) => news.set(read)

export const useReceiptLines = () => news.use(({ lines }) => lines)

/** How many receipts have not printed in time, or bills have money on none; it opens what people decide (docs/product/fiscal.md#fiscal-screens). */
export function useFiscalNotice(): StripNotice | undefined {
  const { late, left } = news.use((read) => read)
  if (late + left === 0) return undefined
  return {
    key: 'fiscal',
    tone: 'danger',
    icon: <ReceiptText />,
    text: late > 0 ? t('fiscal.late', { count: late }) : t('fiscal.left', { count: left }),
    action: (
      <StripButton variant="outline" onClick={() => openDialog('fiscal', true)}>
        {t('fiscal.look')}
      </StripButton>
    ),
    isAlert: true,
  }
}

// Few restaurants have a fiscal device: code and words come with the setting.
const Watch = lazyPart(async () => ({ default: (await import('./receipts.tsx')).FiscalWatch }), 'fiscal')

/** Keeps strip and cards informed, and is where the receipts that nobody has settled open. */
export function FiscalReceipts({ hasCards }: { hasCards: boolean }) {
  const { fiscal } = useSettings()
  return <Part>{fiscal && <Watch hasCards={hasCards} onNews={tell} />}</Part>
}
