import type { ReactNode } from 'react'
import { type EventFigures, eventSums } from '#shared/domain/catering.ts'
import { type Language, type Named, nameIn } from '#shared/domain/language.ts'
import { type Currency, formatMoney, moneyParts } from '#shared/domain/money.ts'
import { formatNumber } from '#shared/domain/numbers.ts'
import { useMoney } from '../../lib/settings/settings.ts'
import { Button, cx, Money, useTranslation } from '../../ui/index.ts'
import { changeDraft } from './draft.ts'
import type { ProposalLine } from './proposal.ts'

interface Line extends Named {
  id: number
  quantity: number
  priceAtTimeOfEvent: number
}

interface EventLinesProps<EventLine extends Line> {
  lines: readonly EventLine[]
  language: Language
  currency: Currency
  mark?: (line: EventLine) => ReactNode
}

export function EventLines<EventLine extends Line>({ lines, language, currency, mark }: EventLinesProps<EventLine>) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {lines.map((line) => (
        <li key={line.id} lang={language} className="flex items-baseline gap-2.5 py-2 text-[15px]">
          <span className="figures min-w-9 shrink-0 font-bold">{line.quantity}×</span>
          <span className="min-w-0 flex-1 break-words">
            {nameIn(language, line)} {mark?.(line)}
            <span className="figures block text-[13px] text-muted">
              {formatMoney(line.priceAtTimeOfEvent, currency)}
            </span>
          </span>
          <Money
            parts={moneyParts(line.quantity * line.priceAtTimeOfEvent, currency)}
            className="shrink-0 font-semibold"
          />
        </li>
      ))}
    </ul>
  )
}

/** The sums of an event (docs/product/catering.md#catering-discount). */
export function EventTotals({
  currency,
  className,
  ...figures
}: EventFigures & { currency: Currency; className?: string }) {
  const { t, language } = useTranslation()
  const { total, totalAfterDiscount, perGuest } = eventSums(figures)
  const { discount } = figures
  return (
    <dl className={cx('grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-1 text-[15px]', className)}>
      <dt>{t('catering.total')}</dt>
      <dd className="figures text-right">{formatMoney(total, currency)}</dd>
      <dt>{t('catering.discountName')}</dt>
      <dd className="figures text-right">{formatNumber(discount, language)}%</dd>
      <dt className="font-semibold">{t('catering.totalAfterDiscount')}</dt>
      <dd className="display figures text-right text-xl">{formatMoney(totalAfterDiscount, currency)}</dd>
      <dt className="text-muted">{t('catering.perGuest')}</dt>
      <dd className="figures text-right text-muted">{formatMoney(perGuest, currency)}</dd>
    </dl>
  )
}

interface ProposalBarProps {
  lines: readonly ProposalLine[]
  /** Discount in percent. */
  discount: number
  onPreview: () => void
}

export function ProposalBar({ lines, discount, onPreview }: ProposalBarProps) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const { total, totalAfterDiscount } = eventSums({ items: lines, discount, numberOfGuests: 1 })
  const portions = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <section
      data-bottom-bar=""
      aria-label={t('catering.selection')}
      className="sticky bottom-3 z-20 flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-card border border-line bg-card p-3 shadow-lift @min-[40rem]/page:px-5"
    >
      <p role="status" className="min-w-0 flex-1 basis-48 leading-tight">
        <span className="display figures block text-xl">{format(totalAfterDiscount)}</span>
        <span className="text-sm text-muted">
          {t('menuEditor.dishes', { count: lines.length })} · {t('catering.portions', { count: portions })}
          {totalAfterDiscount !== total && ` · ${t('catering.total')} ${format(total)}`}
        </span>
      </p>
      <div className="flex gap-2 @max-[40rem]/page:w-full @max-[40rem]/page:*:flex-1">
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
