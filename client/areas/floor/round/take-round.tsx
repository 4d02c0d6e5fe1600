import { ChevronLeft, ChevronUp } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FloorTable } from '#shared/contracts/floor.ts'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { OptionGroup } from '#shared/contracts/menu/options.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { nameIn } from '#shared/domain/language.ts'
import { formatMoney } from '#shared/domain/money.ts'
import {
  cartCount,
  cartDishOf,
  cartTotal,
  type DishLine,
  keyOf,
  linePrice,
  optionIds,
  roomForNotes,
} from '#shared/domain/orders/cart.ts'
import { stableKeys, tableOrder } from '#shared/domain/orders/cart-orders.ts'
import { reconcileCart } from '#shared/domain/orders/cart-repair.ts'
import { nameWithOptions } from '#shared/domain/orders/line-options.ts'
import { errorMessage } from '../../../lib/api/request-error.ts'
import { serverNow } from '../../../lib/clock/server-clock.ts'
import { lazyPart } from '../../../lib/loading/lazy-part.tsx'
import { currency, money, useSettings } from '../../../lib/settings/settings.ts'
import {
  Button,
  cx,
  IconButton,
  i18n,
  LineNote,
  LineStepper,
  LoadFailure,
  language,
  Skeleton,
  SubjectDialog,
  t,
} from '../../../ui/index.ts'
import { refetchGuestMenu, useMenu } from '../../menu/index.ts'
import { guestText, OrderLineView, SoldOutSwitch, useGroupsOf } from '../../orders/index.ts'
import { lineInsteadOf, listPriceOf } from '../../prices/index.ts'
import { CallsElsewhere } from '../calls-elsewhere.tsx'
import { closeNewRound, tableName } from '../tables.ts'
import { RoundDishes } from './round-dishes.tsx'
import { changeRoundDraft, putInRound, tableCheckout, useRoundDraft, useTableCheckout } from './round-drafts.ts'
import type { AskedOptions } from './round-options.tsx'

const RoundOptions = lazyPart(() => import('./round-options.tsx'), 'deferred')

/**
 * The lines by today's menu. What is gone or sold out, or has options that no longer fit, cannot be ordered.
 * @param groupsOf the groups of a dish; undefined while they are not known, so that no dish with options can be ordered
 */
export function roundLines(
  lines: readonly DishLine[],
  menu: readonly MenuItem[],
  groupsOf: ((dish: MenuItem) => readonly OptionGroup[]) | undefined,
  now: Date,
): DishLine[] {
  return lines.map((line) => {
    const item = orderableItem(menu, line)
    const groups = item?.optionGroupIds.length === 0 ? [] : item && groupsOf?.(item)
    const { lines: current, unfit } = reconcileCart([line], item ? [cartDishOf(item)] : [], () => groups, now)
    return { ...(current[0] ?? line), isOrderable: groups !== undefined && unfit.length === 0 }
  })
}

const orderableItem = (menu: readonly MenuItem[], { dish }: DishLine) =>
  menu.find(({ id, soldOutUntil }) => id === dish.id && soldOutUntil === null)

/** What is being taken, with the menu and what is known of its options. */
export function useRound(draftId: number) {
  const { items: menu, failed, error } = useMenu()
  const groupsOf = useGroupsOf(menu?.some(({ optionGroupIds }) => optionGroupIds.length > 0) ?? false)
  const lines = roundLines(useRoundDraft(draftId).lines, menu ?? [], groupsOf, new Date(serverNow()))
  return { menu, failed, error, groupsOf, lines }
}

/** The next round of a table, on the floor. */
export default function NewRound({ table, tables }: { table: FloorTable; tables: readonly FloorTable[] }) {
  const close = () => closeNewRound(table.id)
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => back.current?.focus({ preventScroll: true }), [])
  return (
    <section
      aria-label={`${tableName(table)}: ${t('floor.newRound')}`}
      className="flex min-h-0 w-full shrink-0 flex-col md:w-pane md:border-line md:border-l"
    >
      <CallsElsewhere tables={tables} openId={table.id} />
      <div data-kept-free="" className="flex min-h-16 items-center gap-2 px-2">
        <IconButton ref={back} label={t('floor.backToTable')} onClick={close}>
          <ChevronLeft aria-hidden="true" className="size-6" />
        </IconButton>
        <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 py-1.5">
          <h2 className="display min-w-0 break-words text-figure leading-tight">{tableName(table)}</h2>
          <p className="text-body text-muted">{t('floor.newRound')}</p>
        </div>
      </div>
      <TakeRound draftId={table.id} capacity={table.capacity}>
        {(lines) => <SendRound table={table} lines={lines} onEnded={close} />}
      </TakeRound>
    </section>
  )
}

interface TakeRoundProps {
  draftId: number
  /** Null for an order without a table. */
  capacity: number | null
  /** Whether typing searches at once. */
  searchFirst?: boolean
  children: (lines: readonly DishLine[]) => ReactNode
}

/** The menu as a list, one tap for each portion, above what has been chosen (docs/product/floor.md#floor-round). */
export function TakeRound({ draftId, capacity, searchFirst = false, children }: TakeRoundProps) {
  const { menu, failed, error, groupsOf, lines } = useRound(draftId)
  const [query, setQuery] = useState('')
  const [guestName, setGuestName] = useState<string | null>(null)
  const [isUnfolded, setUnfolded] = useState(false)
  const [asked, setAsked] = useState<AskedOptions>()
  // Without a connection, it could not be loaded when a dish asks for it.
  useEffect(() => void RoundOptions.prefetch(), [])
  return (
    <>
      {menu ? (
        <RoundDishes
          draftId={draftId}
          menu={menu}
          query={query}
          onSearch={setQuery}
          searchFirst={searchFirst}
          guestName={guestName}
          onAsk={setAsked}
          onSeveral={() => setUnfolded(true)}
        />
      ) : failed ? (
        <LoadFailure description={errorMessage(error)} onRetry={() => void refetchGuestMenu()} />
      ) : (
        <Skeleton className="m-3 flex-1" />
      )}
      <RoundBar
        draftId={draftId}
        capacity={capacity}
        menu={menu ?? []}
        lines={lines}
        guestName={guestName}
        onGuest={setGuestName}
        isKnown={groupsOf !== undefined}
        isUnfolded={isUnfolded}
        setUnfolded={setUnfolded}
        onAsk={setAsked}
      >
        {children(lines)}
      </RoundBar>
      <SubjectDialog subject={asked}>
        {(shown, open) => <RoundOptions open={open} asked={shown} onClose={() => setAsked(undefined)} />}
      </SubjectDialog>
    </>
  )
}

interface OrderButtonProps {
  lines: readonly DishLine[]
  label: (total: string) => string
  pending?: boolean
  onClick: () => void
}

export function OrderButton({ lines, label, pending = false, onClick }: OrderButtonProps) {
  return (
    <Button
      size="large"
      disabled={lines.length === 0 || !lines.every(({ isOrderable }) => isOrderable)}
      pending={pending}
      onClick={onClick}
      className="mt-2 w-full text-name"
    >
      {lines.length === 0 ? t('floor.sendNothing') : label(money(cartTotal(lines)))}
    </Button>
  )
}

interface SendRoundProps {
  table: Pick<Table, 'id' | 'number'>
  lines: readonly DishLine[]
  onEnded: () => void
}

export function SendRound({ table, lines, onEnded }: SendRoundProps) {
  const { language } = useSettings()
  const { notes } = useRoundDraft(table.id)
  const state = useTableCheckout(table.id)
  const send = async () => {
    const checkout = tableCheckout(table.id)
    // Stored with the order and printed on the bill, so in the restaurant's language.
    const name = i18n.getFixedT(language)('common.table', { number: table.number })
    const shown = lines.map((line) => ({
      menuItemId: line.dish.id,
      name: nameWithOptions(line.dish.name, line.options ?? [], 'en'),
      nameRo: nameWithOptions(line.dish.nameRo, line.options ?? [], 'ro'),
      price: linePrice(line),
    }))
    await checkout.place(tableOrder(lines, { id: table.id, name, key: null }, notes.trim() || null), shown)
    if (checkout.state().phase === 'refused') void refetchGuestMenu()
    else onEnded()
  }
  return (
    <>
      {state.phase === 'refused' && (
        <p role="alert" className="pt-2 font-medium text-body text-cancelled">
          {state.refusal.message ?? t('floor.sendFailed')} {t('floor.lookAgain')}
        </p>
      )}
      <OrderButton
        lines={lines}
        label={(total) => t('floor.send', { total })}
        pending={state.phase === 'sending'}
        onClick={() => void send()}
      />
    </>
  )
}

/** A table has at most this many seats to choose from; a bench of thirty needs no buttons. */
const MAX_SEATS = 12

interface RoundBarProps {
  draftId: number
  /** Null where there are no seats, and where what concerns all lines is asked later. */
  capacity: number | null
  menu: readonly MenuItem[]
  lines: readonly DishLine[]
  guestName: string | null
  onGuest: (guestName: string | null) => void
  isKnown: boolean
  isUnfolded: boolean
  setUnfolded: (isUnfolded: boolean) => void
  onAsk: (asked: AskedOptions) => void
  children: ReactNode
}

/** The bar below the dishes: the seat for the next tap, the lines, and the button that orders them. */
function RoundBar(props: RoundBarProps) {
  const { draftId, capacity, menu, lines, guestName, onGuest, isKnown, isUnfolded, setUnfolded, onAsk, children } =
    props
  const { notes } = useRoundDraft(draftId)
  const keys = stableKeys(lines)
  const hasGone = !lines.every(({ isOrderable }) => isOrderable)
  return (
    <div
      data-kept-free=""
      className="shrink-0 rounded-t-drawer bg-card px-3.5 pt-2 pb-safe shadow-lift md:rounded-none"
    >
      {capacity !== null && <Seats capacity={capacity} guestName={guestName} onGuest={onGuest} />}
      {/* There from the start: the seats above it do not move with the first dish. */}
      <button
        type="button"
        disabled={lines.length === 0}
        aria-expanded={isUnfolded}
        onClick={() => setUnfolded(!isUnfolded)}
        className="flex min-h-11 w-full items-center justify-between gap-2 font-semibold text-body disabled:text-muted"
      >
        {t('floor.products', { count: cartCount(lines) })}
        <ChevronUp aria-hidden="true" className={cx('size-5 text-muted', isUnfolded && 'rotate-180')} />
      </button>
      {lines.length > 0 && (isUnfolded || hasGone) && (
        <ul
          aria-label={t('floor.roundLines')}
          className="max-h-[38dvh] divide-y divide-line overflow-y-auto overscroll-contain border-line border-t"
        >
          {lines.map((line, i) => (
            <DraftLine
              key={keys[i]}
              draftId={draftId}
              line={line}
              item={orderableItem(menu, line)}
              isOnMenu={menu.some(({ id }) => id === line.dish.id)}
              room={roomForNotes([notes, ...lines.map((other) => (other === line ? '' : other.notes))])}
              isKnown={isKnown}
              onAsk={onAsk}
            />
          ))}
          {capacity !== null && (
            <li className="py-2">
              <p className="font-medium text-body">{t('floor.wholeRound')}</p>
              <LineNote
                name={t('floor.wholeRound')}
                notes={notes}
                room={roomForNotes(lines.map((line) => line.notes))}
                onDone={(notes) => changeRoundDraft(draftId, () => ({ notes }))}
              />
            </li>
          )}
        </ul>
      )}
      {children}
    </div>
  )
}

interface SeatsProps extends Pick<RoundBarProps, 'guestName' | 'onGuest'> {
  capacity: number
}

/** For whom the next tap adds a dish. */
function Seats({ capacity, guestName, onGuest }: SeatsProps) {
  // Stored with the order and printed on the bill, so in the restaurant's language.
  const ofRestaurant = i18n.getFixedT(useSettings().language)
  const seats = Array.from({ length: Math.min(capacity, MAX_SEATS) }, (_, index) =>
    ofRestaurant('floor.seat', { number: index + 1 }),
  )
  return (
    <fieldset className="no-scrollbar -mx-3.5 flex min-w-0 gap-1.5 overflow-x-auto px-3.5">
      <legend className="sr-only">{t('floor.forWhom')}</legend>
      {[null, ...seats].map((name, index) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === guestName}
          aria-label={name === null ? t('floor.wholeTable') : t('floor.seat', { number: index })}
          onClick={() => onGuest(name)}
          className="pressable pill h-11 min-w-11 justify-center px-3 text-body"
        >
          {name === null ? t('floor.wholeTable') : index}
        </button>
      ))}
    </fieldset>
  )
}

interface DraftLineProps extends Pick<RoundBarProps, 'draftId' | 'isKnown' | 'onAsk'> {
  line: DishLine
  /** Undefined for what the menu no longer has, or has sold out. */
  item: MenuItem | undefined
  isOnMenu: boolean
  room: number
}

function DraftLine({ draftId, line, item, isOnMenu, room, isKnown, onAsk }: DraftLineProps) {
  const { dish, quantity, notes = '', options = [], isOrderable } = line
  const name = nameIn(language, dish)
  const put = (changed: Partial<DishLine>) => putInRound(draftId, { ...line, ...changed }, keyOf(line))
  return (
    <OrderLineView
      name={name}
      amount={formatMoney(linePrice(line) * quantity, currency)}
      detail={lineInsteadOf(currency, { price: linePrice(line), listPrice: listPriceOf(line), quantity })}
      options={options}
      problem={!item ? t(isOnMenu ? 'menu.soldOutToday' : 'floor.gone') : isKnown && !isOrderable && t('floor.unfit')}
      after={
        <LineStepper
          name={name}
          quantity={quantity}
          mayAdd={isOrderable === true}
          onChange={(next) => put({ quantity: next })}
        />
      }
    >
      {item?.hasOptions && (
        <button
          type="button"
          aria-label={t('floor.changeOptions', { name })}
          onClick={() =>
            onAsk({ dish: item, earlier: optionIds(options), onChosen: (chosen) => put({ options: chosen }) })
          }
          className="touch min-h-9 justify-self-start font-semibold text-accent text-sm"
        >
          {t('floor.change')}
        </button>
      )}
      {item && <SoldOutSwitch dish={item} />}
      {line.guestName && <p className="text-muted text-sm">{guestText(line.guestName)}</p>}
      <LineNote name={name} notes={notes} room={room} onDone={(note) => put({ notes: note })} />
    </OrderLineView>
  )
}
