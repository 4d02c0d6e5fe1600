import { ChefHat } from 'lucide-react'
import {
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { isLater } from '#shared/domain/orders/later.ts'
import { serverDate } from '../../lib/clock/server-clock.ts'
import { useIdleOrTouched } from '../../lib/loading/import-with-retry.ts'
import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { EmptyState, StatusStrip, useTranslation } from '../../ui/index.ts'
import { type RingPolicy, useIsBoardLoaded, useLiveNotice, useScreenNotice, useSoundNotice } from '../orders/index.ts'
import { CardFragmentView, numberedIds, tickRest } from './card-head.tsx'
import { hasLines, type KitchenCard, useCards, useRemembered } from './cards.ts'
import { Columns, type Reveal } from './columns.tsx'
import { chosenDish, DishesSidebar, useDishesToMake } from './dishes-list.tsx'
import { KitchenHead, Troubles } from './kitchen-head.tsx'
import { type CardFragment, divide } from './layout.ts'
import { readStations, useStations } from './stations.ts'
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
// For phones only.
const DishesSheet = lazyPart(() => import('./dishes-sheet.tsx'))

const GAP_REM = 0.75

/** The screen of the kitchen. @param menu the button at the end of its head */
export function KitchenScreen({ menu }: { menu: ReactNode }) {
  const { t, language } = useTranslation()
  const settings = useSettings()
  const stations = useStations()
  const { orders, later, cards } = useCards(stations.isMine)
  useRemembered(stations.isMine, orders)
  const list = { cards, dishes: useDishesToMake(cards), language }
  const isLoaded = useIsBoardLoaded()
  const area = useRef<HTMLDivElement>(null)
  const [sidebarFoot, setSidebarFoot] = useState<HTMLElement | null>(null)
  const reveal = useRef<Reveal>(undefined)
  const size = useSize(area)
  const isIdle = useIdleOrTouched()
  useLayoutEffect(() => {
    const ids = cards.slice(0, NUMBERED).map(({ order }) => order.id)
    if (String(ids) !== String(numberedIds.get())) numberedIds.set(ids)
  }, [cards])
  useEffect(() => {
    readStations()
    return () => chosenDish.set(undefined)
  }, [])
  const tickChosen = useCallback((card: KitchenCard) => tickRest(card, language), [language])
  const fragment = useCallback(
    (card: KitchenCard, { index, from, to, isLast }: CardFragment) => (
      <CardFragmentView card={card} index={index} from={from} to={to} isLast={isLast} settings={settings} />
    ),
    [settings],
  )
  const notices = [useLiveNotice(), useSoundNotice(), useScreenNotice()].filter((notice) => notice !== undefined)
  const troubles = <Troubles cards={cards} minutes={settings.kitchenMinutes} />
  const isEmpty = isLoaded && cards.length === 0
  const gap = GAP_REM * (size?.rem ?? 16)
  const widths = size && divide(size.width, gap, size.rem / 16)
  return (
    <div className="kitchen-screen flex h-dvh flex-col overflow-hidden">
      <KitchenHead orders={orders} later={later} stations={stations} settings={settings} menu={menu} />
      <StatusStrip notices={notices} idle={troubles} className="px-3" />
      <Suspense fallback={null}>
        {isIdle && <Keys screen={area} cards={cards} reveal={reveal} tickRest={tickChosen} />}
      </Suspense>
      <main className="min-h-0 flex-1 px-3 py-2">
        {notices.length > 0 && <div className="sr-only">{troubles}</div>}
        <div ref={area} className="flex h-full" style={{ gap }}>
          {isEmpty && (
            <div className="grid min-w-0 flex-1 place-items-center">
              <EmptyState icon={<ChefHat />} title={t('kitchen.empty')} description={t('kitchen.emptyDescription')} />
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
              tool={widths.sidebar > 0 ? undefined : <DishesSheet {...list} />}
              sidebarFoot={sidebarFoot}
              fragment={fragment}
            />
          )}
          {isLoaded && !isEmpty && widths && widths.sidebar > 0 && (
            <DishesSidebar {...list} width={widths.sidebar} foot={setSidebarFoot} />
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
