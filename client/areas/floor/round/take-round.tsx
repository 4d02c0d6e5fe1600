import { ChevronUp } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { Table } from '#shared/contracts/tables.ts'
import { nameIn } from '#shared/domain/language.ts'
import { roomForNotes } from '#shared/domain/orders/cart.ts'
import { nameWithOptions } from '#shared/domain/orders/line-options.ts'
import { errorMessage } from '../../../lib/api/request-error.ts'
import { serverNow } from '../../../lib/clock/server-clock.ts'
import { whenIdle } from '../../../lib/loading/import-with-retry.ts'
import { lazyPart } from '../../../lib/loading/lazy-part.tsx'
import { useMoney, useSettings } from '../../../lib/settings/settings.ts'
import {
  Button,
  cx,
  i18n,
  LineNote,
  LineStepper,
  LoadFailure,
  Skeleton,
  SubjectDialog,
  useTranslation,
} from '../../../ui/index.ts'
import { refetchGuestMenu, useMenu } from '../../menu/index.ts'
import { LineOptions, useGroupsOf } from '../../orders/index.ts'
import { RoundDishes } from './round-dishes.tsx'
import {
  changeRoundDraft,
  changeRoundNotes,
  countOfRound,
  lineKey,
  tableCheckout,
  useRoundDraft,
  useRoundNotes,
  useTableCheckout,
  withNotes,
  withOptionsOf,
  withQuantity,
} from './round-drafts.ts'
import type { AskedOptions } from './round-options.tsx'
import {
  isOrderable,
  orderedOptions,
  portionOf,
  roundOrder,
  roundTotal,
  type ShownLine,
  shownLines,
} from './round-order.ts'

const RoundOptions = lazyPart(() => import('./round-options.tsx'))

/** What is being taken, with the menu and what is known of its options. */
export function useRound(draftId: number) {
  const { items: menu, failed, error } = useMenu()
  const groupsOf = useGroupsOf(menu?.some(({ optionGroupIds }) => optionGroupIds.length > 0) ?? false)
  const lines = shownLines(useRoundDraft(draftId), menu ?? [], groupsOf, new Date(serverNow()))
  return { menu, failed, error, groupsOf, lines }
}

interface TakeRoundProps {
  draftId: number
  /** Null for an order without a table. */
  capacity: number | null
  /** Whether typing searches at once. */
  searchFirst?: boolean
  children: (lines: readonly ShownLine[]) => ReactNode
}

/** The menu as a list, one tap for each portion, above what has been chosen (docs/product/floor.md#floor-round). */
export function TakeRound({ draftId, capacity, searchFirst = false, children }: TakeRoundProps) {
  const { menu, failed, error, groupsOf, lines } = useRound(draftId)
  const [query, setQuery] = useState('')
  const [guestName, setGuestName] = useState<string | null>(null)
  const [isUnfolded, setUnfolded] = useState(false)
  const [asked, ask] = useState<AskedOptions>()
  // Without a network it must be there.
  useEffect(() => whenIdle(() => void RoundOptions.prefetch()), [])
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
          onAsk={ask}
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
        lines={lines}
        guestName={guestName}
        onGuest={setGuestName}
        isKnown={groupsOf !== undefined}
        isUnfolded={isUnfolded}
        setUnfolded={setUnfolded}
        onAsk={ask}
      >
        {children(lines)}
      </RoundBar>
      <SubjectDialog subject={asked}>
        {(shown, open) => (
          <RoundOptions open={open} asked={shown} groups={groupsOf?.(shown.dish)} onClose={() => ask(undefined)} />
        )}
      </SubjectDialog>
    </>
  )
}

interface OrderButtonProps {
  lines: readonly ShownLine[]
  label: (total: string) => string
  pending?: boolean
  onClick: () => void
}

export function OrderButton({ lines, label, pending = false, onClick }: OrderButtonProps) {
  const { t } = useTranslation()
  const { format } = useMoney()
  return (
    <Button
      size="large"
      disabled={lines.length === 0 || !lines.every(isOrderable)}
      pending={pending}
      onClick={onClick}
      className="mt-2 w-full text-name"
    >
      {lines.length === 0 ? t('floor.sendNothing') : label(format(roundTotal(lines)))}
    </Button>
  )
}

interface SendRoundProps {
  table: Pick<Table, 'id' | 'number'>
  lines: readonly ShownLine[]
  onEnded: () => void
}

export function SendRound({ table, lines, onEnded }: SendRoundProps) {
  const { t } = useTranslation()
  const { language } = useSettings()
  const roundNotes = useRoundNotes(table.id)
  const state = useTableCheckout(table.id)
  const send = async () => {
    const checkout = tableCheckout(table.id)
    // Stored with the order and printed on the bill, so in the restaurant's language.
    const name = i18n.getFixedT(language)('common.table', { number: table.number })
    const shown = lines.flatMap(({ dish, groups, options = [] }) => {
      if (!dish) return []
      const chosen = orderedOptions(groups, options)
      const names = {
        name: nameWithOptions(dish.name, chosen, 'en'),
        nameRo: nameWithOptions(dish.nameRo, chosen, 'ro'),
      }
      return [{ menuItemId: dish.id, ...names, price: portionOf(dish, groups, options) }]
    })
    await checkout.place(roundOrder(lines, { id: table.id, name }, roundNotes), shown)
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
  lines: readonly ShownLine[]
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
  const { draftId, capacity, lines, guestName, onGuest, isKnown, isUnfolded, setUnfolded, onAsk, children } = props
  const { t } = useTranslation()
  const roundNotes = useRoundNotes(draftId)
  const hasGone = !lines.every(isOrderable)
  return (
    <div
      data-kept-free=""
      className="shrink-0 rounded-t-drawer bg-card px-3.5 pt-2 pb-[max(0.875rem,env(safe-area-inset-bottom))] shadow-lift md:rounded-none"
    >
      {capacity !== null && <Seats capacity={capacity} guestName={guestName} onGuest={onGuest} />}
      {lines.length > 0 && (
        <button
          type="button"
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
          className="flex min-h-11 w-full items-center justify-between gap-2 font-semibold text-body"
        >
          {t('floor.products', { count: countOfRound(lines) })}
          <ChevronUp aria-hidden="true" className={cx('size-5 text-muted', isUnfolded && 'rotate-180')} />
        </button>
      )}
      {lines.length > 0 && (isUnfolded || hasGone) && (
        <ul
          aria-label={t('floor.roundLines')}
          className="max-h-[38dvh] divide-y divide-line overflow-y-auto overscroll-contain border-line border-t"
        >
          {lines.map((line) => (
            <DraftLine
              key={lineKey(line)}
              draftId={draftId}
              line={line}
              lines={lines}
              roundNotes={roundNotes}
              isKnown={isKnown}
              onAsk={onAsk}
            />
          ))}
          {capacity !== null && (
            <li className="py-2">
              <p className="font-medium text-body">{t('floor.wholeRound')}</p>
              <LineNote
                name={t('floor.wholeRound')}
                notes={roundNotes}
                room={roomForNotes(lines.map(({ notes }) => notes))}
                onDone={(notes) => changeRoundNotes(draftId, notes)}
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
  const { t } = useTranslation()
  // Stored with the order and printed on the bill, so in the restaurant's language.
  const ofRestaurant = i18n.getFixedT(useSettings().language)
  const seats = Array.from({ length: Math.min(capacity, MAX_SEATS) }, (_, index) =>
    ofRestaurant('floor.seat', { number: index + 1 }),
  )
  return (
    <fieldset className="no-scrollbar -mx-3.5 flex gap-1.5 overflow-x-auto px-3.5">
      <legend className="sr-only">{t('floor.forWhom')}</legend>
      {[null, ...seats].map((name, index) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === guestName}
          aria-label={name === null ? t('floor.wholeTable') : t('floor.seat', { number: index })}
          onClick={() => onGuest(name)}
          className="h-11 min-w-11 shrink-0 whitespace-nowrap rounded-full border border-edge px-3 font-semibold text-body aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
        >
          {name === null ? t('floor.wholeTable') : index}
        </button>
      ))}
    </fieldset>
  )
}

interface DraftLineProps extends Pick<RoundBarProps, 'draftId' | 'lines' | 'isKnown' | 'onAsk'> {
  line: ShownLine
  roundNotes: string
}

function DraftLine({ draftId, line, lines, roundNotes, isKnown, onAsk }: DraftLineProps) {
  const { t, language } = useTranslation()
  const { format } = useMoney()
  const name = line.dish ? nameIn(language, line.dish) : t('orders.item', { id: line.menuItemId })
  const { dish, options = [] } = line
  const others = lines.filter((other) => other !== line).map(({ notes }) => notes)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-2">
      <div>
        <p className={cx('font-medium text-body', !line.dish && 'text-muted line-through')}>{name}</p>
        {dish ? (
          <p className="figures text-muted text-sm">{format(portionOf(dish, line.groups, options) * line.quantity)}</p>
        ) : (
          <p className="font-medium text-cancelled text-sm">{t('floor.gone')}</p>
        )}
        <LineOptions options={orderedOptions(line.groups, options)} language={language} className="text-sm" />
        {dish && isKnown && !line.fits && <p className="font-medium text-cancelled text-sm">{t('floor.unfit')}</p>}
        {dish?.hasOptions && (
          <button
            type="button"
            aria-label={t('floor.changeOptions', { name })}
            onClick={() =>
              onAsk({
                dish,
                earlier: options,
                onChosen: (chosen) => changeRoundDraft(draftId, (round) => withOptionsOf(round, line, chosen)),
              })
            }
            className="touch min-h-9 font-semibold text-accent text-sm"
          >
            {t('floor.change')}
          </button>
        )}
        {line.guestName !== null && <p className="text-muted text-sm">{line.guestName}</p>}
      </div>
      <div className="row-span-2">
        <LineStepper
          name={name}
          quantity={line.quantity}
          mayAdd={line.dish !== undefined && line.fits}
          onChange={(quantity) => changeRoundDraft(draftId, (round) => withQuantity(round, line, quantity))}
        />
      </div>
      <LineNote
        name={name}
        notes={line.notes}
        room={roomForNotes([...others, roundNotes])}
        onDone={(notes) => changeRoundDraft(draftId, (round) => withNotes(round, line, notes))}
      />
    </li>
  )
}
