import { describe, expect, it } from 'vitest'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { cartDishOf, cartTotal, type DishLine } from '#shared/domain/orders/cart.ts'
import { ago, floorTable, floorLine as line, FLOOR_NOW as NOW, round, tableCall } from '../../testing/floor-samples.ts'
import { sampleDish, sampleReservation } from '../../testing/samples.ts'
import { linesDone } from '../orders/index.ts'
import { roundLines } from './round/take-round.tsx'
import { dueToRing, floorTasks, isTaken, RING_AGAIN_MS, roundNumbers, taskKey, tileOf } from './tables.ts'

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

    it('is free once it was freed by hand, though a round stays open', () => {
      const freed = floorTable({ orders: 1, since: ago(20) })
      expect(tileOf(freed, [round()], NOW, false)).toMatchObject({ state: 'free', minutes: null })
      expect([isTaken(freed, [round()]), isTaken({ ...freed, status: 'occupied' }, [round()])]).toEqual([false, true])
      expect(tileOf(freed, [ready], NOW, false).state).toBe('ready')
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

  it('a round keeps its number when an earlier one ends, and the next guests begin with one', () => {
    const at = (id: number, status: 'pending' | 'completed', minutes: number, endedAgo = 0) =>
      round({ id, status, createdAt: ago(minutes), updatedAt: ago(endedAgo) })
    const numbers = (open: number[], ended: ReturnType<typeof at>[]) =>
      [
        ...roundNumbers(
          open.map((id) => at(id, 'pending', 60 - id)),
          ended,
        ),
      ].filter(([id]) => open.includes(id))
    expect(numbers([10, 20], [])).toEqual([
      [10, 1],
      [20, 2],
    ])
    expect(numbers([20, 30], [at(10, 'completed', 50, 38)])).toEqual([
      [20, 2],
      [30, 3],
    ])
    expect(numbers([20], [at(10, 'completed', 50, 45), { ...at(11, 'completed', 49), tableId: 80 }])).toEqual([[20, 1]])
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
            `${task.kind} ${'call' in task ? task.call.id : 'round' in task ? task.round.id : 'table' in task && task.table.number}`,
        ),
      ).toEqual(['unsent 8', 'call 2', 'call 4', 'ready 6', 'ready 5', 'taken 3'])
    })

    it('has reservations to answer after what is ready, and those that nobody has seen at the end', () => {
      const news = [sampleReservation({ id: 8 }), sampleReservation({ id: 9, status: 'asked' })]
      const tables = [floorTable({ calls: [taken, tableCall()] })]
      const owed = round({ status: 'delivered', tableId: null, tableNumber: null, due: 4500 })
      const partly = round({ id: 3, status: 'preparing', items: [line({ doneAt: ago(1) }), line({ id: 2 })] })
      const wanted = floorTasks(tables, [partly, ready, owed], new Map(), news)
      expect(wanted.map(({ kind }) => kind)).toEqual(['call', 'ready', 'partly', 'asked', 'taken', 'owed', 'unseen'])
    })

    it('has reservations in the order of the news', () => {
      const news = [9, 8, 7].map((id) => sampleReservation({ id, createdAt: ago(id) }))
      expect(floorTasks([], [], new Map(), news).map(taskKey)).toEqual([9, 8, 7].map((id) => `reservation ${id}`))
      expect(floorTasks([], [], new Map(), news.toReversed()).map(taskKey)).toEqual(
        [7, 8, 9].map((id) => `reservation ${id}`),
      )
    })

    it('has no part of a takeaway, which is handed over whole', () => {
      const partly = round({ tableId: null, tableNumber: null, status: 'preparing', items: [line({ doneAt: ago(1) })] })
      expect(floorTasks([], [partly])).toEqual([])
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
    expect(linesDone(round({ items }))).toMatchObject({ done: 1, all: 2 })
  })

  it('what waits rings at once, and again after two minutes', () => {
    const rings = (rungAt: [number, number][]) => dueToRing([tableCall()], new Map(rungAt), NOW).map(({ id }) => id)
    expect(rings([])).toEqual([1])
    expect(rings([[1, NOW - RING_AGAIN_MS + 1]])).toEqual([])
    expect(rings([[1, NOW - RING_AGAIN_MS]])).toEqual([1])
  })
})

describe('the lines of a round, by the menu of today,', () => {
  const [soup, cake] = [sampleDish({ id: 7, price: 2850 }), sampleDish({ id: 8, price: 1800 })]
  const lineOf = (item: MenuItem, fields: Partial<DishLine> = {}) => ({
    dish: cartDishOf(item),
    quantity: 1,
    ...fields,
  })

  it('have its prices', () => {
    const lines = [lineOf({ ...soup, price: 2000 }), lineOf(soup, { guestName: 'seat 2', quantity: 2 })]
    const today = roundLines(lines, [soup], undefined, new Date())
    expect(today.map(({ guestName }) => guestName)).toEqual([undefined, 'seat 2'])
    expect(cartTotal(today)).toBe(3 * 2850)
  })

  it('cannot be ordered if their dish is sold out or gone, or its options are not known yet', () => {
    const pizza = sampleDish({ id: 9, hasOptions: true, optionGroupIds: [1] })
    const lines = [soup, cake, sampleDish({ id: 10 }), pizza].map((item) => lineOf(item))
    const menu = [soup, { ...cake, soldOutUntil: '2026-11-21T02:00:00.000Z' }, pizza]
    const today = roundLines(lines, menu, undefined, new Date())
    expect(today.map(({ isOrderable }) => isOrderable)).toEqual([true, false, false, false])
    expect(cartTotal(today)).toBe(2850)
  })
})
