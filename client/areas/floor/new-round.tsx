import i18n from 'i18next'
import { ChevronLeft, ChevronUp } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FloorTable } from '#shared/contracts/floor.ts'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { nameIn } from '#shared/domain/language.ts'
import { chosenOptions } from '#shared/domain/menu/options.ts'
import { roomForNotes } from '#shared/domain/orders/cart.ts'
import { nameWithOptions } from '#shared/domain/orders/line-options.ts'
import { errorMessage } from '../../lib/api/request-error.ts'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { whenIdle } from '../../lib/loading/when-idle.ts'
import { useMoney, useSettings } from '../../lib/settings/settings.ts'
import { useLanguage } from '../../lib/words/language.ts'
import { cx } from '../../ui/cx.ts'
import { LineNote, LineStepper } from '../../ui/inputs/line-inputs.tsx'
import { useEverOpened } from '../../ui/overlays/opening.ts'
import { Button, IconButton } from '../../ui/parts/button.tsx'
import { LoadFailure } from '../../ui/parts/empty-state.tsx'
import { Skeleton } from '../../ui/parts/loading.tsx'
import { useMenu, useRefetchGuestMenu } from '../menu/index.ts'
import { type GroupsOf, LineOptions, useGroupsOf } from '../orders/index.ts'
import { closeNewRound } from './address.ts'
import { RoundDishes } from './round-dishes.tsx'
import {
  changeRoundDraft,
  changeRoundNotes,
  countOfRound,
  lineKey,
  useRoundDraft,
  useRoundNotes,
  withNotes,
  withOptionsOf,
  withQuantity,
} from './round-drafts.ts'
import type { AskedOptions } from './round-options.tsx'
import { portionOf, roundOrder, roundTotal, type ShownLine, shownLines } from './round-order.ts'
import { tableName } from './table-state.ts'
import { tableCheckout, useTableCheckout } from './waiting-round.tsx'

const RoundOptions = lazyPart(() => import('./round-options.tsx'))

/** A table has at most this many seats to choose from; a bench of thirty needs no buttons. */
const MAX_SEATS = 12

interface RoundBarProps {
  table: FloorTable
  menu: readonly MenuItem[]
  guestName: string | null
  onGuest: (guestName: string | null) => void
  onRefetchMenu: () => void
  groupsOf: GroupsOf | undefined
  isUnfolded: boolean
  setUnfolded: (isUnfolded: boolean) => void
  onAsk: (asked: AskedOptions) => void
}

/** The bar below the dishes: the seat for the next tap, the lines of the round, and Send. */
function RoundBar(props: RoundBarProps) {
  const { table, menu, guestName, onGuest, onRefetchMenu, groupsOf, isUnfolded, setUnfolded, onAsk } = props
  const { t } = useTranslation()
  const { language } = useSettings()
  const { format } = useMoney()
  const round = useRoundDraft(table.id)
  const roundNotes = useRoundNotes(table.id)
  const state = useTableCheckout(table.id)
  const lines = shownLines(round, menu, groupsOf, new Date(serverNow()))
  const hasGone = lines.some(({ dish, fits }) => !dish || !fits)
  // Stored with the order and printed on the bill, so in the restaurant's language.
  const ofRestaurant = i18n.getFixedT(language)
  const seats = Array.from({ length: Math.min(table.capacity, MAX_SEATS) }, (_, index) =>
    ofRestaurant('floor.seat', { number: index + 1 }),
  )
  const send = async () => {
    const checkout = tableCheckout(table.id)
    const name = ofRestaurant('common.table', { number: table.number })
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
    if (checkout.state().phase === 'refused') onRefetchMenu()
    else closeNewRound(table.id)
  }
  return (
    <div
      data-kept-free=""
      className="shrink-0 rounded-t-drawer bg-card px-3.5 pt-2 pb-[max(0.875rem,env(safe-area-inset-bottom))] shadow-lift md:rounded-none"
    >
      <fieldset className="no-scrollbar -mx-3.5 flex gap-1.5 overflow-x-auto px-3.5">
        <legend className="sr-only">{t('floor.forWhom')}</legend>
        {[null, ...seats].map((name, index) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === guestName}
            aria-label={name === null ? t('floor.wholeTable') : t('floor.seat', { number: index })}
            onClick={() => onGuest(name)}
            className="h-11 min-w-11 shrink-0 whitespace-nowrap rounded-full border border-edge px-3 font-semibold text-[15px] aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
          >
            {name === null ? t('floor.wholeTable') : index}
          </button>
        ))}
      </fieldset>
      {round.length > 0 && (
        <button
          type="button"
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
          className="flex min-h-11 w-full items-center justify-between gap-2 font-semibold text-[15px]"
        >
          {t('floor.inRound', { count: countOfRound(round) })}
          <ChevronUp aria-hidden="true" className={cx('size-5 text-muted', isUnfolded && 'rotate-180')} />
        </button>
      )}
      {(isUnfolded || hasGone) && (
        <ul
          aria-label={t('floor.roundLines')}
          className="max-h-[38dvh] divide-y divide-line overflow-y-auto overscroll-contain border-line border-t"
        >
          {lines.map((line) => (
            <DraftLine
              key={lineKey(line)}
              tableId={table.id}
              line={line}
              lines={lines}
              roundNotes={roundNotes}
              isKnown={groupsOf !== undefined}
              onAsk={onAsk}
            />
          ))}
          <li className="py-2">
            <p className="font-medium text-[15px]">{t('floor.wholeRound')}</p>
            <LineNote
              name={t('floor.wholeRound')}
              notes={roundNotes}
              room={roomForNotes(lines.map(({ notes }) => notes))}
              onDone={(notes) => changeRoundNotes(table.id, notes)}
            />
          </li>
        </ul>
      )}
      {state.phase === 'refused' && (
        <p role="alert" className="pt-2 font-medium text-[15px] text-cancelled">
          {state.refusal.message ?? t('floor.sendFailed')} {t('floor.lookAgain')}
        </p>
      )}
      <Button
        size="large"
        disabled={round.length === 0 || hasGone}
        pending={state.phase === 'sending'}
        onClick={() => void send()}
        className="mt-2 w-full text-[17px]"
      >
        {round.length === 0 ? t('floor.sendNothing') : t('floor.send', { total: format(roundTotal(lines)) })}
      </Button>
    </div>
  )
}

interface DraftLineProps {
  tableId: number
  line: ShownLine
  lines: readonly ShownLine[]
  roundNotes: string
  /** Whether the groups of options are known. */
  isKnown: boolean
  onAsk: (asked: AskedOptions) => void
}

const orderedOptions = (groups: ShownLine['groups'], options: readonly number[]) =>
  chosenOptions(groups, options).map(({ group, option, quantity }) => ({ ...option, quantity, without: group.without }))

/** A line of the round, with its note. */
function DraftLine({ tableId, line, lines, roundNotes, isKnown, onAsk }: DraftLineProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const name = line.dish ? nameIn(language, line.dish) : t('orders.item', { id: line.menuItemId })
  const { dish, options = [] } = line
  const others = lines.filter((other) => other !== line).map(({ notes }) => notes)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 py-2">
      <div>
        <p className={cx('font-medium text-[15px]', !line.dish && 'text-muted line-through')}>{name}</p>
        {!line.dish && <p className="font-medium text-cancelled text-sm">{t('floor.gone')}</p>}
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
                onChosen: (chosen) => changeRoundDraft(tableId, (round) => withOptionsOf(round, line, chosen)),
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
          onChange={(quantity) => changeRoundDraft(tableId, (round) => withQuantity(round, line, quantity))}
        />
      </div>
      <LineNote
        name={name}
        notes={line.notes}
        room={roomForNotes([...others, roundNotes])}
        onDone={(notes) => changeRoundDraft(tableId, (round) => withNotes(round, line, notes))}
      />
    </li>
  )
}

/** Taking a round for a table: the menu as a list, and one tap for each portion (docs/product/floor.md#floor-round). */
export default function NewRound({ table }: { table: FloorTable }) {
  const { t } = useTranslation()
  const { items: menu, failed, error } = useMenu()
  const refetch = useRefetchGuestMenu()
  const [query, setQuery] = useState('')
  const [guestName, setGuestName] = useState<string | null>(null)
  const groupsOf = useGroupsOf(menu?.some(({ optionGroupIds }) => optionGroupIds.length > 0) ?? false)
  const [isUnfolded, setUnfolded] = useState(false)
  const [asked, ask] = useState<AskedOptions>()
  const isSheetNeeded = useEverOpened(asked !== undefined)
  // Without a network it must be there.
  useEffect(() => whenIdle(() => void RoundOptions.prefetch()), [])
  const back = useRef<HTMLButtonElement>(null)
  useEffect(() => back.current?.focus({ preventScroll: true }), [])
  return (
    <section
      aria-label={`${tableName(t, table)}: ${t('floor.newRound')}`}
      className="flex min-h-0 w-full shrink-0 flex-col md:w-[min(25rem,50%)] md:border-line md:border-l"
    >
      <div data-kept-free="" className="flex min-h-16 items-center gap-2 px-2">
        <IconButton ref={back} label={t('floor.backToTable')} onClick={() => closeNewRound(table.id)}>
          <ChevronLeft aria-hidden="true" className="size-6" />
        </IconButton>
        <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 py-1.5">
          <h2 className="display min-w-0 break-words text-[26px] leading-tight">{tableName(t, table)}</h2>
          <p className="text-[15px] text-muted">{t('floor.newRound')}</p>
        </div>
      </div>
      {menu ? (
        <RoundDishes
          tableId={table.id}
          menu={menu}
          query={query}
          onSearch={setQuery}
          guestName={guestName}
          onAsk={ask}
          onSeveral={() => setUnfolded(true)}
        />
      ) : failed ? (
        <LoadFailure description={errorMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="m-3 flex-1" />
      )}
      <RoundBar
        table={table}
        menu={menu ?? []}
        guestName={guestName}
        onGuest={setGuestName}
        onRefetchMenu={() => void refetch()}
        groupsOf={groupsOf}
        isUnfolded={isUnfolded}
        setUnfolded={setUnfolded}
        onAsk={ask}
      />
      <Suspense fallback={null}>
        {isSheetNeeded && (
          <RoundOptions asked={asked} groups={asked && groupsOf?.(asked.dish)} onClose={() => ask(undefined)} />
        )}
      </Suspense>
    </section>
  )
}
