import { type MouseEvent, type ReactNode, startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { Order } from '#shared/contracts/orders.ts'
import { useSettings } from '../../../entities/settings/index.ts'
import { cx } from '../../../ui/cx.ts'
import { useFocusLeaving } from '../../../ui/focus-neighbour.ts'
import { useNear } from '../../../ui/use-near.ts'
import { CardBoundary } from '../card/card-boundary.tsx'
import { isDoubleTap } from '../card/double-tap.ts'
import { OrderCard } from '../card/order-card.tsx'

/** A tablet's row of cards is drawn at once, so that a tap responds on a slow one; the others follow. */
const AT_ONCE = 3
/** The cards of the first row, which every screen shows. */
const NEVER_SKIPPED = 4
/** Beyond so many, cards are drawn as one scrolls towards them. */
const STEP = 18

export function OrderGrid({ orders }: { orders: readonly Order[] }) {
  const [room, setRoom] = useState(STEP)
  const fitting = useMemo(() => orders.slice(0, room), [orders, room])
  const later = useDeferredValue(fitting)
  // Not useDeferredValue's own initial value: React skips it when the whole view is drawn in a deferred pass, as after a search.
  const [begun, setBegun] = useState(false)
  useEffect(() => whenShown(() => startTransition(() => setBegun(true))), [])
  const drawn = begun ? later : fitting.slice(0, AT_ONCE)
  // One for the whole list: with one for each card there would be hundreds.
  const settings = useSettings()
  return (
    <>
      <ul
        onClickCapture={stopDoubleTap}
        className="-m-1.5 grid grid-cols-[repeat(auto-fill,minmax(min(100%,19.5rem),1fr))] items-start"
      >
        {drawn.map((order, index) => (
          // The padding leaves room for the card's shadow, which would be cut off with the rest of what is out of sight.
          <Cell
            key={order.id}
            className={cx(
              'p-1.5',
              // The browser skips those that are out of sight.
              index >= NEVER_SKIPPED && '[contain-intrinsic-size:auto_400px] [content-visibility:auto]',
            )}
          >
            <CardBoundary order={order}>
              <OrderCard order={order} settings={settings} />
            </CardBoundary>
          </Cell>
        ))}
      </ul>
      {orders.length > room && <EndInSight key={room} onReached={() => setRoom(room + STEP)} />}
    </>
  )
}

/** Calls after the frame that shows what was just drawn: work that began before would delay it. @returns a way to give up */
function whenShown(then: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(then)
  })
  return () => {
    cancelAnimationFrame(frame)
    clearTimeout(timer)
  }
}

/** The second tap of a double one would hit the card that took the place of the first. */
function stopDoubleTap(event: MouseEvent<HTMLElement>): void {
  // React also hands on what happens in the lists and dialogs that cards open elsewhere in the page.
  const isOnCard = event.target instanceof Node && event.currentTarget.contains(event.target)
  if (!isOnCard || !isDoubleTap(event.nativeEvent)) return
  event.preventDefault()
  event.stopPropagation()
}

/** A card that was moved on leaves its sub-tab; a keyboard goes on with the next one. */
function Cell({ className, children }: { className: string; children: ReactNode }) {
  const ref = useFocusLeaving<HTMLLIElement>()
  return (
    <li ref={ref} className={className}>
      {children}
    </li>
  )
}

/** Tells when the list's end comes near. */
function EndInSight({ onReached }: { onReached: () => void }) {
  return <div ref={useNear<HTMLDivElement>(onReached, 1500)} aria-hidden="true" className="h-px" />
}
