import type { TFunction } from 'i18next'
import { Check } from 'lucide-react'
import type { Order } from '#shared/contracts/orders.ts'
import type { Language } from '#shared/domain/language.ts'
import { cx } from '../../../ui/cx.ts'
import { dishName, keyOfDish, recordTap } from '../../orders/index.ts'
import { useLateTaps } from '../lines/late-tap.ts'
import { reportClosed, tickLines } from '../lines/ticks.ts'
import { useChosenDish } from '../rail/chosen-dish.ts'
import type { CardLine, KitchenCard } from './card-of.ts'
import { guestOfLine } from './guest-of-line.ts'
import { seeLine } from './known-store.ts'
import { Note } from './note.tsx'
import { SeenRow } from './seen-row.tsx'

interface LineRowProps {
  t: TFunction
  card: KitchenCard
  cardLine: CardLine
  language: Language
}

/** A line of a card: what was taken off it, and what is to be cooked or done, which a tap ticks. */
export function LineRow({ t, card: { order, notice }, cardLine, language }: LineRowProps) {
  const { line, takenOff, removal } = cardLine
  const name = dishName(t, language, line)
  const guest = guestOfLine(order, line)
  const isCancelled = notice === 'cancelled'
  return (
    <li data-part={`line-${line.id}`} className="border-line border-t">
      {takenOff > 0 && (
        <div className="bg-cancelled-soft">
          <Struck quantity={takenOff} name={name} />
          {line.quantity === 0 && <Guest name={guest} />}
          <SeenRow
            t={t}
            tone="cancelled"
            label={removal?.user ? t('kitchen.takenOffBy', { user: removal.user }) : t('kitchen.takenOff')}
            what={`${takenOff} ${name}`}
            onSeen={() => seeLine(order, line)}
          />
        </div>
      )}
      {isCancelled && <Struck quantity={line.quantity} name={name} />}
      {!isCancelled && line.quantity > 0 && (
        <Tickable
          t={t}
          order={order}
          line={line}
          name={name}
          guest={guest}
          language={language}
          isFixed={notice === 'ended'}
        />
      )}
    </li>
  )
}

const ROW = 'flex items-center gap-2.5 px-2.5 py-1.5'
const DISH = 'min-w-0 flex-1 break-words font-medium text-[1.5rem] leading-[1.15]'

function Struck({ quantity, name }: { quantity: number; name: string }) {
  return (
    <p className={cx(ROW, 'min-h-14 text-cancelled line-through decoration-2')}>
      <span className="figures w-11 shrink-0 text-center font-bold text-[1.75rem] leading-none">{quantity}</span>
      <span className={DISH}>{name}</span>
    </p>
  )
}

interface TickableProps {
  t: TFunction
  order: Order
  line: CardLine['line']
  name: string
  guest: string | null
  language: Language
  /** No line of an order that has left the kitchen can be ticked. */
  isFixed: boolean
}

function Tickable({ t, order, line, name, guest, language, isFixed }: TickableProps) {
  const isDone = Boolean(line.doneAt)
  const isLateTap = useLateTaps(isDone)
  return (
    <button
      type="button"
      data-line=""
      aria-pressed={isDone}
      aria-disabled={isFixed || undefined}
      onClick={(event) => {
        if (recordTap(event.nativeEvent)) return
        if (isFixed) reportClosed({ order, line }, !isDone, language)
        else if (!isLateTap(!isDone)) void tickLines([{ order, line }], !isDone, language)
      }}
      className="block w-full text-left -outline-offset-2 transition-colors hover:bg-sunk/50"
    >
      <span className={cx(ROW, 'min-h-14')}>
        {isDone ? (
          <span className="grid size-11 shrink-0 place-items-center rounded-[0.75rem] bg-ready-soft text-ready">
            <Check aria-hidden="true" strokeWidth={3} className="size-6" />
          </span>
        ) : (
          <Quantity line={line} />
        )}
        <span className={cx(DISH, isDone && 'text-muted')}>
          {isDone && <span className="figures">{line.quantity}× </span>}
          {name}
        </span>
      </span>
      {!isDone && <Guest name={guest} />}
      {line.notes && !isDone && (
        <span className="block px-2.5 pb-2.5">
          <Note t={t} note={line.notes} className="-mt-0.5 pl-13.5" />
        </span>
      )}
    </button>
  )
}

function Guest({ name }: { name: string | null }) {
  if (!name) return null
  return (
    <span className="-mt-0.5 block break-words pr-2.5 pb-2 pl-16 font-medium text-[1rem] text-muted leading-tight">
      {name}
    </span>
  )
}

/** The quantity; outlined while its dish is chosen among the dishes to make. */
function Quantity({ line }: { line: CardLine['line'] }) {
  const isChosen = useChosenDish(({ key }) => key === keyOfDish(line))
  return (
    <span
      className={cx(
        'figures grid h-11 min-w-11 shrink-0 place-items-center rounded-[0.75rem] px-1 font-bold text-[1.75rem] leading-none',
        isChosen ? 'border-3 border-ink' : 'bg-sunk',
      )}
    >
      {line.quantity}
    </span>
  )
}
