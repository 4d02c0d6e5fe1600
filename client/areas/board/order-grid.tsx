import {
  type MouseEvent,
  type ReactNode,
  startTransition,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import type { Order } from '#shared/contracts/orders.ts'
import { useNear, whenShown } from '../../lib/browser/layout.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { cx } from '../../ui/cx.ts'
import { useFocusOnRemoval } from '../../ui/focus-neighbour.ts'
import { SharedActionMenu } from '../../ui/overlays/menu.tsx'
import { CardBoundary, recordTap } from '../orders/index.ts'
import { OrderCard } from './order-card.tsx'

/*
 * Cards of different heights in columns of their own, by the browser's grid alone: the rows are narrow, each card spans
 * as many of them as it is high, and dense placement puts a card under the shortest column. So the cards stay in the
 * document in their own order, for the keyboard and screen readers. On phones there is one column, and no rows.
 */

/** The height of a grid row, to which heights are rounded up. Firefox knows 10,000 rows. */
const ROW_PX = 6

const COLUMNS =
  'grid grid-cols-[repeat(auto-fill,minmax(min(100%,19.5rem),1fr))] items-start md:grid-flow-row-dense md:auto-rows-[6px]'
const IN_COLUMN = 'row-[span_80] min-w-0 max-md:row-auto!'

/**
 * Returns a function that gives a cell its number of rows, now and whenever its height changes, until the function that
 * it returns is called. It happens before the browser paints, and without a layout of its own.
 */
function useColumns(): (cell: HTMLElement) => () => void {
  const [observer] = useState(() => new ResizeObserver(setRows))
  useEffect(() => () => observer.disconnect(), [observer])
  const [observe] = useState(() => (cell: HTMLElement) => {
    observer.observe(cell, { box: 'border-box' })
    return () => observer.unobserve(cell)
  })
  return observe
}

function setRows(entries: readonly ResizeObserverEntry[]): void {
  for (const { target, borderBoxSize } of entries) {
    const height = borderBoxSize[0]?.blockSize ?? 0
    // Not a custom property: all elements of the card would inherit it, and their styles be computed again.
    if (target instanceof HTMLElement) target.style.gridRow = `span ${Math.ceil(height / ROW_PX)}`
  }
}

/** The number of cards rendered at once, a row on a tablet, so that a tap responds fast; the others follow. */
const FIRST_RENDER_CARDS = 3
/** The number of cards in the first row, which is always visible. */
const ALWAYS_VISIBLE_CARDS = 4
/** The number of cards added each time the end of the rendered cards is near. */
const CARDS_PER_STEP = 6
/** How near, in pixels. */
const NEAR_PX = 1000

interface OrderGridProps {
  orders: readonly Order[]
  /** Whether each card shows its status; false if the sub-tab shows it. */
  withStatus: boolean
}

/** The cards of orders in columns of their own: each lies under the shortest column, in the order of the list. */
export function OrderGrid({ orders, withStatus }: OrderGridProps) {
  const [limit, setLimit] = useState(CARDS_PER_STEP)
  const limited = useMemo(() => orders.slice(0, limit), [orders, limit])
  const deferred = useDeferredValue(limited)
  // React ignores useDeferredValue's initial value if the whole sub-tab renders in a deferred pass, as after a search.
  const [isFirstRenderDone, setFirstRenderDone] = useState(false)
  useEffect(() => whenShown(() => startTransition(() => setFirstRenderDone(true))), [])
  const rendered = isFirstRenderDone ? deferred : limited.slice(0, FIRST_RENDER_CARDS)
  // One subscription for the whole list instead of one per card.
  const settings = useSettings()
  const observe = useColumns()
  return (
    <>
      <ul onClickCapture={stopDoubleTap} className={`-m-1.5 ${COLUMNS}`}>
        <SharedActionMenu>
          {rendered.map((order, index) => (
            // The padding leaves room for the card's shadow, which `content-visibility` would clip.
            <Cell
              key={order.id}
              observe={observe}
              className={cx(
                'p-1.5',
                IN_COLUMN,
                // The browser does not render cards outside the viewport.
                index >= ALWAYS_VISIBLE_CARDS && '[contain-intrinsic-size:auto_400px] [content-visibility:auto]',
              )}
            >
              <CardBoundary order={order}>
                <OrderCard order={order} settings={settings} withStatus={withStatus} />
              </CardBoundary>
            </Cell>
          ))}
        </SharedActionMenu>
      </ul>
      {/* Only below a finished step: while its cards are not rendered, the end of the list is always near. */}
      {rendered.length === limit && orders.length > limit && (
        <ScrollSentinel key={limit} onReached={() => setLimit(limit + CARDS_PER_STEP)} />
      )}
    </>
  )
}

/** Ignores the second tap of a double tap: it would hit the card that took the first one's position. */
function stopDoubleTap(event: MouseEvent<HTMLElement>): void {
  // React events also bubble here from the lists and dialogs that cards open elsewhere in the page.
  const isOnCard = event.target instanceof Node && event.currentTarget.contains(event.target)
  if (!isOnCard || !recordTap(event.nativeEvent)) return
  event.preventDefault()
  event.stopPropagation()
}

interface CellProps {
  observe: ReturnType<typeof useColumns>
  className: string
  children: ReactNode
}

/** When a card leaves its sub-tab, the focus moves to the next one. */
function Cell({ observe, className, children }: CellProps) {
  const ref = useFocusOnRemoval<HTMLLIElement>()
  useLayoutEffect(() => (ref.current ? observe(ref.current) : undefined), [ref, observe])
  return (
    <li ref={ref} className={className}>
      {children}
    </li>
  )
}

/** Calls `onReached` when the end of the list is near the viewport. */
function ScrollSentinel({ onReached }: { onReached: () => void }) {
  return <div ref={useNear<HTMLDivElement>(onReached, NEAR_PX)} aria-hidden="true" className="h-px" />
}
