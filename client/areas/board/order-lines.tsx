import { ChevronDown, ChevronRight, User } from 'lucide-react'
import { useState } from 'react'
import type { OrderLine } from '#shared/contracts/orders.ts'
import type { Language } from '#shared/domain/language.ts'
import { lineTotal, moneyParts } from '#shared/domain/money.ts'
import { isOpen } from '#shared/domain/orders/order-status.ts'
import { cx } from '../../ui/index.ts'
import { type CardPartProps, dishName, LineOptions, openTakeOffDialog, PART } from '../orders/index.ts'

/** A card with more lines than this is folded: one long order must not push the others off the screen. */
const MAX_LINES = 7
const LINES_WHEN_FOLDED = 5

/**
 * An order's lines for the kitchen: quantities first, dishes in the reader's language, notes in the accent colour.
 */
export function OrderLines({ t, order, language }: CardPartProps & { language: Language }) {
  const [isUnfolded, setUnfolded] = useState(false)
  const isLong = order.items.length > MAX_LINES
  const shown = isLong && !isUnfolded ? order.items.slice(0, LINES_WHEN_FOLDED) : order.items
  return (
    <ul className="divide-y divide-line border-y border-line">
      {shown.map((line, index) => {
        const { guestName } = line
        return (
          <Line
            key={line.id}
            t={t}
            order={order}
            line={line}
            language={language}
            // The lines of a shared cart are sorted by guest: the guest's name is above their first line.
            guest={guestName !== order.items[index - 1]?.guestName ? guestName : null}
          />
        )
      })}
      {isLong && (
        <li>
          <button
            type="button"
            aria-expanded={isUnfolded}
            onClick={() => setUnfolded(!isUnfolded)}
            className="-mx-2 flex min-h-11 w-[calc(100%+1rem)] items-center gap-2 rounded-[10px] px-2 pl-11 text-left font-semibold text-[15px] transition-colors hover:bg-sunk"
          >
            <span className="flex-1">
              {isUnfolded ? t('orders.fold') : t('orders.unfold', { count: order.items.length - LINES_WHEN_FOLDED })}
            </span>
            <ChevronDown className={cx('size-4.5 shrink-0', isUnfolded && 'rotate-180')} />
          </button>
        </li>
      )}
    </ul>
  )
}

interface LineProps extends CardPartProps {
  line: OrderLine
  language: Language
}

function Line({ guest, ...props }: LineProps & { guest: string | null }) {
  const { quantity, removedQuantity } = props.line
  return (
    <li className="text-[15px]">
      {guest && (
        <span className="flex items-center gap-1.5 pt-2 font-semibold text-[13px] text-muted">
          <User className="size-3.5 shrink-0" />
          {guest}
        </span>
      )}
      {quantity > 0 && <OrderedQuantity {...props} />}
      {removedQuantity > 0 && <TakenOffQuantity {...props} />}
    </li>
  )
}

const ROW = 'flex min-h-11 items-baseline gap-2 py-2.5 text-left'

/** The quantity still ordered; a tap takes the line, with its parts, off or lowers its quantity. */
function OrderedQuantity({ t, order, line, language }: LineProps) {
  const isPart = line.partOf !== null
  const row = (
    <>
      <span className="figures min-w-7 shrink-0 font-bold">{line.quantity}×</span>
      <span className="min-w-0 flex-1">
        {dishName(t, language, line)}
        <LineOptions options={line.options} language={language} />
        {line.notes && <q className="mt-0.5 block text-[13px] font-semibold text-accent">{line.notes}</q>}
      </span>
      {(!isPart || line.price > 0) && (
        <span className="figures shrink-0">{moneyParts(lineTotal(line), order.currency).figure}</span>
      )}
    </>
  )
  if (!isOpen(order.status)) return <div className={cx(ROW, isPart && PART)}>{row}</div>
  if (isPart) return <div className={cx(ROW, PART, 'pr-5')}>{row}</div>
  return (
    <button
      type="button"
      title={t('orders.takeOff.open')}
      aria-haspopup="dialog"
      onClick={() => openTakeOffDialog(order, line)}
      className={`${ROW} -mx-2 w-[calc(100%+1rem)] rounded-[10px] px-2 transition-colors hover:bg-sunk`}
    >
      {row}
      <ChevronRight className="-mr-1 -ml-1 size-4 shrink-0 self-center text-muted" />
    </button>
  )
}

/** The quantity taken off, struck through (docs/product/orders.md#orders-lines-off). */
function TakenOffQuantity({ t, order, line, language }: LineProps) {
  const { removedQuantity, price } = line
  return (
    <s className={cx(ROW, 'text-muted', line.partOf !== null && PART)}>
      <span className="sr-only">{t('orders.takeOff.takenOff')} </span>
      <span className="figures min-w-7 shrink-0 font-bold">{removedQuantity}×</span>
      <span className="min-w-0 flex-1">{dishName(t, language, line)}</span>
      <span className="figures shrink-0">
        {moneyParts(lineTotal({ price, quantity: removedQuantity }), order.currency).figure}
      </span>
    </s>
  )
}
