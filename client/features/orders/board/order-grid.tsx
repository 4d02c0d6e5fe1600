import { type MouseEvent, type ReactNode, startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { Order } from '#shared/contracts/orders.ts'
import { useSettings } from '../../../entities/settings/index.ts'
import { whenShown } from '../../../lib/browser/when-shown.ts'
import { cx } from '../../../ui/cx.ts'
import { useFocusOnRemoval } from '../../../ui/focus-neighbour.ts'
import { SharedActionMenu } from '../../../ui/overlays/menu.tsx'
import { useNear } from '../../../ui/use-near.ts'
import { CardBoundary } from '../card/card-boundary.tsx'
import { recordTap } from '../card/double-tap.ts'
import { OrderCard } from '../card/order-card.tsx'

/** The number of cards rendered at once, a row on a tablet, so that a tap responds fast; the others follow. */
const FIRST_RENDER_CARDS = 3
/** The number of cards in the first row, which is always visible. */
const ALWAYS_VISIBLE_CARDS = 4
/** The number of cards added each time the end of the rendered cards is near. */
const CARDS_PER_STEP = 6
/** How near, in pixels. */
const NEAR_PX = 1000

export function OrderGrid({ orders }: { orders: readonly Order[] }) {
  const [limit, setLimit] = useState(CARDS_PER_STEP)
  const limited = useMemo(() => orders.slice(0, limit), [orders, limit])
  const deferred = useDeferredValue(limited)
  // React ignores useDeferredValue's initial value if the whole sub-tab renders in a deferred pass, as after a search.
  const [isFirstRenderDone, setFirstRenderDone] = useState(false)
  useEffect(() => whenShown(() => startTransition(() => setFirstRenderDone(true))), [])
  const rendered = isFirstRenderDone ? deferred : limited.slice(0, FIRST_RENDER_CARDS)
  // One subscription for the whole list instead of one per card.
  const settings = useSettings()
  return (
    <>
      <ul
        onClickCapture={stopDoubleTap}
        className="-m-1.5 grid grid-cols-[repeat(auto-fill,minmax(min(100%,19.5rem),1fr))] items-start"
      >
        <SharedActionMenu>
          {rendered.map((order, index) => (
            // The padding leaves room for the card's shadow, which `content-visibility` would clip.
            <Cell
              key={order.id}
              className={cx(
                'p-1.5',
                // The browser does not render cards outside the viewport.
                index >= ALWAYS_VISIBLE_CARDS && '[contain-intrinsic-size:auto_400px] [content-visibility:auto]',
              )}
            >
              <CardBoundary order={order}>
                <OrderCard order={order} settings={settings} />
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

/** When a card leaves its sub-tab, the focus moves to the next one. */
function Cell({ className, children }: { className: string; children: ReactNode }) {
  const ref = useFocusOnRemoval<HTMLLIElement>()
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
