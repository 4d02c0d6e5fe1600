import { useTranslation } from 'react-i18next'
import { eventSums } from '#shared/domain/catering.ts'
import { useMoney } from '../../../lib/settings/settings.ts'
import { Button } from '../../../ui/parts/button.tsx'
import { changeDraft } from '../wizard/draft.ts'
import type { ProposalLine } from '../wizard/proposal.ts'
import '../../../ui/bottom-bar.css'

interface ProposalBarProps {
  lines: readonly ProposalLine[]
  /** Discount in percent. */
  discount: number
  onPreview: () => void
}

/** The sum of the chosen dishes and the button to the preview, always visible below the list. */
export function ProposalBar({ lines, discount, onPreview }: ProposalBarProps) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const { total, totalAfterDiscount } = eventSums({ items: lines, discount, numberOfGuests: 1 })
  const portions = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <section
      data-bottom-bar=""
      aria-label={t('catering.selection')}
      className="sticky bottom-3 z-20 flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-card border border-line bg-card p-3 shadow-lift sm:px-5"
    >
      <p role="status" className="min-w-0 flex-1 basis-48 leading-tight">
        <span className="display figures block text-xl">{format(totalAfterDiscount)}</span>
        <span className="text-sm text-muted">
          {t('menuEditor.dishes', { count: lines.length })} · {t('catering.portions', { count: portions })}
          {totalAfterDiscount !== total && ` · ${t('catering.total')} ${format(total)}`}
        </span>
      </p>
      <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
        <Button variant="outline" onClick={() => changeDraft({ step: 'details' })}>
          {t('catering.back')}
        </Button>
        <Button disabled={lines.length === 0} onClick={onPreview}>
          {t('catering.preview')}
        </Button>
      </div>
    </section>
  )
}
