import { CircleHelp } from 'lucide-react'
import { useServerNow } from '../../lib/clock/use-server-now.ts'
import { StripButton, type StripNotice, useTranslation } from '../../ui/index.ts'
import { usePrinters } from '../printing/index.ts'
import { isLate, isPrintersDialogOpen, notOnPaper } from './printer-state.tsx'

/** How many papers are not where they should be, and at which printers. */
export function usePrinterNotice(): StripNotice | undefined {
  const { t } = useTranslation()
  const { data: printers = [] } = usePrinters()
  const now = useServerNow()
  const count = notOnPaper(printers, now)
  if (count === 0) return undefined
  const names = printers.filter((printer) => printer.jobs.length > 0 || isLate(printer, now)).map(({ name }) => name)
  return {
    key: 'printers',
    tone: 'danger',
    icon: <CircleHelp />,
    text: `${t('printers.notOnPaper', { count })} · ${names.join(', ')}`,
    action: (
      <StripButton variant="outline" onClick={() => isPrintersDialogOpen.set(true)}>
        {t('printers.look')}
      </StripButton>
    ),
    isAlert: true,
  }
}
