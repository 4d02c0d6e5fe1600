import { ChefHat } from 'lucide-react'
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { DEFAULT_KITCHEN_MINUTES } from '#shared/domain/kitchen.ts'
import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/parts/empty-state.tsx'
import { LiveBanner, type RingPolicy, ScreenAdvice, SoundPrompt, useIsBoardLoaded } from '../orders/index.ts'
import { CardFragmentView } from './card-fragment.tsx'
import { numberedIds } from './card-head.tsx'
import { type KitchenCard, useCards, useRemembered } from './cards.ts'
import { Columns, type Reveal } from './columns.tsx'
import { chosenDish, DishesSidebar, useDishesToMake } from './dishes-list.tsx'
import { NUMBERED, useKitchenKeys } from './keys.ts'
import { KitchenHead } from './kitchen-head.tsx'
import { type CardFragment, divide } from './layout.ts'
import { isToCook } from './seen.ts'
import { LARGE_TARGETS, readStations, useStations } from './stations.ts'
import './kitchen.css'

/** Rings for the orders of which the chosen stations cook something; no toasts, since every change is in sight. */
export function useKitchenRingPolicy(): RingPolicy {
  const { isMine } = useStations()
  return useMemo(
    () => ({ isFor: ({ items }) => items.some((line) => isMine(line) && isToCook(line)), withToasts: false }),
    [isMine],
  )
}

// For phones only.
const DishesSheet = lazyPart(() => import('./dishes-sheet.tsx'))

const GAP_REM = 0.75

/** The screen of the kitchen. @param menu the button at the end of its head */
export function KitchenScreen({ menu }: { menu: ReactNode }) {
  const { t } = useTranslation()
  const settings = useSettings()
  const { language, timeZone, kitchenMinutes = DEFAULT_KITCHEN_MINUTES } = settings
  const stations = useStations()
  useRemembered(stations.isMine)
  const { orders, cards } = useCards(stations.isMine)
  const list = { cards, dishes: useDishesToMake(cards), language }
  const isLoaded = useIsBoardLoaded()
  const area = useRef<HTMLDivElement>(null)
  const [sidebarFoot, setSidebarFoot] = useState<HTMLElement | null>(null)
  const reveal = useRef<Reveal>(undefined)
  const size = useSize(area)
  useKitchenKeys(area, cards, reveal, language)
  useLayoutEffect(() => {
    const ids = cards.slice(0, NUMBERED).map(({ order }) => order.id)
    if (String(ids) !== String(numberedIds.get())) numberedIds.set(ids)
  }, [cards])
  useEffect(() => {
    readStations()
    return () => chosenDish.set(undefined)
  }, [])
  const fragment = useCallback(
    (card: KitchenCard, { index, from, to, isLast }: CardFragment) => (
      <CardFragmentView
        card={card}
        index={index}
        from={from}
        to={to}
        isLast={isLast}
        language={language}
        timeZone={timeZone}
        minutes={kitchenMinutes}
      />
    ),
    [language, timeZone, kitchenMinutes],
  )
  const gap = GAP_REM * (size?.rem ?? 16)
  const widths = size && divide(size.width, gap, size.rem / 16)
  return (
    <div className="kitchen-screen flex h-dvh flex-col overflow-hidden">
      <KitchenHead orders={orders} cards={cards} stations={stations} settings={settings} menu={menu} />
      <div className={cx('flex shrink-0 flex-col gap-2 px-3 pt-2 empty:hidden', LARGE_TARGETS)}>
        <LiveBanner />
        <SoundPrompt />
        <ScreenAdvice />
      </div>
      <main className="min-h-0 flex-1 p-3">
        <div ref={area} className="flex h-full" style={{ gap }}>
          {isLoaded && cards.length === 0 && (
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
          {widths && widths.sidebar > 0 && <DishesSidebar {...list} width={widths.sidebar} foot={setSidebarFoot} />}
        </div>
      </main>
    </div>
  )
}

interface Size {
  width: number
  height: number
  /** Pixels of a rem. */
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
