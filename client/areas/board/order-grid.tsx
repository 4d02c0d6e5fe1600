import { type MouseEvent, type ReactNode, startTransition, useEffect, useLayoutEffect, useState } from 'react'
import type { Order } from '#shared/contracts/orders.ts'
import { isLater } from '#shared/domain/orders/later.ts'
import { serverDate } from '../../lib/clock/server-clock.ts'
import { afterPaint, NearEnd } from '../../lib/loading/list.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { cx, SharedActionMenu, useFocusOnRemoval } from '../../ui/index.ts'
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

/** The number of cards rendered first, a row on a tablet, so that a tap responds fast. */
const FIRST_CARDS = 3
/** The number of cards in the first two rows, which are in sight at first: their estimated heights would move. */
const ALWAYS_VISIBLE_CARDS = 10
/** The cards are rendered up to a multiple of this, the next one each time their end is near. */
const CARDS_PER_STEP = 6

/** The cards of orders in columns of their own: each lies under the shortest column, in the order of the list. */
export function OrderGrid({ orders }: { orders: readonly Order[] }) {
  const [limit, setLimit] = useState(FIRST_CARDS)
  useEffect(() => afterPaint(() => startTransition(() => setLimit(CARDS_PER_STEP))), [])
  // One subscription for the whole list instead of one per card.
  const settings = useSettings()
  const now = serverDate()
  const newestId = Math.max(...orders.filter(({ seenAt }) => seenAt === null).map(({ id }) => id))
  return (
    <>
      <ul onClickCapture={stopDoubleTap} className={`-m-1.5 ${COLUMNS}`}>
        <SharedActionMenu>
          {orders.slice(0, limit).map((order, index) => (
            <Cell key={order.id} isAlwaysVisible={index < ALWAYS_VISIBLE_CARDS}>
              <CardBoundary order={order}>
                <OrderCard
                  order={order}
                  settings={settings}
                  isForLater={isLater(order, now)}
                  isNewest={order.id === newestId}
                />
              </CardBoundary>
            </Cell>
          ))}
        </SharedActionMenu>
      </ul>
      {limit >= CARDS_PER_STEP && orders.length > limit && (
        <NearEnd key={limit} onNear={() => startTransition(() => setLimit(limit + CARDS_PER_STEP))} />
      )}
    </>
  )
}

/** Ignores the second tap of a double tap: it would hit the card that took the first one's position. */
export function stopDoubleTap(event: MouseEvent<HTMLElement>): void {
  // React events also bubble here from the lists and dialogs that cards open elsewhere in the page.
  const isOnCard = event.target instanceof Node && event.currentTarget.contains(event.target)
  if (!isOnCard || !recordTap(event.nativeEvent)) return
  event.preventDefault()
  event.stopPropagation()
}

/** A place in the grid, as many rows high as its card. When the card leaves its sub-tab, the focus moves to the next one. */
function Cell({ isAlwaysVisible, children }: { isAlwaysVisible: boolean; children: ReactNode }) {
  const ref = useFocusOnRemoval<HTMLLIElement>()
  useLayoutEffect(() => {
    const cell = ref.current
    if (!cell) return
    const span = (height: number) => {
      // Not a custom property: all elements of the card would inherit it, and their styles be computed again.
      cell.style.gridRow = `span ${Math.ceil(height / ROW_PX)}`
    }
    // The observer reports a height before the browser paints, but not always before the first time.
    if (isAlwaysVisible) {
      const { height } = cell.getBoundingClientRect()
      // Once all cards are measured: writing between two of them would lay the page out for each card.
      queueMicrotask(() => span(height))
    }
    const observer = new ResizeObserver(([entry]) => span(entry?.borderBoxSize[0]?.blockSize ?? 0))
    observer.observe(cell, { box: 'border-box' })
    return () => observer.disconnect()
  }, [ref, isAlwaysVisible])
  return (
    <li
      ref={ref}
      className={cx(
        // The padding leaves room for the card's shadow, which `content-visibility` would clip.
        'p-1.5',
        IN_COLUMN,
        // The browser does not render cards outside the viewport.
        !isAlwaysVisible && '[contain-intrinsic-size:auto_400px] [content-visibility:auto]',
      )}
    >
      {children}
    </li>
  )
}
