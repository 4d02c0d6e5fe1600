import { Check, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Order } from '#shared/contracts/orders.ts'
import { warnsOfAllergy } from '#shared/domain/kitchen.ts'
import type { Language } from '#shared/domain/language.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { cx } from '../../ui/index.ts'
import { dishName, keyOfDish, LineOptions, recordTap } from '../orders/index.ts'
import { type CardLine, guestOfLine, type KitchenCard } from './cards.ts'
import { chosenDish } from './dishes-list.tsx'
import { reportClosed, seeLine, tickLines } from './seen.ts'

/** A tap within this time, in ms, was meant for what its place showed before. */
const LATE_TAP_MS = 500

/**
 * Recognizes a tap that was meant to do what somebody else did a moment before, and would undo it.
 * @param shown the state that a tap reverses
 * @returns call it with each tap and the state that it wants: whether the tap comes too late to count
 */
function useLateTaps(shown: boolean): (wanted: boolean) => boolean {
  const expected = useRef(shown)
  const changedAt = useRef(Number.NEGATIVE_INFINITY)
  useLayoutEffect(() => {
    if (expected.current === shown) return
    expected.current = shown
    changedAt.current = performance.now()
  }, [shown])
  return (wanted) => {
    if (performance.now() - changedAt.current < LATE_TAP_MS) return true
    expected.current = wanted
    return false
  }
}

interface NoteProps {
  t: TFunction
  note: string
  /** Where a note that is no warning begins. */
  className: string
}

export function Note({ t, note, className }: NoteProps) {
  const text = <span className="min-w-0">{t('kitchen.quoted', { note })}</span>
  if (!warnsOfAllergy(note))
    // Framed as what is left out (LineOptions): a guest's words weigh as much as an option.
    return (
      <span className={cx('flex', className)}>
        <span className="w-fit rounded-small border-3 border-accent px-2 font-bold text-xl text-accent leading-[1.2]">
          {text}
        </span>
      </span>
    )
  return (
    <span className="flex items-start gap-2 rounded-chip bg-accent px-2.5 py-2 font-bold text-xl text-on-accent leading-[1.2]">
      <TriangleAlert role="img" aria-label={t('kitchen.allergy')} className="mt-px size-5.5 shrink-0" />
      {text}
    </span>
  )
}

interface SeenRowProps {
  t: TFunction
  /** `cancelled` is red. */
  tone: 'cancelled' | 'plain'
  label: ReactNode
  /** What was seen, for screen readers; by default the label. */
  what?: string
  onSeen: () => void
}

/** Something that changed, with the button that says that somebody has seen it, at first inactive. */
export function SeenRow({ t, tone, label, what, onSeen }: SeenRowProps) {
  const isRed = tone === 'cancelled'
  const [isActive, setActive] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setActive(true), LATE_TAP_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={cx('flex items-center gap-2 border-line border-t px-3 py-2', isRed ? 'text-cancelled' : 'bg-sunk')}>
      <p className="min-w-0 flex-1 break-words font-semibold text-base leading-tight">{label}</p>
      <button
        type="button"
        disabled={!isActive}
        aria-label={t('kitchen.seenOf', { what: what ?? (typeof label === 'string' ? label : '') })}
        onClick={(event) => {
          if (!recordTap(event.nativeEvent)) onSeen()
        }}
        className={cx(
          'min-h-14 shrink-0 rounded-control border-2 bg-card px-4 font-semibold text-lg leading-tight',
          isRed ? 'border-cancelled text-cancelled hover:bg-cancelled-soft' : 'border-edge hover:bg-sunk',
        )}
      >
        {t('kitchen.seen')}
      </button>
    </div>
  )
}

interface LineRowProps {
  t: TFunction
  card: KitchenCard
  cardLine: CardLine
  language: Language
}

/** A line of a card: what was taken off it, and what is to be cooked or done, which a tap ticks. */
export function LineRow({ t, card: { order, notice }, cardLine, language }: LineRowProps) {
  const { line, takenOff, removal, isPart = false } = cardLine
  const name = dishName(t, language, line)
  // That of a part is said above.
  const guest = isPart ? null : guestOfLine(order, line)
  const isCancelled = notice === 'cancelled'
  return (
    <li data-part={`line-${line.id}`} className={cx('border-line', isPart ? 'ml-5 border-l-4' : 'border-t')}>
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
      {!isCancelled && line.quantity > 0 && !line.cooked && (
        <div className="pt-2.5 pb-0.5">
          <p className="break-words px-2.5 pb-1 font-semibold text-xl leading-tight">
            <span className="figures">{line.quantity}×</span> {name}
          </p>
          <Details t={t} line={line} guest={guest} language={language} />
        </div>
      )}
      {!isCancelled && line.quantity > 0 && line.cooked && (
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
const DISH = 'min-w-0 flex-1 break-words font-medium text-2xl leading-[1.15]'

function Struck({ quantity, name }: { quantity: number; name: string }) {
  return (
    <p className={cx(ROW, 'min-h-14 text-cancelled line-through decoration-2')}>
      <span className="figures w-11 shrink-0 text-center font-bold text-figure leading-none">{quantity}</span>
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
          <span className="grid size-11 shrink-0 place-items-center rounded-field bg-ready-soft text-ready">
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
      {!isDone && <Details t={t} line={line} guest={guest} language={language} />}
    </button>
  )
}

/** What a cook must know of a line: for whom it is, its options, its note. */
function Details({ t, line, guest, language }: Pick<TickableProps, 't' | 'line' | 'guest' | 'language'>) {
  return (
    <>
      <Guest name={guest} />
      {line.options.length > 0 && (
        <span className="-mt-0.5 block break-words pr-2.5 pb-2 pl-16 text-xl leading-tight">
          <LineOptions options={line.options} language={language} isFar />
        </span>
      )}
      {line.notes && (
        <span className="block px-2.5 pb-2.5">
          <Note t={t} note={line.notes} className="pl-13.5" />
        </span>
      )}
    </>
  )
}

function Guest({ name }: { name: string | null }) {
  if (!name) return null
  return (
    <span className="-mt-0.5 block break-words pr-2.5 pb-2 pl-16 font-medium text-base text-muted leading-tight">
      {name}
    </span>
  )
}

/** The quantity; outlined while its dish is chosen among the dishes to make. */
function Quantity({ line }: { line: CardLine['line'] }) {
  const isChosen = chosenDish.use((key) => key === keyOfDish(line))
  return (
    <span
      className={cx(
        'figures grid h-11 min-w-11 shrink-0 place-items-center rounded-field px-1 font-bold text-figure leading-none',
        isChosen ? 'border-3 border-ink' : 'bg-sunk',
      )}
    >
      {line.quantity}
    </span>
  )
}
