import type { WatchedLine } from '#shared/contracts/live.ts'
import { nameIn } from '#shared/domain/language.ts'
import { type Currency, formatMoney, lineTotal } from '#shared/domain/money.ts'
import { cx, useTranslation } from '../../ui/index.ts'
import { LineOptions, PART } from './line-options.tsx'

interface OrderedLinesProps {
  lines: readonly WatchedLine[]
  currency: Currency
  /** Shown below the lines, in minor units; left out where it is said elsewhere. */
  total?: number | null
}

/** What was ordered: quantity, name, note and sum of each line. Renders nothing while it is not known. */
export function OrderedLines({ lines, currency, total = null }: OrderedLinesProps) {
  const { t, language } = useTranslation()
  if (lines.length === 0) return null
  return (
    <>
      <ul className="divide-y divide-line text-left text-body">
        {lines.map((line, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike, and none has a state.
          <li key={i} className={cx('flex items-baseline gap-2.5 py-2', line.partOf !== null && PART)}>
            <span className="figures shrink-0 font-semibold">{`${line.quantity}\u00a0×`}</span>
            <span className="min-w-0 flex-1 break-words">
              {nameIn(language, line)}
              <LineOptions options={line.options} language={language} className="text-sm" />
              {line.notes && <span className="block text-muted text-sm">{line.notes}</span>}
            </span>
            {(line.partOf === null || line.price > 0) && (
              <span className="figures shrink-0">{formatMoney(lineTotal(line), currency)}</span>
            )}
          </li>
        ))}
      </ul>
      {total !== null && (
        <p className="flex items-baseline justify-between gap-3 border-line border-t py-2 font-semibold">
          {t('cart.total')}
          <span className="figures">{formatMoney(total, currency)}</span>
        </p>
      )}
    </>
  )
}
