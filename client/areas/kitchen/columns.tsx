import {
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react'
import { createPortal, flushSync } from 'react-dom'
import { countsFrom } from '#shared/domain/orders/later.ts'
import { useServerNow } from '../../lib/clock/use-server-now.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { cx, useTranslation } from '../../ui/index.ts'
import { ageText, orderAge } from '../orders/index.ts'
import { nameOf } from './card-head.tsx'
import type { KitchenCard } from './cards.ts'
import { blockOf, type CardFragment, layOut, measure, noHeights } from './layout.ts'

/** Moves to a card and mounts it, so that it can get the focus. */
export type Reveal = (orderId: number) => void

interface ColumnsProps {
  cards: readonly KitchenCard[]
  /** How many columns the screen has, and how wide each is; in pixels, as all here. */
  columns: number
  width: number
  height: number
  gap: number
  rem: number
  reveal: RefObject<Reveal | undefined>
  /** On a screen without the sidebar: shown between the buttons that lead to the other cards, in a bar below the cards. */
  tool?: ReactNode
  /** Where these buttons are otherwise, so that they take no height from the cards. */
  sidebarFoot: HTMLElement | null
  fragment: (card: KitchenCard, fragment: CardFragment) => ReactNode
}

/** The height of the bar below the cards, in rem; its gap is that between columns. */
const BAR_REM = 3.5
/** The height of the head of an order that waits out of sight, with the gap below it, in rem. */
const HEAD_REM = 4
/** Heights settle after two passes; this ends an oscillation. */
const MAX_PASSES = 4
const FONTS_TIMEOUT_MS = 1000

/**
 * The cards in columns as in a newspaper. Only those in sight and the next column are mounted; a card is placed by its
 * height, measured once it is mounted, so that none is mounted again when another leaves.
 */
export function Columns({
  cards,
  columns,
  width,
  height,
  gap,
  rem,
  reveal,
  tool,
  sidebarFoot,
  fragment,
}: ColumnsProps) {
  const { t } = useTranslation()
  const viewport = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: at another width everything has another height
  const heights = useMemo(noHeights, [width, rem])
  const [pass, measuredAgain] = useReducer((count: number) => count + 1, 0)
  const [first, setFirst] = useState(0)
  const passes = useRef(0)
  const hasBar = tool !== undefined
  const room = { height: hasBar ? height - BAR_REM * rem - gap : height, gap }
  /** Cards are in sight once they are packed by the heights of their own font, so that they are packed once. */
  const [isPacked, setPacked] = useState(document.fonts === undefined)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `pass` says that `heights` has changed
  const layout = useMemo(() => {
    const blocks = cards.map((card) => blockOf(card, heights, width, rem))
    const fragments = layOut(blocks, room, columns)
    return { fragments, columnsInAll: (fragments.at(-1)?.column ?? 0) + 1 }
  }, [cards, heights, columns, width, room.height, gap, rem, pass])

  const { fragments, columnsInAll } = layout
  const cardOf = useMemo(() => new Map(cards.map((card) => [card.order.id, card])), [cards])
  const start = Math.min(first, Math.max(0, columnsInAll - columns))
  const mounted = fragments.filter(({ column }) => column >= start - 1 && column <= start + columns)
  const step = width + gap

  useLayoutEffect(() => {
    if (!viewport.current) return
    const isChanged = measure(viewport.current, heights)
    passes.current = isChanged ? passes.current + 1 : 0
    if (isChanged && passes.current < MAX_PASSES) measuredAgain()
  })
  useEffect(() => {
    // The first text may have been measured in another font, which is not waited for long.
    let isUnmounted = false
    const pack = () => {
      if (isUnmounted) return
      measuredAgain()
      setPacked(true)
    }
    const timer = setTimeout(pack, FONTS_TIMEOUT_MS)
    void document.fonts?.ready.then(pack)
    return () => {
      isUnmounted = true
      clearTimeout(timer)
    }
  }, [])
  useEffect(() => {
    reveal.current = (orderId) => {
      const column = fragments.find(({ id }) => id === orderId)?.column
      if (column === undefined || (column >= start && column < start + columns)) return
      flushSync(() => setFirst(column))
      viewport.current?.scrollTo({ left: column * step })
    }
  }, [reveal, fragments, start, columns, step])

  const scrollTo = (column: number) => viewport.current?.scrollTo({ left: column * step, behavior: 'smooth' })
  const countOf = (some: readonly CardFragment[]) => new Set(some.map(({ id }) => id)).size
  const before = countOf(fragments.filter(({ column, isLast }) => isLast && column < start))
  const waiting = new Map(
    fragments
      .filter(({ column, index }) => index === 0 && column >= start + columns)
      .map(({ id, column }) => [id, column]),
  )
  const after = waiting.size
  /** Only below the last card in sight: above a card, the heads would come before what is older. */
  const lastInSight = fragments.findLast(({ column }) => column < start + columns)
  const roomBelow = room.height - gap - (lastInSight ? lastInSight.top + lastInSight.height : 0)
  const toBefore = before > 0 && (
    <MoreButton name={t('kitchen.beforeName', { count: before })} onClick={() => scrollTo(start - columns)}>
      {`← ${before}`}
    </MoreButton>
  )
  const toAfter = after > 0 && (
    <MoreButton name={t('kitchen.moreName', { count: after })} onClick={() => scrollTo(start + columns)}>
      {t('kitchen.more', { count: after })}
    </MoreButton>
  )
  return (
    <div className="flex min-w-0 flex-1 flex-col" style={{ gap }}>
      <section
        ref={viewport}
        aria-label={t('kitchen.orders')}
        onScroll={({ currentTarget }) => setFirst(Math.round(currentTarget.scrollLeft / step))}
        className="no-scrollbar relative -m-1 min-h-0 flex-1 snap-x snap-proximity overflow-x-auto overflow-y-hidden p-1"
      >
        <div className={cx('relative h-full', !isPacked && 'invisible')} style={{ width: columnsInAll * step - gap }}>
          {mounted.map((one) => {
            const card = cardOf.get(one.id)
            return (
              card && (
                <div
                  key={`${one.id}/${one.index}`}
                  className="absolute snap-start scroll-ml-1"
                  style={{ left: one.column * step, top: one.top, width }}
                >
                  {fragment(card, one)}
                </div>
              )
            )
          })}
          {after > 0 && (
            <WaitingHeads
              place={{ left: (start + columns - 1) * step, width, top: room.height - roomBelow }}
              cards={[...waiting.keys()]
                .slice(0, Math.max(0, Math.floor(roomBelow / (HEAD_REM * rem))))
                .flatMap((id) => cardOf.get(id) ?? [])}
              onOpen={(id) => scrollTo(waiting.get(id) ?? 0)}
            />
          )}
        </div>
      </section>
      {hasBar && (
        <nav className="flex shrink-0 justify-between gap-3" style={{ height: `${BAR_REM}rem` }}>
          {toBefore}
          <Suspense fallback={null}>{tool}</Suspense>
          {toAfter}
        </nav>
      )}
      {!hasBar &&
        sidebarFoot &&
        (toBefore || toAfter) &&
        createPortal(
          <nav className="flex gap-2 border-line border-t p-2 *:last:flex-1">
            {toBefore}
            {toAfter}
          </nav>,
          sidebarFoot,
        )}
    </div>
  )
}

function MoreButton({ name, onClick, children }: { name: string; onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={name}
      onClick={onClick}
      className="figures min-h-14 min-w-16 rounded-control border border-edge bg-card px-2 font-semibold text-base leading-tight last:ml-auto hover:bg-sunk"
    >
      {children}
    </button>
  )
}

interface WaitingHeadsProps {
  place: { left: number; top: number; width: number }
  /** Oldest first. */
  cards: readonly KitchenCard[]
  onOpen: (id: number) => void
}

/** The heads of the next orders, below the last card in sight. */
function WaitingHeads({ place, cards, onOpen }: WaitingHeadsProps) {
  const { t } = useTranslation()
  return (
    <ul aria-label={t('kitchen.next')} data-kept-free="" className="absolute empty:hidden" style={place}>
      {cards.map((card) => (
        <WaitingHead key={card.order.id} card={card} onOpen={() => onOpen(card.order.id)} />
      ))}
    </ul>
  )
}

/** The head of an order that waits out of sight, in one line: what it is called, its age, its dishes. A tap leads to it. */
function WaitingHead({ card: { order, toCook, notice }, onOpen }: { card: KitchenCard; onOpen: () => void }) {
  const { t } = useTranslation()
  const { kitchenMinutes: [, late = 10] = [] } = useSettings()
  const { minutes } = orderAge(countsFrom(order), useServerNow())
  const isLate = !notice && minutes >= late
  const dishes = toCook.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <li className="h-[4rem]">
      <button
        type="button"
        data-head-of={order.id}
        onClick={onOpen}
        className={cx(
          'figures flex h-[3.5rem] w-full flex-wrap content-center items-baseline gap-x-2 rounded-control border px-3 text-left text-base leading-tight',
          isLate ? 'border-ink bg-ink text-paper hover:opacity-90' : 'border-line bg-sunk hover:bg-line',
        )}
      >
        <span className="display text-xl leading-tight">{nameOf(t, order)}</span>
        {isLate && <strong className="ml-auto font-bold">{t('kitchen.late')}</strong>}
        <span className={cx('ml-auto', !isLate && 'text-muted')}>
          <span className={cx(isLate && 'font-bold')}>{ageText(t, minutes)}</span> ·{' '}
          {t('kitchen.dishes', { count: dishes })}
        </span>
      </button>
    </li>
  )
}
