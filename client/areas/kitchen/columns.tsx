import {
  memo,
  type ReactNode,
  type RefObject,
  startTransition,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react'
import { createPortal, flushSync } from 'react-dom'
import { countsFrom } from '#shared/domain/orders/later.ts'
import { useServerNow } from '../../lib/clock/server-clock.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { cx, Part, t } from '../../ui/index.ts'
import { ageText, lateAfter, orderAge } from '../orders/index.ts'
import { CardView } from './card.tsx'
import type { CardFragment, KitchenCard } from './cards.ts'
import { type Block, Heights } from './heights.ts'
import { nameOf } from './stations.ts'

/** The heights of a column and of the head of an order that waits, and the gap below each card, in pixels. */
interface ColumnSize {
  height: number
  head: number
  gap: number
}

/** The head of an order whose card is on a later page. */
type WaitingPlace = Pick<CardFragment, 'id' | 'column' | 'top'>

/** A card is broken only where this many of its lines fit below the card before it. */
const MIN_LINES = 2

/**
 * Places cards as a newspaper does: downwards, then in the next column. A card that does not fit below the one before it
 * is broken where enough of its lines do, or begins the next column. At the end of a page, where it would go on out of
 * sight, it waits for the next page, and all that are younger with it, unless half a column would stay without a card.
 * What is left of columns shows the heads of those that wait. No card that fits in a column is broken while one page holds
 * all without that. The browser's own columns repeat no head in WebKit, break below one dish or before the button there, and
 * leave no place for heads.
 * @param inSight how many columns a page has: those that are in sight together
 */
export function layOut(blocks: readonly Block[], size: ColumnSize, inSight: number) {
  const { height, head, gap } = size
  let { fragments, tops } = placeAll(blocks, size, inSight, false)
  if (tops.length > inSight) ({ fragments, tops } = placeAll(blocks, size, inSight, true))
  const begins = fragments.filter(({ index }) => index === 0)
  const heads: WaitingPlace[] = []
  let page = 0
  for (; page < tops.length; page += inSight) {
    const waiting = begins.filter(({ column }) => column >= page + inSight)
    for (let column = page; column < page + inSight; column += 1)
      for (let top = tops[column] ?? 0; top + head <= height; top += head + gap) {
        const next = waiting.shift()
        if (!next) break
        heads.push({ id: next.id, column, top })
      }
  }
  // Also the empty ones of the last page.
  return { fragments, heads, columns: page }
}

/** @param mayBreak otherwise no card that fits in a column is broken @returns also where each column has room again */
function placeAll(blocks: readonly Block[], { height, gap }: ColumnSize, inSight: number, mayBreak: boolean) {
  const fragments: CardFragment[] = []
  const tops: number[] = []
  let column = 0
  for (const block of blocks) {
    const end = column - (column % inSight) + inSight
    const top = tops[column] ?? 0
    let parts = fragmentsOf(block, height, column, top)
    const [first, last] = [parts[0], parts.at(-1)] as [CardFragment, CardFragment]
    const isBrokenWell = top === 0 || (mayBreak && first.to >= MIN_LINES)
    const mayGoOn = last.column < end || column < end - 1 || top <= height / 2
    if (!first.isLast && !(isBrokenWell && mayGoOn)) parts = fragmentsOf(block, height, column + 1, 0)
    for (const part of parts) {
      fragments.push(part)
      column = part.column
      tops[column] = part.top + part.height + gap
    }
  }
  return { fragments, tops }
}

/** The fragments of a card that begins here, each but the first at the top of the next column. */
function fragmentsOf(block: Block, height: number, column: number, top: number): CardFragment[] {
  const { id, head, repeatedHead, lines, foot, continuation } = block
  const fragments: CardFragment[] = []
  for (let from = 0; ; ) {
    const index = fragments.length
    const at = index === 0 ? top : 0
    const heightTo = (to: number) => {
      let sum = index === 0 ? head : repeatedHead
      for (let line = from; line < to; line += 1) sum += lines[line] ?? 0
      return sum
    }
    const room = height - at
    const whole = heightTo(lines.length) + foot
    const isLast = whole <= room || (at === 0 && lines.length - from <= 1)
    let to = isLast ? lines.length : at === 0 ? from + 1 : from
    // The last line stays with the foot.
    while (!isLast && to < lines.length - 1 && heightTo(to + 1) + continuation <= room) to += 1
    const needed = isLast ? whole : heightTo(to) + continuation
    fragments.push({ id, index, column: column + index, top: at, height: needed, from, to, isLast })
    if (isLast) return fragments
    from = to
  }
}

/** The width of a card at which the longest names still read well, and those of the sidebar. */
const MIN_COLUMN = 248
const SIDEBAR = { min: 196, max: 240 }

/**
 * Divides the width of the screen. On a narrow screen the sidebar shrinks first, then there is one column less
 * (docs/product/kitchen.md#kitchen-sizes).
 * @param width of all columns and the sidebar together
 * @param gap between two of them
 * @param scale by how much everything is larger than on a tablet
 * @returns a sidebar of 0 where there is no room for the dishes to make beside the cards
 */
export function divide(width: number, gap: number, scale: number) {
  const min = MIN_COLUMN * scale
  const columns = Math.floor((width - SIDEBAR.min * scale) / (min + gap))
  if (columns < 1) return { columns: 1, column: width, sidebar: 0 }
  const sidebar = Math.floor(Math.min(SIDEBAR.max * scale, width - columns * (min + gap)))
  return { columns, sidebar, column: Math.floor((width - sidebar - columns * gap) / columns) }
}

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
  bottomBar?: ReactNode
  /** Whether these are all cards: nothing is counted before. */
  isWhole: boolean
  /** Where these buttons are otherwise, so that they take no height from the cards. */
  sidebarFoot: HTMLElement | null
}

/** The height of the bar below the cards, in rem; its gap is that between columns. */
const BAR_REM = 3.5
/** The height of the head of an order that waits out of sight, in rem. */
const HEAD_REM = 3.5
const FONTS_TIMEOUT_MS = 1000

/**
 * The cards in columns as in a newspaper. Only those of the page in sight and the next column are mounted; a card is
 * placed by its height, measured once it is mounted, so that none is mounted again when another leaves.
 */
export const Columns = memo(function Columns(props: ColumnsProps) {
  const { cards, columns, width, gap, rem, reveal, bottomBar, isWhole, sidebarFoot } = props
  const settings = useSettings()
  const viewport = useRef<HTMLDivElement>(null)
  const [version, placeAgain] = useReducer((count: number) => count + 1, 0)
  // Cards are placed anew in the next frame, so that a tick is shown at once. Mounted in this one, their parts would be
  // reported to the page as an error: the observer has no turn for them.
  const heights = useMemo(() => new Heights(width, rem, () => startTransition(placeAgain)), [width, rem])
  const [first, setFirst] = useState(0)
  const height = bottomBar ? props.height - BAR_REM * rem - gap : props.height
  /** Cards are in sight once they are placed by the heights of their own font, so that they are placed once. */
  const [isPlaced, setPlaced] = useState(!document.fonts)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` says that `heights` has changed
  const layout = useMemo(() => {
    const blocks = cards.map((card) => heights.blockOf(card))
    return layOut(blocks, { height, head: HEAD_REM * rem, gap }, columns)
  }, [cards, heights, columns, height, gap, rem, version])
  const { fragments, heads } = layout
  const cardOf = (id: number) => cards.find(({ order }) => order.id === id)
  const start = Math.min(first, layout.columns - columns)
  const end = start + columns
  const page = Math.round(start / columns) * columns
  const columnOf = (orderId: number) => fragments.find(({ id }) => id === orderId)?.column
  const pageOf = (column: number) => column - (column % columns)
  const step = width + gap
  const near = fragments.filter(({ column }) => column >= start - 1 && column <= end)
  // What is out of sight is mounted after the frame, which it would delay.
  const mounted = useDeferredValue(near.map(({ id }) => id).join(), '').split(',')

  useEffect(() => heights.keep(cards), [heights, cards])
  useLayoutEffect(() => {
    if (heights.measureMounted()) placeAgain()
    // Measuring has requested the fonts that were missing. `ready` reports fonts that are all there only some frames later.
    if (!isPlaced && ![...document.fonts].some(({ status }) => status === 'loading')) setPlaced(true)
  })
  useEffect(() => {
    const timer = setTimeout(setPlaced, FONTS_TIMEOUT_MS, true)
    void document.fonts?.ready.then(() => setPlaced(true))
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    reveal.current = (orderId) => {
      const column = columnOf(orderId)
      if (column === undefined || (column >= start && column < end)) return
      flushSync(() => setFirst(pageOf(column)))
      viewport.current?.scrollTo({ left: pageOf(column) * step })
    }
  })

  /** The orders in sight. */
  const inSight = useRef<readonly number[]>([])
  useEffect(() => {
    // Once one of them is done, the next to cook is the oldest.
    if (inSight.current.some((id) => !cardOf(id))) scrollTo()
    inSight.current = near.filter(({ column }) => column >= start && column < end).map(({ id }) => id)
  })

  const scrollTo = (column = 0) => viewport.current?.scrollTo({ left: pageOf(column) * step, behavior: 'smooth' })
  const before = fragments.filter(({ column, index }) => index === 0 && column < page).length
  const waiting = fragments.filter(({ column, isLast }) => isLast && column >= page + columns).length
  const more = [
    { count: before, name: 'kitchen.beforeName', text: `← ${before}`, column: page - columns },
    {
      count: isWhole ? waiting : 0,
      name: 'kitchen.moreName',
      text: t('kitchen.more', { count: waiting }),
      column: page + columns,
    },
  ] as const
  const [toBefore, toAfter] = more.map(
    ({ count, name, text, column }) =>
      count > 0 && (
        <button
          key={name}
          type="button"
          aria-label={t(name, { count })}
          onClick={() => scrollTo(column)}
          className="large-target figures min-w-16 px-2 text-base last:ml-auto"
        >
          {text}
        </button>
      ),
  )
  return (
    <div className="flex min-w-0 flex-1 flex-col" style={{ gap }}>
      <section
        ref={viewport}
        aria-label={t('kitchen.orders')}
        onScroll={({ currentTarget }) => setFirst(Math.round(currentTarget.scrollLeft / step))}
        className="no-scrollbar relative -m-1 min-h-0 flex-1 snap-x snap-mandatory overflow-x-auto overflow-y-hidden p-1"
      >
        {/* Clipped, because each element would inherit that it is invisible. */}
        <div
          className={cx('relative h-full', !isPlaced && '[clip-path:inset(50%)]')}
          style={{ width: layout.columns * step - gap }}
        >
          {near.map(({ id, index, column, top, height: _, ...part }) => {
            const card = cardOf(id)
            if (!card || ((column < start || column >= end) && !mounted.includes(String(id)))) return null
            return (
              <div
                key={`${id}/${index}`}
                className={cx('absolute', column % columns === 0 && 'snap-start scroll-ml-1')}
                style={{ left: column * step, top, width }}
              >
                <CardView card={card} settings={settings} partRef={heights.part} index={index} {...part} />
              </div>
            )
          })}
          <ul aria-label={t('kitchen.next')} className="empty:hidden">
            {heads.map(({ id, column, top }) => {
              const card = column >= start && column < end && cardOf(id)
              return (
                card && (
                  <li key={id} data-kept-free="" className="absolute" style={{ left: column * step, top, width }}>
                    <WaitingHead card={card} onOpen={() => scrollTo(columnOf(id))} />
                  </li>
                )
              )
            })}
          </ul>
        </div>
      </section>
      {bottomBar && (
        <nav className="flex shrink-0 justify-between gap-3" style={{ height: `${BAR_REM}rem` }}>
          {toBefore}
          <Part>{bottomBar}</Part>
          {toAfter}
        </nav>
      )}
      {!bottomBar &&
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
})

/** The head of an order that waits out of sight, in one line: what it is called, its age, its dishes. A tap leads to it. */
function WaitingHead({ card: { order, toCook, notice }, onOpen }: { card: KitchenCard; onOpen: () => void }) {
  const settings = useSettings()
  const { minutes } = orderAge(countsFrom(order), useServerNow())
  const isLate = !notice && minutes >= lateAfter(settings)
  const dishes = toCook.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
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
        {t('floor.products', { count: dishes })}
      </span>
    </button>
  )
}
