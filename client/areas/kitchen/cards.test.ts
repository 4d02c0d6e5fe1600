import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Order, OrderLine, Ticket } from '#shared/contracts/orders.ts'
import { isInKitchen, ORDER_STATUSES } from '#shared/domain/orders/order.ts'
import { sampleOrder } from '../../testing/samples.ts'
import { cardOf, nextSeenState, type SeenState, withSeenLine, withSeenMove } from './cards.ts'

const DONE = '2026-11-20T17:50:00.000Z'
const [sample] = sampleOrder().items as [OrderLine]
const line = (id: number, fields: Partial<OrderLine> = {}): OrderLine => ({
  ...sample,
  id,
  quantity: 2,
  stationId: 1,
  ...fields,
})
const order = (items: OrderLine[], fields: Partial<Order> = {}) => sampleOrder({ tableNumber: 2, items, ...fields })
const isMine = ({ stationId }: OrderLine) => stationId === 1
const slip = (fields: Partial<Ticket>): Ticket => ({
  id: 2,
  kind: 'removal',
  at: DONE,
  itemId: null,
  quantity: 1,
  fromTable: null,
  toTable: null,
  printedAt: null,
  ...fields,
})

/** The card after the screen has shown each of these copies, one after another. */
function cardAfter(...copies: Order[]) {
  const seen = copies.reduce<SeenState | undefined>((before, copy) => nextSeenState(before, copy, isMine), undefined)
  return { seen, card: cardOf(copies.at(-1) as Order, seen, isMine) }
}

describe('the card of an order', () => {
  it('has only the lines of the chosen stations', () => {
    const { card } = cardAfter(order([line(1), line(2, { stationId: 2 }), line(3, { doneAt: DONE })]))
    expect(card?.lines.map((shown) => shown.line.id)).toEqual([1, 3])
    expect(card?.toCook.map(({ id }) => id)).toEqual([1])
    expect(cardAfter(order([line(2, { stationId: 2 })])).card).toBeUndefined()
  })

  it('leaves when cooks have ticked all its lines of this station', () => {
    const open = order([line(1), line(2, { stationId: 2 })])
    const ticked = {
      ...open,
      status: 'preparing' as const,
      items: [line(1, { doneAt: DONE }), line(2, { stationId: 2 })],
    }
    expect(cardAfter(open, ticked)).toEqual({ seen: undefined, card: undefined })
  })

  it.each(['delivered', 'completed'] as const)(
    'stays, marked, if the order is %s with open lines, until seen',
    (status) => {
      const open = order([line(1), line(2)])
      const ended = { ...open, status, items: open.items.map((item) => ({ ...item, doneAt: DONE })) }
      const { card } = cardAfter(open, ended)
      expect(card).toMatchObject({ notice: 'ended', toCook: [] })
      expect(cardOf(ended, undefined, isMine)).toBeUndefined()
    },
  )

  it('stays struck through when the order is cancelled, and says who did it', () => {
    const open = order([line(1), line(2, { doneAt: DONE })])
    const tickets = [slip({ kind: 'cancellation', user: 'ioana' })]
    const { card } = cardAfter(open, { ...open, status: 'cancelled', tickets })
    expect(card).toMatchObject({ notice: 'cancelled', cancellation: { at: DONE, user: 'ioana' } })
    expect(card?.lines.map((shown) => shown.line.id)).toEqual([1])
  })

  it('does not come back when an order is cancelled that was finished here', () => {
    const open = order([line(1), line(2, { stationId: 2 })])
    const ticked = { ...open, items: [line(1, { doneAt: DONE }), line(2, { stationId: 2 })] }
    expect(cardAfter(open, ticked, { ...ticked, status: 'cancelled' }).card).toBeUndefined()
  })

  it('shows portions that were taken off until they are seen, whatever else changes', () => {
    const open = order([line(1), line(2)])
    const less = {
      ...open,
      items: [line(1, { quantity: 0, removedQuantity: 2 }), line(2, { quantity: 1, removedQuantity: 1 })],
    }
    const tickets = [slip({ itemId: 1, user: 'ioana' }), slip({ id: 3, itemId: 2 })]
    const { seen, card } = cardAfter(open, { ...less, tickets }, { ...less, tickets, version: 9 })
    expect(card?.lines.map(({ takenOff, removal }) => [takenOff, removal?.user])).toEqual([
      [2, 'ioana'],
      [1, undefined],
    ])
    const later = less.items.reduce((before, item) => withSeenLine(before, item), seen as SeenState)
    expect(cardOf(less, later, isMine)?.lines.map((shown) => [shown.line.id, shown.takenOff])).toEqual([[2, 0]])
  })

  it('stays when its last open line is taken off, though the order is ready', () => {
    const open = order([line(1), line(2)])
    const ready = order([line(1, { doneAt: DONE }), line(2, { quantity: 0, removedQuantity: 2 })], { status: 'ready' })
    const { seen, card } = cardAfter(open, ready)
    expect(card?.lines.map(({ takenOff }) => takenOff)).toEqual([0, 2])
    const later = withSeenLine(seen as SeenState, ready.items[1] as OrderLine)
    expect(cardOf(ready, later, isMine)).toBeUndefined()
  })

  it('shows a move with the table that it showed, until it is seen', () => {
    const open = order([line(1)])
    const moved = { ...open, tableNumber: 9, movedFrom: 5 }
    const { seen, card } = cardAfter(open, { ...open, tableNumber: 5 }, moved)
    expect(card?.movedFrom).toBe(2)
    expect(cardOf(moved, withSeenMove(seen as SeenState, moved), isMine)?.movedFrom).toBeUndefined()
  })

  it('still has what nobody has seen after another station was chosen for a while', () => {
    const open = order([line(1), line(2)])
    const changed = order(
      [line(1, { quantity: 1, removedQuantity: 1 }), line(2, { quantity: 0, removedQuantity: 2 })],
      {
        tableNumber: 9,
      },
    )
    const isOfBar = ({ stationId }: OrderLine) => stationId === 2
    const { seen } = cardAfter(open, changed)
    const again = nextSeenState(nextSeenState(seen, changed, isOfBar), changed, isMine)
    expect(cardOf(changed, again, isOfBar)).toBeUndefined()
    const card = cardOf(changed, again, isMine)
    expect(card?.lines.map(({ takenOff }) => takenOff)).toEqual([1, 2])
    expect(card?.movedFrom).toBe(2)
    // What another device ticked meanwhile is no longer of interest.
    const done = order([line(1, { doneAt: DONE }), line(2, { doneAt: DONE })])
    expect(nextSeenState(cardAfter(open).seen, done, isOfBar)).toBeUndefined()
  })

  it('has no changes if this device has never shown the order', () => {
    const taken = order([line(1, { quantity: 0, removedQuantity: 2 }), line(2)], { movedFrom: 3 })
    const { card } = cardAfter(taken)
    expect(card?.lines.map((shown) => shown.line.id)).toEqual([2])
    expect(card).not.toHaveProperty('movedFrom')
    expect(cardAfter({ ...taken, status: 'cancelled' }).card).toBeUndefined()
  })
})

const someLine = fc.record({
  quantity: fc.integer({ min: 0, max: 3 }),
  removedQuantity: fc.integer({ min: 0, max: 3 }),
  done: fc.boolean(),
  station: fc.integer({ min: 1, max: 2 }),
})
const someOrder = fc.record({
  status: fc.constantFrom(...ORDER_STATUSES),
  table: fc.integer({ min: 1, max: 3 }),
  lines: fc.array(someLine, { minLength: 3, maxLength: 3 }),
})

it('whatever happens to an order: its open lines are always shown, learning again changes nothing, and it can be cleared', () => {
  fc.assert(
    fc.property(fc.array(someOrder, { minLength: 1, maxLength: 6 }), (states) => {
      const copies = states.map(({ status, table, lines }) =>
        order(
          lines.map(({ quantity, removedQuantity, done, station }, i) =>
            line(i + 1, { quantity, removedQuantity, doneAt: done ? DONE : null, stationId: station }),
          ),
          { status, tableNumber: table },
        ),
      )
      const last = copies.at(-1) as Order
      const { seen, card } = cardAfter(...copies)
      const open = last.items.filter((item) => isMine(item) && item.quantity > 0 && !item.doneAt)
      if (isInKitchen(last.status)) expect(card?.toCook ?? []).toEqual(open)
      else expect(card?.toCook ?? []).toEqual([])
      expect(nextSeenState(seen, last, isMine)).toEqual(seen)
      expect(
        cardOf(
          last,
          nextSeenState(
            nextSeenState(seen, last, () => false),
            last,
            isMine,
          ),
          isMine,
        ),
      ).toEqual(card)
      const later = seen && last.items.reduce((before, item) => withSeenLine(before, item), withSeenMove(seen, last))
      const cleared = cardOf(last, isInKitchen(last.status) ? later : undefined, isMine)
      expect(cleared?.lines.filter(({ takenOff }) => takenOff > 0) ?? []).toEqual([])
      expect(cleared?.movedFrom).toBeUndefined()
      expect(cleared !== undefined).toBe(isInKitchen(last.status) && open.length > 0)
    }),
  )
})
