import { CalendarClock, Undo2, Volume2, VolumeX } from 'lucide-react'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import type { Order } from '#shared/contracts/orders.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { stationIdOf } from '#shared/domain/kitchen.ts'
import { type Language, nameIn } from '#shared/domain/language.ts'
import { isInKitchen } from '#shared/domain/orders/order.ts'
import { formatTime } from '#shared/i18n/format.ts'
import { useServerNow } from '../../lib/clock/use-server-now.ts'
import { whenIdle } from '../../lib/loading/import-with-retry.ts'
import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { cx, SubjectDialog, useTranslation, Wordmark } from '../../ui/index.ts'
import { LivePill, switchBell, useIsAudible } from '../orders/index.ts'
import type { KitchenCard } from './cards.ts'
import { type IsMine, isToCook } from './seen.ts'
import { HEAD_BUTTON, LARGE_TARGETS, recallable, type useStations } from './stations.ts'

const RecallDialog = lazyPart(async () => ({ default: (await import('./dialogs.tsx')).RecallDialog }))
const LaterDialog = lazyPart(async () => ({ default: (await import('./dialogs.tsx')).LaterDialog }))

/** The button with the number of orders that the kitchen does not start with yet, and the dialog that lists them. */
function LaterButton({ orders, isMine }: { orders: readonly Order[]; isMine: IsMine }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const list = orders.map((order) => ({ order, lines: order.items.filter((line) => isMine(line) && isToCook(line)) }))
  if (orders.length === 0) return null
  return (
    <>
      <button
        type="button"
        aria-label={t('kitchen.laterCount', { count: orders.length })}
        onClick={() => setOpen(true)}
        className={HEAD_BUTTON}
      >
        <CalendarClock aria-hidden="true" className="size-5.5" />
        <span className="max-[56rem]:hidden">{t('kitchen.later')}</span>
        <span className="figures rounded-full bg-sunk px-2 py-0.5 text-body">{orders.length}</span>
      </button>
      <SubjectDialog subject={isOpen}>
        {(_, open) => <LaterDialog open={open} onOpenChange={setOpen} list={list} className={LARGE_TARGETS} />}
      </SubjectDialog>
    </>
  )
}

interface RecallButtonProps {
  orders: readonly Order[]
  isMine: IsMine
  language: Language
  timeZone: string
}

/** The button with the number of orders that can be called back, if any can, and the dialog that lists them. */
function RecallButton({ orders, isMine, language, timeZone }: RecallButtonProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  useEffect(() => whenIdle(() => void RecallDialog.prefetch()), [])
  const now = useServerNow()
  const list = useMemo(() => recallable(orders, isMine, now), [orders, isMine, now])
  if (list.length === 0 && !isOpen) return null
  return (
    <>
      <button
        type="button"
        aria-label={t('kitchen.recall.openCount', { count: list.length })}
        onClick={() => setOpen(true)}
        className={HEAD_BUTTON}
      >
        <Undo2 aria-hidden="true" className="size-5.5" />
        {/* In two lines where it has two words: the head has no room to spare. */}
        <span className="w-min text-left max-[56rem]:hidden">{t('kitchen.recall.open')}</span>
        <span className="figures rounded-full bg-sunk px-2 py-0.5 text-body">{list.length}</span>
      </button>
      <SubjectDialog subject={isOpen}>
        {(_, open) => (
          <RecallDialog open={open} onOpenChange={setOpen} list={list} language={language} timeZone={timeZone} />
        )}
      </SubjectDialog>
    </>
  )
}

interface KitchenHeadProps {
  orders: readonly Order[]
  later: readonly Order[]
  stations: ReturnType<typeof useStations>
  settings: Settings
  menu: ReactNode
}

export function KitchenHead({ orders, later, stations, settings, menu }: KitchenHeadProps) {
  const { t, language } = useTranslation()
  const { timeZone, restaurantName } = settings
  const hasTabs = stations.all.length > 1
  return (
    <header data-kept-free="" className="@container shrink-0 border-line border-b bg-card">
      <div className="flex min-h-16 flex-wrap items-center gap-2 px-3 py-1 sm:flex-nowrap">
        <h1 className={cx('mr-1', hasTabs ? 'shrink-0' : 'min-w-7')}>
          <Wordmark name={restaurantName} nameClass={hasTabs ? 'max-[80rem]:sr-only' : 'max-[30rem]:sr-only'} />
          <span className="sr-only"> {t('floor.kitchen')}</span>
        </h1>
        {hasTabs && <StationTabs orders={orders} stations={stations} />}
        <Time timeZone={timeZone} />
        <div className="ml-auto flex shrink-0 items-center gap-2">
          <LivePill
            className={cx(
              'min-h-12 px-4 text-lg! max-[40rem]:min-h-8 max-[40rem]:px-3',
              hasTabs && 'max-[56rem]:[&>span:last-child]:sr-only',
            )}
          />
          <LaterButton orders={later} isMine={stations.isMine} />
          <RecallButton orders={orders} isMine={stations.isMine} language={language} timeZone={timeZone} />
          <SoundSwitch />
          {menu}
        </div>
      </div>
    </header>
  )
}

function StationTabs({ orders, stations }: Pick<KitchenHeadProps, 'orders' | 'stations'>) {
  const { t, language } = useTranslation()
  const { all, chosen, toggle } = stations
  const counts = new Map<number, number>()
  for (const { status, items } of orders) {
    if (!isInKitchen(status)) continue
    for (const id of new Set(items.filter(isToCook).map(({ stationId }) => stationIdOf(all, stationId ?? null))))
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
        const count = counts.get(station.id) ?? 0
        return (
          <button
            key={station.id}
            type="button"
            aria-pressed={isChosen}
            aria-label={t('kitchen.stationCount', { name, count })}
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
export function Troubles({
  cards,
  minutes: [, late = 10] = [],
}: {
  cards: readonly KitchenCard[]
  minutes?: readonly number[]
}) {
  const { t } = useTranslation()
  const now = useServerNow()
  const lateCount = cards.filter(({ since, notice }) => !notice && now - since >= late * 60_000).length
  const toSee = cards.reduce(
    (sum, { notice, movedFrom, lines }) =>
      sum + (notice ? 1 : 0) + (movedFrom === undefined ? 0 : 1) + lines.filter(({ takenOff }) => takenOff > 0).length,
    0,
  )
  const texts = [
    ...(lateCount > 0 ? [t('kitchen.lateCount', { count: lateCount })] : []),
    ...(toSee > 0 ? [t('kitchen.toSee', { count: toSee })] : []),
  ]
  return (
    <p role="status" className="figures min-w-0 truncate font-semibold text-name text-muted">
      {texts.join(' · ')}
    </p>
  )
}

/** The time of day. If there is no room for it, it wraps out of sight, before anything else disappears. */
function Time({ timeZone }: { timeZone: string }) {
  const { t } = useTranslation()
  return (
    <div className="flex h-8 min-w-0 flex-[1_1_0] flex-wrap justify-end overflow-hidden">
      <span className="h-8 w-px" />
      <time className="display figures h-8 px-1 text-head leading-8">
        <span className="sr-only">{t('kitchen.timeNow')} </span>
        {formatTime(new Date(useServerNow()), timeZone)}
      </time>
    </div>
  )
}

function SoundSwitch() {
  const { t } = useTranslation()
  const isOn = useIsAudible()
  const Icon = isOn ? Volume2 : VolumeX
  return (
    <button
      type="button"
      aria-label={t('sound.name')}
      aria-pressed={isOn}
      onClick={() => switchBell(!isOn)}
      className={HEAD_BUTTON}
    >
      <Icon aria-hidden="true" className="size-5.5" />
      <span className="max-[80rem]:hidden">{t(isOn ? 'kitchen.sound.on' : 'kitchen.sound.off')}</span>
    </button>
  )
}
