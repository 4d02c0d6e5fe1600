import { CalendarClock, CheckCheck, type LucideIcon, Undo2 } from 'lucide-react'
import {
  memo,
  type ReactNode,
  type RefObject,
  startTransition,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Order } from '#shared/contracts/orders.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { stationIdOf } from '#shared/domain/kitchen.ts'
import { nameIn } from '#shared/domain/language.ts'
import { isLater } from '#shared/domain/orders/later.ts'
import { isInKitchen } from '#shared/domain/orders/order.ts'
import { formatTime } from '#shared/i18n/format.ts'
import { serverDate, useServerNow } from '../../lib/clock/server-clock.ts'
import { useIdleOrTouched, whenIdle } from '../../lib/loading/import-with-retry.ts'
import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { afterPaint } from '../../lib/loading/list.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { cx, EmptyState, language, Part, StatusStrip, SubjectDialog, t, useRootMark, Wordmark } from '../../ui/index.ts'
import {
  isLateOrder,
  LivePill,
  type RingPolicy,
  SoundButton,
  useLiveNotice,
  useScreenNotice,
  useSoundNotice,
} from '../orders/index.ts'
import { numberedIds } from './card.tsx'
import { hasLines, isToCook, type Shown, useCards } from './cards.ts'
import { Columns, divide, type Reveal } from './columns.tsx'
import { chosenDish, DishesSidebar, useDishesToMake } from './dishes.tsx'
import { HEAD_BUTTON, readStations, recallable, useStations } from './stations.ts'
import './kitchen.css'

/** Rings for the due orders of the chosen stations; without toasts, since every change is in sight. */
export function useKitchenRingPolicy(): RingPolicy {
  const { isMine } = useStations()
  return useMemo(
    () => ({ isFor: (order) => !isLater(order, serverDate()) && hasLines(order, isMine), withToasts: false }),
    [isMine],
  )
}

const NUMBERED = 9

export const Keys = lazyPart(() => import('./keys.ts'))
const RecallDialog = lazyPart(async () => ({ default: (await import('./dialogs.tsx')).RecallDialog }))
const LaterDialog = lazyPart(async () => ({ default: (await import('./dialogs.tsx')).LaterDialog }))
// For phones only.
const DishesSheet = lazyPart(() => import('./dishes-sheet.tsx'))

const GAP_REM = 0.75

/** The screen of the kitchen. @param menu the button at the end of its head */
export function KitchenScreen({ menu }: { menu: ReactNode }) {
  const settings = useSettings()
  const stations = useStations()
  const shown = useCards(stations.isMine)
  const { cards, isWhole } = shown
  // What a tap changes on a card is shown first, and in the next frame what is counted over all of them.
  const [counted, setCounted] = useState<Shown>()
  useEffect(() => (isWhole ? afterPaint(() => startTransition(() => setCounted(shown))) : undefined), [shown, isWhole])
  const list = useDishesToMake(counted?.cards)
  const sheet = useMemo(() => <DishesSheet list={list} />, [list])
  const area = useRef<HTMLDivElement>(null)
  const [sidebarFoot, setSidebarFoot] = useState<HTMLElement | null>(null)
  const reveal = useRef<Reveal>(undefined)
  // Before the size is measured, which includes the root's.
  useRootMark('kitchen')
  const size = useSize(area)
  const isIdle = useIdleOrTouched()
  useLayoutEffect(() => numberedIds.set(cards.slice(0, NUMBERED).map(({ order }) => order.id)), [cards])
  useEffect(() => {
    readStations()
    return () => chosenDish.set(undefined)
  }, [])
  const notices = [useLiveNotice(), useSoundNotice(), useScreenNotice()].filter((notice) => notice !== undefined)
  const troubles = <Troubles counted={counted} settings={settings} />
  const isEmpty = isWhole && cards.length === 0
  const gap = GAP_REM * (size?.rem ?? 16)
  const widths = size && divide(size.width, gap, size.rem / 16)
  return (
    <div className="flex h-dvh flex-col overflow-hidden">
      <KitchenHead counted={counted} stations={stations} settings={settings} menu={menu} />
      <StatusStrip notices={notices} idle={troubles} className="px-3" />
      <Part>{isIdle && <Keys screen={area} cards={cards} reveal={reveal} />}</Part>
      <main className="min-h-0 flex-1 px-3 py-2">
        {notices.length > 0 && <div className="sr-only">{troubles}</div>}
        <div ref={area} data-taps="single" className="flex h-full" style={{ gap }}>
          {isEmpty && (
            <div className="grid min-w-0 flex-1 place-items-center">
              <EmptyState
                icon={<CheckCheck />}
                title={t('kitchen.empty')}
                description={t('kitchen.emptyDescription')}
              />
            </div>
          )}
          {size && widths && cards.length > 0 && (
            <Columns
              cards={cards}
              columns={widths.columns}
              width={widths.column}
              height={size.height}
              gap={gap}
              rem={size.rem}
              reveal={reveal}
              bottomBar={widths.sidebar > 0 ? undefined : sheet}
              isWhole={isWhole}
              sidebarFoot={sidebarFoot}
            />
          )}
          {!isEmpty && widths && widths.sidebar > 0 && (
            <DishesSidebar list={list} width={widths.sidebar} foot={setSidebarFoot} />
          )}
        </div>
      </main>
    </div>
  )
}

interface Size {
  width: number
  height: number
  rem: number
}

/** The size of an element, in pixels; undefined until it is measured. */
function useSize(element: RefObject<HTMLElement | null>): Size | undefined {
  const [size, setSize] = useState<Size>()
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const read = () => {
      const { width, height } = current.getBoundingClientRect()
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
      setSize((former) =>
        former?.width === width && former.height === height && former.rem === rem ? former : { width, height, rem },
      )
    }
    read()
    const observer = new ResizeObserver(read)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return size
}

interface CountButtonProps {
  icon: LucideIcon
  words: string
  label: string
  count: number
  dialog: (open: boolean, onOpenChange: (open: boolean) => void) => ReactNode
}

/** A button of the head with a number, while there is one, and the dialog that it opens. */
function CountButton({ icon: Icon, words, label, count, dialog }: CountButtonProps) {
  const [isOpen, setOpen] = useState(false)
  if (count === 0 && !isOpen) return null
  return (
    <>
      <button type="button" aria-label={label} onClick={() => setOpen(true)} className={HEAD_BUTTON}>
        <Icon aria-hidden="true" className="size-5.5" />
        {/* In two lines where it has two words: the head has no room to spare. */}
        <span className="w-min text-left max-[56rem]:hidden">{words}</span>
        <span className="figures rounded-full bg-sunk px-2 py-0.5 text-body">{count}</span>
      </button>
      <SubjectDialog subject={isOpen}>{(_, open) => dialog(open, setOpen)}</SubjectDialog>
    </>
  )
}

interface KitchenHeadProps {
  /** Undefined until all orders are known: a part of them would give wrong numbers. */
  counted: Shown | undefined
  stations: ReturnType<typeof useStations>
  settings: Settings
  menu: ReactNode
}

const NONE: Pick<Shown, 'orders' | 'later'> = { orders: [], later: [] }

const KitchenHead = memo(function KitchenHead({ counted, stations, settings, menu }: KitchenHeadProps) {
  const { timeZone, restaurantName } = settings
  const { all, isMine } = stations
  const hasTabs = all.length > 1
  const now = useServerNow()
  const { orders, later } = counted ?? NONE
  const recalls = useMemo(() => recallable(orders, isMine, now), [orders, isMine, now])
  useEffect(() => whenIdle(() => void RecallDialog.prefetch()), [])
  return (
    <header data-kept-free="" className="@container shrink-0 border-line border-b bg-card">
      <div className="flex min-h-16 flex-wrap items-center gap-2 px-3 py-1 sm:flex-nowrap">
        <h1 className={cx('mr-1', hasTabs ? 'shrink-0' : 'min-w-7')}>
          <Wordmark name={restaurantName} nameClass={hasTabs ? 'max-[80rem]:sr-only' : 'max-[30rem]:sr-only'} />
          <span className="sr-only"> {t('floor.kitchen')}</span>
        </h1>
        {hasTabs && <StationTabs orders={counted?.orders} stations={stations} />}
        {/* The time of day. If there is no room for it, it wraps out of sight, before anything else disappears. */}
        <div className="flex h-[2rem] min-w-0 flex-[1_1_0] flex-wrap justify-end overflow-hidden">
          <span className="h-[2rem] w-px" />
          <time className="display figures px-1 text-head leading-none">
            <span className="sr-only">{t('kitchen.timeNow')} </span>
            {formatTime(new Date(now), timeZone)}
          </time>
        </div>
        <div className="ml-auto flex shrink-0 items-center gap-2">
          <LivePill
            className="min-h-12 px-4 text-lg! max-[40rem]:min-h-8 max-[40rem]:px-3"
            wordClass={hasTabs && 'max-[56rem]:sr-only'}
          />
          <CountButton
            icon={CalendarClock}
            words={t('kitchen.later')}
            label={t('kitchen.laterCount', { count: later.length })}
            count={later.length}
            dialog={(open, onOpenChange) => <LaterDialog {...{ open, onOpenChange, isMine }} list={later} />}
          />
          <CountButton
            icon={Undo2}
            words={t('kitchen.recall.open')}
            label={t('kitchen.recall.openCount', { count: recalls.length })}
            count={recalls.length}
            dialog={(open, onOpenChange) => <RecallDialog {...{ open, onOpenChange }} list={recalls} />}
          />
          <SoundButton className="min-h-14 min-w-14 text-lg" />
          {menu}
        </div>
      </div>
    </header>
  )
})

interface StationTabsProps extends Pick<KitchenHeadProps, 'stations'> {
  orders: readonly Order[] | undefined
}

function StationTabs({ orders, stations }: StationTabsProps) {
  const { all, chosen, toggle } = stations
  const counts = new Map<number, number>()
  for (const { status, items } of orders ?? []) {
    if (!isInKitchen(status)) continue
    for (const id of new Set(items.filter(isToCook).map(({ stationId }) => stationIdOf(all, stationId))))
      counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return (
    <fieldset
      aria-label={t('kitchen.stations')}
      className="no-scrollbar -my-1.5 flex min-w-0 gap-1.5 overflow-x-auto py-1.5 max-sm:order-last max-sm:basis-full"
    >
      {all.map((station) => {
        const isChosen = chosen.includes(station.id)
        const name = nameIn(language, station)
        const count = orders && (counts.get(station.id) ?? 0)
        return (
          <button
            key={station.id}
            type="button"
            aria-pressed={isChosen}
            aria-label={count === undefined ? name : t('kitchen.stationCount', { name, count })}
            onClick={() => toggle(station.id)}
            className={cx(
              'pill min-h-14 gap-2.5 px-4 text-lg -outline-offset-2 transition-colors',
              isChosen ? 'bg-ink text-paper' : 'bg-sunk text-muted hover:text-ink',
            )}
          >
            {name}
            <span
              className={cx(
                'figures min-w-7 rounded-full px-1.5 py-0.5 text-center text-base',
                isChosen ? 'bg-accent text-on-accent' : 'bg-card text-ink',
              )}
            >
              {count}
            </span>
          </button>
        )
      })}
    </fieldset>
  )
}

/** What needs attention, in words: what the strip says while nothing is wrong. */
const Troubles = memo(function Troubles({ counted, settings }: Pick<KitchenHeadProps, 'counted' | 'settings'>) {
  const now = useServerNow()
  const cards = counted?.cards ?? []
  const late = cards.filter(({ order }) => isLateOrder(order, settings, now)).length
  const toSee = cards
    .map(
      ({ notice, movedFrom, lines }) =>
        Number(notice !== undefined) +
        Number(movedFrom !== undefined) +
        lines.filter((line) => line.takenOff > 0).length,
    )
    .reduce((sum, count) => sum + count, 0)
  const texts = [late > 0 && t('kitchen.lateCount', { count: late }), toSee > 0 && t('kitchen.toSee', { count: toSee })]
  return (
    <p role="status" className="figures min-w-0 truncate font-semibold text-name text-muted">
      {texts.filter(Boolean).join(' · ')}
    </p>
  )
})
