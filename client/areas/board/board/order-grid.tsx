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
import { whenShown } from '../../../lib/browser/when-shown.ts'
import { useSettings } from '../../../lib/settings/settings.ts'
import { cx } from '../../../ui/cx.ts'
import { useFocusOnRemoval } from '../../../ui/focus-neighbour.ts'
import { SharedActionMenu } from '../../../ui/overlays/menu.tsx'
import { useNear } from '../../../ui/use-near.ts'
import { CardBoundary, recordTap } from '../../orders/index.ts'
import { OrderCard } from '../card/order-card.tsx'
import { COLUMNS, IN_COLUMN, useColumns } from './columns.ts'

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
