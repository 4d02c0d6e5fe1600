import type { ReactNode, Ref } from 'react'
import type { WatchedLine } from '#shared/contracts/live.ts'
import { nameIn } from '#shared/domain/language.ts'
import { type Currency, formatMoney, lineTotal } from '#shared/domain/money.ts'
import type { LineOption } from '#shared/domain/orders/line-options.ts'
import { cx, language, t } from '../../ui/index.ts'
import { lineInsteadOf } from '../prices/index.ts'
import { LineOptions, PART } from './line-options.tsx'

interface OrderLineViewProps {
  ref?: Ref<HTMLLIElement>
  /** Its picture; a line without one begins with its quantity, if that is not beside a stepper. */
  before?: ReactNode
  quantity?: number
  name: string
  /** What it costs; a part without a price has none. */
  amount?: string | false
  /** The price of a portion and how many there are, or what it costs instead of, below the name. */
  detail?: ReactNode
  options?: readonly LineOption[]
  notes?: string | null | undefined
  /** Why it cannot be ordered: it then stands in no total. */
  problem?: string | false | undefined
  /** Whether it is a part of the line above. */
  isPart?: boolean
  /** The stepper. */
  after?: ReactNode
  children?: ReactNode
}

/** A line of a cart, of a round, of an order or of a bill. */
export function OrderLineView(props: OrderLineViewProps) {
  const { ref, before, quantity, name, amount, detail, options = [], notes, problem, isPart, after, children } = props
  return (
    <li
      ref={ref}
      className={cx('flex text-left text-body', before ? 'gap-3.5 py-3.5' : 'gap-2.5 py-2', isPart && PART)}
    >
      {before}
      {quantity !== undefined && <span className="figures shrink-0 font-semibold">{`${quantity}\u00a0×`}</span>}
      <div className="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] content-start gap-x-2">
        <div
          className={cx(
            'col-span-full flex justify-between gap-3',
            quantity === undefined && 'font-semibold leading-snug',
          )}
        >
          <p className="min-w-0 break-words">{name}</p>
          {amount && <p className={cx('figures shrink-0', problem && 'text-muted line-through')}>{amount}</p>}
        </div>
        {detail && <p className="figures mt-0.5 text-muted text-sm">{detail}</p>}
        {after && <div className="col-start-2 row-span-5 row-start-2 mt-1.5 self-start justify-self-end">{after}</div>}
        {(options.length > 0 || notes) && (
          <div className="min-w-0 break-words text-sm leading-snug">
            <LineOptions options={options} />
            {notes && <p className="mt-0.5 text-accent">{notes}</p>}
          </div>
        )}
        {children}
        {problem && <p className="col-span-full font-semibold text-cancelled text-sm">{problem}</p>}
      </div>
    </li>
  )
}

interface OrderedLinesProps {
  lines: readonly WatchedLine[]
  currency: Currency
  /** Shown below the lines, in minor units; left out where it is said elsewhere. */
  total?: number | null
}

/** What was ordered. Renders nothing while it is not known. */
export function OrderedLines({ lines, currency, total = null }: OrderedLinesProps) {
  if (lines.length === 0) return null
  return (
    <>
      <ul className="divide-y divide-line">
        {lines.map((line, i) => (
          <OrderLineView
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike, and none has a state.
            key={i}
            quantity={line.quantity}
            name={nameIn(language, line)}
            amount={(line.partOf === null || line.price > 0) && formatMoney(lineTotal(line), currency)}
            detail={lineInsteadOf(currency, line)}
            options={line.options}
            notes={line.notes}
            isPart={line.partOf !== null}
          />
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
