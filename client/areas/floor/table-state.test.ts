import { describe, expect, it } from 'vitest'
import { MAX_LINES, MAX_QUANTITY } from '#shared/domain/orders/cart.ts'
import { ago, floorTable, floorLine as line, FLOOR_NOW as NOW, round, tableCall } from '../../testing/floor-samples.ts'
import { sampleDish } from '../../testing/samples.ts'
import { linesDone } from '../orders/index.ts'
import { callsToRing, RING_AGAIN_MS } from './floor-requests.ts'
import { type Round, withNotes, withOneMore, withOptionsOf, withQuantity } from './round/round-drafts.ts'
import { roundOrder, roundTotal, shownLines } from './round/round-order.ts'
import { floorTasks, namesAt, tileOf } from './table-state.ts'

describe('table state', () => {
  const bill = tableCall({ id: 2, kind: 'bill', method: 'card' })
  const taken = tableCall({ id: 3, status: 'taken', takenBy: 'Ana' })
  const ready = round({ status: 'ready', items: [line(), line({ id: 2 }), line({ id: 3, quantity: 0 })] })
  const session = { id: 'a-session-of-this-table' }

  describe('a tile', () => {
    it.each([
      ['free', floorTable(), [], 'free'],
      ['reserved', floorTable({ status: 'reserved' }), [], 'reserved'],
      ['in use, though reserved by hand', floorTable({ status: 'reserved' }), [round()], 'busy'],
      ['occupied by hand', floorTable({ status: 'occupied' }), [], 'busy'],
      ['with guests who have not ordered yet', floorTable({ status: 'occupied', session }), [], 'choosing'],
      ['with a round in the kitchen', floorTable({ session }), [round()], 'busy'],
      ['with a served round', floorTable(), [round({ status: 'delivered' })], 'busy'],
      ['with a ready round', floorTable(), [round(), ready], 'ready'],
      ['that calls, though a round is ready', floorTable({ calls: [tableCall()] }), [ready], 'waiter'],
      ['that asks for the bill and calls', floorTable({ calls: [tableCall(), bill] }), [], 'bill'],
      ['to which somebody is on the way', floorTable({ calls: [taken] }), [round()], 'taken'],
      ['with a ready round, while somebody is on the way', floorTable({ calls: [taken] }), [ready], 'ready'],
    ])('of a table %s', (_, table, rounds, state) => {
      expect(tileOf(table, rounds, NOW, false).state).toBe(state)
    })

    it('says first that a round was not sent', () => {
      expect(tileOf(floorTable({ calls: [bill] }), [ready], NOW, true).state).toBe('unsent')
    })

    it('counts the lines of ready rounds, without those that were taken off', () => {
      expect(tileOf(floorTable(), [ready, round({ items: [line({ doneAt: ago(1) })] })], NOW, false).ready).toBe(2)
    })

    it('counts whole minutes since the table is in use, also before the server has counted a new round', () => {
      const minutes = (since: string | null, rounds = [round({ createdAt: ago(2.5) })]) =>
        tileOf(floorTable({ since }), rounds, NOW, false).minutes
      expect([minutes(ago(48.9)), minutes(null), minutes(null, []), minutes(ago(-1))]).toEqual([48, 2, null, 0])
    })
  })

  describe('what is wanted', () => {
    it('is rounds that were not sent, calls, then ready rounds, then taken calls, each oldest first', () => {
      const tables = [
        floorTable({ calls: [{ ...taken, at: ago(30) }, tableCall({ id: 4, at: ago(1) })] }),
        floorTable({ id: 80, number: 8, calls: [{ ...bill, at: ago(9) }] }),
      ]
      const late = round({
        id: 5,
        status: 'ready',
        items: [line({ doneAt: ago(2) }), line({ id: 2, doneAt: ago(40) })],
      })
      const early = round({ id: 6, status: 'ready', items: [line({ doneAt: ago(3) })] })
      const wanted = floorTasks(
        tables,
        [late, round(), early, round({ id: 7, status: 'delivered' })],
        new Map([[80, ago(1)]]),
      )
      expect(
        wanted.map(
          (task) =>
            `${task.kind} ${'call' in task ? task.call.id : 'round' in task ? task.round.id : task.table.number}`,
        ),
      ).toEqual(['unsent 8', 'call 2', 'call 4', 'ready 6', 'ready 5', 'taken 3'])
    })

    it('has a ready takeaway, which has no tile', () => {
      expect(floorTasks([], [round({ tableId: null, tableNumber: null, status: 'ready' })])).toHaveLength(1)
    })

    it('is ready since the order changed if no line says when', () => {
      expect(floorTasks([], [round({ status: 'ready', updatedAt: ago(4) })])[0]?.at).toBe(ago(4))
    })
  })

  it('lines that were taken off count neither as done nor as ordered', () => {
    const items = [line({ doneAt: ago(1) }), line({ id: 2 }), line({ id: 3, quantity: 0, doneAt: ago(1) })]
    expect(linesDone(round({ items }))).toEqual({ done: 1, all: 2 })
  })

  it('names at a table are listed once', () => {
    const items = [line({ guestName: 'Ana' }), line({ id: 2, guestName: 'Mihai' }), line({ id: 3, guestName: 'Ana' })]
    expect(namesAt([round({ items }), round({ id: 2, items: [line()] })])).toEqual(['Ana', 'Mihai'])
  })

  it('a call rings at once, and again after two minutes, until somebody takes it', () => {
    const rings = (rungAt: [number, number][]) =>
      callsToRing([tableCall(), taken], new Map(rungAt), NOW).map(({ id }) => id)
    expect(rings([])).toEqual([1])
    expect(rings([[1, NOW - RING_AGAIN_MS + 1]])).toEqual([])
    expect(rings([[1, NOW - RING_AGAIN_MS]])).toEqual([1])
  })
})

describe('round drafts', () => {
  const soup = { menuItemId: 7, guestName: null }
  const soupOfTwo = { menuItemId: 7, guestName: 'seat 2' }

  describe('a round', () => {
    it('counts a dish for each seat, and for the whole table', () => {
      const round = [soup, soupOfTwo, soup].reduce<Round>(withOneMore, [])
      expect(round.map(({ guestName, quantity }) => [guestName, quantity])).toEqual([
        [null, 2],
        ['seat 2', 1],
      ])
      expect(withQuantity(round, soup, 0)).toEqual([{ ...soupOfTwo, quantity: 1, notes: '' }])
    })

    it('counts a dish for each choice of options, and adds up lines that become equal', () => {
      const large = { ...soup, options: [2] }
      const round = [large, soup, { ...soup, options: [1] }].reduce<Round>(
        (lines, seat) => withOneMore(lines, seat),
        [],
      )
      expect(round.map(({ options, quantity }) => [options, quantity])).toEqual([
        [[2], 1],
        [undefined, 1],
        [[1], 1],
      ])
      expect(
        withOptionsOf(round, { ...soup, options: [1] }, [2]).map(({ options, quantity }) => [options, quantity]),
      ).toEqual([
        [[2], 2],
        [undefined, 1],
      ])
    })

    it('takes no more than an order may have', () => {
      const full = withQuantity(withOneMore([], soup), soup, MAX_QUANTITY)
      expect(withOneMore(full, soup)).toEqual(full)
      const long = Array.from({ length: MAX_LINES }, (_, menuItemId) => ({ menuItemId, guestName: 'seat 1' }))
      const round = long.reduce<Round>(withOneMore, [])
      expect(withOneMore(round, soup)).toHaveLength(MAX_LINES)
    })

    it('is ordered for its table, with prices of the menu, notes and seats', () => {
      const round = withNotes(withOneMore(withOneMore([], soup), soupOfTwo), soupOfTwo, ' no cream ')
      const lines = shownLines(round, [sampleDish({ id: 7, price: 2850 })], undefined, new Date())
      expect(roundOrder(lines, { id: 70, name: 'Table 7' }, ' all together ')).toMatchObject({
        items: [
          { menuItemId: 7, quantity: 1 },
          { menuItemId: 7, quantity: 1, notes: 'no cream', guestName: 'seat 2' },
        ],
        tableId: 70,
        total: 5700,
        customerName: 'Table 7',
        phoneNumber: '0000000000',
        notes: 'all together',
      })
      expect(roundOrder(lines, { id: 70, name: 'Table 7' }, ' ').notes).toBeNull()
    })

    it('shows without a dish what is sold out or gone', () => {
      const round = [soup, { menuItemId: 8, guestName: null }, { menuItemId: 9, guestName: null }].reduce<Round>(
        withOneMore,
        [],
      )
      const menu = [sampleDish({ id: 7 }), sampleDish({ id: 8, soldOutUntil: '2026-11-21T02:00:00.000Z' })]
      const lines = shownLines(round, menu, undefined, new Date())
      expect(lines.map(({ dish }) => dish?.id)).toEqual([7, undefined, undefined])
      expect(roundTotal(lines)).toBe(2850)
    })
  })
})
