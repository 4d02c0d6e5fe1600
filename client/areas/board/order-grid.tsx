import { type RefCallback, startTransition, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Order } from '#shared/contracts/orders.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { countsFrom, isLater, isUnseen } from '#shared/domain/orders/later.ts'
import { DROPDOWN_STATUSES, isOpen, nextStatus } from '#shared/domain/orders/order.ts'
import { serverNow, useServerNow } from '../../lib/clock/server-clock.ts'
import { openDialog } from '../../lib/dialogs/open-dialog.ts'
import { afterPaint, NearEnd } from '../../lib/loading/list.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import {
  Boundary,
  cx,
  focusOnRemoval,
  RowMenu,
  RowSelect,
  type RowTap,
  t,
  useRowTaps,
  useWhileOpen,
} from '../../ui/index.ts'
import { isLateOrder, markSeen, moveOn, orderAge, PlainCard, useChangingIds } from '../orders/index.ts'
import { printActions, printOrder, useOrderPrints, useReceiptLines } from '../printing/index.ts'
import { chooseStatus } from './choose-status.tsx'
import { type CardTap, OrderCard } from './order-card.tsx'

/*
 * Cards of different heights in columns of their own, by the browser's grid alone: the rows are narrow, each card spans
 * as many of them as it is high, and dense placement puts a card under the shortest column. So the cards stay in the
 * document in their own order, for the keyboard and screen readers. On phones there is one column, and no rows.
 */

/** The height of a grid row, to which heights are rounded up. Firefox knows 10,000 rows. */
const ROW_PX = 6
const COLUMNS =
  'grid grid-cols-[repeat(auto-fill,minmax(min(100%,19.5rem),1fr))] items-start md:grid-flow-row-dense md:auto-rows-[6px]'
// The padding leaves room for the card's shadow, which `content-visibility` would clip.
const CELL = 'row-[span_80] min-w-0 p-1.5 max-md:row-auto!'
/** The browser does not render cards outside the viewport. */
const BELOW = '[contain-intrinsic-size:auto_400px] [content-visibility:auto]'

/** The number of cards rendered first, a row on a tablet, so that a tap responds fast. */
const FIRST_CARDS = 3
/** The number of cards in the first two rows, which are in sight at first: their estimated heights would move. */
const ALWAYS_VISIBLE_CARDS = 10
/** The cards are rendered up to a multiple of this, the next one each time their end is near. */
const CARDS_PER_STEP = 6

/** An order that nobody has seen is marked as new for this long. */
const NEW_FOR_MS = 60_000

/**
 * The cards of orders in columns of their own: each lies under the shortest column, in the order of the list. The cards
 * share what each would need: the clock, the subscriptions, the observer, the lists and the handlers of taps.
 */
export function OrderGrid({ orders }: { orders: readonly Order[] }) {
  const settings = useSettings()
  const changing = useChangingIds()
  const { printing, failed } = useOrderPrints()
  const receipts = useReceiptLines()
  const [limit, setLimit] = useState(FIRST_CARDS)
  useEffect(() => afterPaint(() => startTransition(() => setLimit(CARDS_PER_STEP))), [])
  const [unfolded, setUnfolded] = useState<readonly number[]>([])
  const { grid, cell } = useCells()
  const find = (id: number) => orders.find((order) => order.id === id)

  const { taps, opened, close } = useRowTaps<CardTap>(({ id, name }) => {
    const order = find(id)
    if (!order) return
    const next = nextStatus(order)
    const does = {
      next: () => next && !changing.has(id) && moveOn(order, next),
      seen: () => markSeen(order),
      move: () => openDialog('moveOrder', id),
      pickup: () => openDialog('pickup', id),
      print: () => printOrder(order, 'receipt', settings),
      unfold: () => setUnfolded(unfolded.includes(id) ? unfolded.filter((one) => one !== id) : [...unfolded, id]),
    }
    if (name !== 'status' && name !== 'more') does[name]()
  })

  // It renders the cards' ages anew; a card that comes between two ticks is of the present.
  useServerNow()
  const now = serverNow()
  const date = new Date(now)
  const newestId = Math.max(...orders.filter(({ seenAt }) => seenAt === null).map(({ id }) => id))
  return (
    <>
      <ul ref={grid} data-taps="single" {...taps} className={`-m-1.5 ${COLUMNS}`}>
        {orders.slice(0, limit).map((order, index) => {
          const { id } = order
          const isForLater = isLater(order, date)
          const isUnseenNow = isUnseen(order, date)
          return (
            <li key={id} ref={cell} data-row={id} className={cx(CELL, index >= ALWAYS_VISIBLE_CARDS && BELOW)}>
              <Boundary failure={<PlainCard order={order} />}>
                <OrderCard
                  order={order}
                  settings={settings}
                  age={isOpen(order.status) && !isForLater ? orderAge(countsFrom(order), now).minutes : undefined}
                  isLate={isLateOrder(order, settings, now)}
                  isForLater={isForLater}
                  isUnseen={isUnseenNow}
                  isNew={isUnseenNow && now - Date.parse(countsFrom(order)) < NEW_FOR_MS}
                  isNewest={id === newestId}
                  isChanging={changing.has(id)}
                  isPrinting={printing.has(id)}
                  isUnprinted={failed.has(id)}
                  receipt={receipts[id]}
                  isUnfolded={unfolded.includes(id)}
                />
              </Boundary>
            </li>
          )
        })}
      </ul>
      {limit >= CARDS_PER_STEP && orders.length > limit && (
        <NearEnd key={limit} onNear={() => startTransition(() => setLimit(limit + CARDS_PER_STEP))} />
      )}
      <CardLists tap={opened} order={opened && find(opened.id)} settings={settings} onClose={close} />
    </>
  )
}

/**
 * The refs of the grid and of its cells. One observer gives each cell as many rows as its card is high; the focus of a
 * card that leaves its sub-tab moves to the next one.
 */
function useCells() {
  const grid = useRef<HTMLUListElement>(null)
  const [observer] = useState(
    () =>
      new ResizeObserver((entries) => {
        for (const { target, borderBoxSize } of entries) span(target as HTMLElement, borderBoxSize[0]?.blockSize ?? 0)
      }),
  )
  const cell = useCallback<RefCallback<HTMLLIElement>>(
    (element) => {
      if (!element) return
      observer.observe(element, { box: 'border-box' })
      const passFocusOn = focusOnRemoval(element)
      return () => {
        observer.unobserve(element)
        passFocusOn()
      }
    },
    [observer],
  )
  // The observer reports a height before the browser paints, but not always before the first time.
  useLayoutEffect(() => {
    const cells = [...(grid.current?.children ?? [])].slice(0, ALWAYS_VISIBLE_CARDS) as HTMLElement[]
    const added = cells.filter(({ style }) => style.gridRow === '')
    // First all heights: writing between two of them would lay the page out for each card.
    const heights = added.map((element) => element.getBoundingClientRect().height)
    for (const [index, element] of added.entries()) span(element, heights[index] as number)
  })
  return { grid, cell }
}

function span(cell: HTMLElement, height: number): void {
  // Not a custom property: all elements of the card would inherit it, and their styles be computed again.
  cell.style.gridRow = `span ${Math.ceil(height / ROW_PX)}`
}

/** The look of a status that loses the order, after a question: red, below a line. */
const LOSES =
  'relative mt-[13px] text-cancelled before:absolute before:inset-x-0 before:-top-[7px] before:border-line before:border-t'

interface CardListsProps {
  tap: RowTap<CardTap> | undefined
  /** Undefined also once the order has left. */
  order: Order | undefined
  settings: Settings
  onClose: () => void
}

/** The lists that a card opens: its statuses, and what can be printed besides the receipt. */
function CardLists({ tap, order, settings, onClose }: CardListsProps) {
  const shown = useWhileOpen(order !== undefined, order)
  if (!shown) return null
  const at = (name: CardTap) => (order && tap?.name === name ? tap : undefined)
  return (
    <>
      <RowSelect
        key={shown.id}
        tap={at('status')}
        // A completed order's status is not one of the five options.
        value={DROPDOWN_STATUSES.find((status) => status === shown.status) ?? null}
        options={DROPDOWN_STATUSES.map((value) => ({
          value,
          label: t(`orders.status.${value}`),
          className: value === 'cancelled' && shown.status !== 'cancelled' ? LOSES : undefined,
        }))}
        onChoose={(status) => void chooseStatus(shown, status)}
        onClose={onClose}
      />
      <RowMenu tap={at('more')} actions={printActions(shown, settings)} onClose={onClose} />
    </>
  )
}
