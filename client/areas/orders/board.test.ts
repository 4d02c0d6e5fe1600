import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Order } from '#shared/contracts/orders.ts'
import { ORDER_STATUSES } from '#shared/domain/orders/order.ts'
import { sampleOrder } from '../../testing/samples.ts'
import {
  type Board,
  boardOf,
  boardOfList,
  EMPTY_BOARD,
  merge,
  ordersOf,
  SUB_TABS,
  type SubTab,
  withoutOlderEnded,
} from './board.ts'

const listed = (orders: readonly Order[], known?: Board) =>
  boardOfList({ orders: [...orders], isTruncated: false }, known)
const idsOf = (orders: readonly Order[]) => orders.map(({ id }) => id)
const idsIn = ({ orders }: Board, subTab: SubTab, downTo = 0) =>
  idsOf(ordersOf([...orders.values()], subTab, { downTo }))
const ended = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, n) => sampleOrder({ id: from - n, status: 'completed', seenAt: 'x' }))

describe('a sub-tab', () => {
  it('has the newest orders first, and the higher id of equal times', () => {
    const board = listed([
      sampleOrder({ id: 1, createdAt: '2026-11-20T10:00:00.000Z' }),
      sampleOrder({ id: 3, createdAt: '2026-11-20T11:00:00Z' }),
      sampleOrder({ id: 2, createdAt: '2026-11-20T11:00:00.000Z' }),
      sampleOrder({ id: 4, status: 'ready' }),
    ])
    expect(idsIn(board, 'pending')).toEqual([3, 2, 1])
    expect(idsIn(board, 'all')).toEqual([4, 3, 2, 1])
  })

  it('has those for later last, the first to begin first, whichever of the others is first', () => {
    const now = new Date('2026-11-20T12:00:00.000Z')
    const later = (id: number, startAt: string) =>
      sampleOrder({ id, createdAt: '2026-11-20T09:00:00.000Z', startAt, pickupAt: '2026-11-20T20:00:00.000Z' })
    const orders = [
      later(1, '2026-11-20T19:00:00.000Z'),
      later(2, '2026-11-20T18:00:00.000Z'),
      later(3, '2026-11-20T11:00:00.000Z'),
      sampleOrder({ id: 4, createdAt: '2026-11-20T10:00:00.000Z' }),
    ]
    expect(idsOf(ordersOf(orders, 'pending', { now }))).toEqual([3, 4, 2, 1])
    expect(idsOf(ordersOf(orders, 'all', { isOldestFirst: true, now }))).toEqual([4, 3, 2, 1])
    expect(idsOf(ordersOf(orders, 'ready', { now }))).toEqual([])
  })

  it('has ended orders only down to the first gap, and open ones whatever their age', () => {
    // A search loads an order below a gap: those between are not loaded.
    const board = merge(
      listed(ended(500, 301)),
      boardOf([...ended(10, 10), sampleOrder({ id: 3, status: 'delivered' })]),
    )
    expect(idsIn(board, 'completed', board.loadedDownTo)).toEqual(idsOf(ended(500, 301)))
    expect(idsIn(board, 'delivered', board.loadedDownTo)).toEqual([3])
    expect(idsIn(board, 'all', board.loadedDownTo)).toContain(3)
    expect(idsIn(board, 'completed').at(-1)).toBe(10)
  })
})

describe('a board that is open for weeks', () => {
  const withNews = (board: Board, orders: readonly Order[]) => withoutOlderEnded(merge(board, boardOf(orders)))

  it('has no more ended orders than two lists, and never loses an open one', () => {
    let board = listed([...ended(500, 301), sampleOrder({ id: 5 })])
    for (let id = 501; id <= 2000; id += 1) {
      board = withNews(board, [sampleOrder({ id, status: 'preparing' })])
      board = withNews(board, [sampleOrder({ id, status: 'cancelled', version: 2 })])
      expect(board.orders.size).toBeLessThanOrEqual(402)
    }
    expect(board.orders.has(5)).toBe(true)
    // What it has of them is complete down to the order at which the sub-tabs load older ones.
    const kept = idsIn(board, 'cancelled', board.loadedDownTo)
    expect(kept.length).toBeGreaterThanOrEqual(200)
    expect(kept).toEqual(idsOf(ended(2000, board.loadedDownTo ?? 0)))
  })

  it('claims no orders between its list and older ones that a search found', () => {
    const cut = boardOfList({ orders: ended(500, 480), isTruncated: true })
    expect(withNews(cut, ended(400, 1)).loadedDownTo).toBe(480)
    const none = boardOfList({ orders: [sampleOrder({ id: 900 })], isTruncated: true })
    expect(withNews(none, ended(500, 1)).loadedDownTo).toBe(Number.POSITIVE_INFINITY)
  })
})

describe('how far a list has the ended orders', () => {
  const pending = sampleOrder({ id: 900 })
  it.each([
    ['to the first, if there are few', ended(199, 1), false, 0],
    ['to its last, if it is full', ended(500, 301), false, 301],
    ['to its last, if it was cut', [pending, ...ended(500, 480)], true, 480],
    ['not at all, if it was cut among the open ones', [pending], true, Number.POSITIVE_INFINITY],
  ])('is %s', (_, orders, isTruncated, downTo) => {
    expect(boardOfList({ orders, isTruncated }).loadedDownTo).toBe(downTo)
  })

  it('is as before after a frame', () => {
    expect(merge(listed(ended(500, 301)), boardOf([pending])).loadedDownTo).toBe(301)
  })
})

describe('orders that ended while the page was offline', () => {
  it('are gone if a fetched list lacks them, and come again only as a newer copy', () => {
    const delivered = sampleOrder({ id: 1, status: 'delivered' })
    const before = listed([delivered, sampleOrder({ id: 2 })])
    const board = merge(before, listed([sampleOrder({ id: 2 }), ...ended(500, 301)], before))
    expect(idsIn(board, 'delivered')).toEqual([])
    expect(merge(board, boardOf([delivered]))).toBe(board)
    const newer = merge(board, boardOf([{ ...delivered, status: 'completed', version: 2 }]))
    expect(newer.orders.get(1)?.status).toBe('completed')
  })

  it('has no cancelled test, also when an older copy arrives later', () => {
    const test = sampleOrder({ id: 1, version: 1, test: true })
    const cancelled = boardOf([{ ...test, version: 2, status: 'cancelled' }])
    const board = merge(boardOf([test]), cancelled)
    expect(board.orders.size).toBe(0)
    expect(merge(board, boardOf([test])).orders.size).toBe(0)
  })

  it('are not confused with orders that arrived or changed during the fetch', () => {
    const before = listed([sampleOrder({ id: 1 })])
    const meanwhile = merge(before, boardOf([sampleOrder({ id: 1, version: 2 }), sampleOrder({ id: 9 })]))
    expect(idsIn(merge(meanwhile, listed([], before)), 'pending')).toEqual([9, 1])
  })

  it('are gone from the page to which they belonged', () => {
    const known = listed(ended(5, 1))
    const page = boardOf(ended(4, 3), known, ({ id }) => id < 5 && id >= 2)
    expect(idsIn(merge(known, page), 'completed')).toEqual([5, 4, 3, 1])
  })
})

describe('what a fetch brings', () => {
  it('is the same board if nothing has changed, so that nothing is rendered again', () => {
    const orders = [sampleOrder({ id: 1 }), ...ended(500, 301)]
    const board = listed(orders)
    expect(merge(board, listed(structuredClone(orders), board))).toBe(board)
  })

  it('has the newer of two copies, in whichever page it is', () => {
    const [old, moved] = [sampleOrder({ id: 1 }), sampleOrder({ id: 1, version: 2, status: 'preparing' })]
    for (const copies of [
      [old, moved],
      [moved, old],
    ])
      expect(boardOf(copies).orders.get(1)).toBe(moved)
  })
})

describe('frames, lists and responses in any order', () => {
  const anyStatus = fc.constantFrom(...ORDER_STATUSES)
  /** The history of a few orders on the server: each a list of copies with rising versions. */
  const histories = fc
    .array(fc.array(anyStatus, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 })
    .map((orders) =>
      orders.map((statuses, n) =>
        statuses.map((status, version) =>
          sampleOrder({ id: n + 1, version: version + 1, status, seenAt: version > 0 ? 'x' : null }),
        ),
      ),
    )
  /** What the page receives: any copies, in any order and number, by frame or list. */
  const deliveries = histories.chain((orders) =>
    fc.array(fc.record({ isList: fc.boolean(), copies: fc.subarray(orders.flat()) }), { maxLength: 20 }),
  )
  // A list that was requested on an empty board, so that no order can be missing from it.
  const receive = (board: Board, { isList, copies }: { isList: boolean; copies: Order[] }) =>
    merge(board, isList ? listed(copies) : boardOf(copies))

  it('end with the newest received copy of every order, and never replace a newer copy', () => {
    return fc.assert(
      fc.property(deliveries, (steps) => {
        let board = EMPTY_BOARD
        const newest = new Map<number, number>()
        for (const step of steps) {
          const before = board
          board = receive(board, step)
          for (const { id, version } of step.copies) newest.set(id, Math.max(version, newest.get(id) ?? 0))
          for (const [id, { version }] of before.orders)
            expect(board.orders.get(id)?.version).toBeGreaterThanOrEqual(version)
        }
        expect(new Map([...board.orders].map(([id, { version }]) => [id, version]))).toEqual(newest)
      }),
    )
  })

  it('show every order in exactly one status', () => {
    return fc.assert(
      fc.property(deliveries, (steps) => {
        const board = steps.reduce(receive, EMPTY_BOARD)
        const statuses = SUB_TABS.filter((subTab) => subTab !== 'all')
        expect(statuses.flatMap((status) => idsIn(board, status)).sort()).toEqual([...board.orders.keys()].sort())
      }),
    )
  })
})
