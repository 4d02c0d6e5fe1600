import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Order } from '#shared/contracts/orders.ts'
import { isOpen, OPEN_ON_BOARD, ORDER_STATUSES } from '#shared/domain/orders/order.ts'
import { sampleOrder } from '../../testing/samples.ts'
import { idsOf, wholeList, withWholeList, withWholePage } from './board.fixture.ts'
import {
  type Board,
  countOf,
  countOlderOpen,
  EMPTY_BOARD,
  hasOlder,
  nextPageBefore,
  nextRingAt,
  ordersOf,
  ordersToRing,
  SUB_TABS,
  withList,
  withOrders,
  withPage,
} from './board.ts'

describe('board', () => {
  const cut = (orders: readonly Order[]) => ({ orders: [...orders], isTruncated: true })

  const closed = (from: number, to: number) =>
    Array.from({ length: from - to + 1 }, (_, n) => sampleOrder({ id: from - n, status: 'completed', seenAt: 'x' }))

  describe('the board', () => {
    it('sorts a view newest first, and by id for equal times', () => {
      const board = withWholeList(EMPTY_BOARD, [
        sampleOrder({ id: 1, createdAt: '2026-11-20T10:00:00.000Z' }),
        sampleOrder({ id: 3, createdAt: '2026-11-20T11:00:00Z' }),
        sampleOrder({ id: 2, createdAt: '2026-11-20T11:00:00.000Z' }),
        sampleOrder({ id: 4, status: 'ready' }),
      ])
      expect(idsOf(ordersOf(board, 'pending'))).toEqual([3, 2, 1])
      expect(idsOf(ordersOf(board, 'all'))).toEqual([4, 3, 2, 1])
    })

    it('sorts those for later last, the first to begin first, whichever of the others is first', () => {
      const now = new Date('2026-11-20T12:00:00.000Z')
      const later = (id: number, startAt: string) =>
        sampleOrder({ id, createdAt: '2026-11-20T09:00:00.000Z', startAt, pickupAt: '2026-11-20T20:00:00.000Z' })
      const board = withWholeList(EMPTY_BOARD, [
        later(1, '2026-11-20T19:00:00.000Z'),
        later(2, '2026-11-20T18:00:00.000Z'),
        later(3, '2026-11-20T11:00:00.000Z'),
        sampleOrder({ id: 4, createdAt: '2026-11-20T10:00:00.000Z' }),
      ])
      expect(idsOf(ordersOf(board, 'pending', false, now))).toEqual([3, 4, 2, 1])
      expect(idsOf(ordersOf(board, 'all', true, now))).toEqual([4, 3, 2, 1])
      expect(idsOf(ordersOf(board, 'ready', false, now))).toEqual([])
      expect(countOf(board, 'pending')).toBe('4')
    })

    it('counts the orders of each view', () => {
      const board = withWholeList(EMPTY_BOARD, [
        sampleOrder({ id: 1 }),
        sampleOrder({ id: 2 }),
        sampleOrder({ id: 3, status: 'delivered' }),
        sampleOrder({ id: 4, status: 'cancelled' }),
      ])
      expect(SUB_TABS.map((view) => countOf(board, view))).toEqual(['2', '0', '0', '1', '0', '1', '4'])
    })

    it('returns the unseen orders for which this page has not rung, oldest first', () => {
      const board = withOrders(EMPTY_BOARD, [
        sampleOrder({ id: 1 }),
        sampleOrder({ id: 2, createdAt: '2026-11-20T19:00:00.000Z' }),
        sampleOrder({ id: 3, seenAt: '2026-11-20T17:43:00.000Z' }),
        sampleOrder({ id: 4 }),
      ])
      expect(idsOf(ordersToRing(board, new Set([4])))).toEqual([1, 2])
    })
  })

  describe('nextRingAt', () => {
    const unseen = withOrders(EMPTY_BOARD, [
      sampleOrder({ id: 1 }),
      sampleOrder({ id: 2 }),
      sampleOrder({ id: 3, seenAt: 'x' }),
    ])
    it.each([
      ['is undefined if it has rung for no order', {}, undefined],
      ['is a minute after the first ring for an unseen order', { 1: 5_000, 2: 9_000 }, 65_000],
      ['is undefined if the orders for which it rang were seen', { 3: 5_000 }, undefined],
      ['ignores orders for which it never rings', { 1: Number.POSITIVE_INFINITY, 2: 9_000 }, 69_000],
    ])('%s', (_, rung, at) => {
      const rungAt = new Map(Object.entries(rung).map(([id, time]) => [Number(id), time]))
      expect(nextRingAt(unseen, rungAt)).toBe(at)
    })
  })

  describe('older orders', () => {
    it('do not exist if the list was not full', () => {
      const board = withWholeList(EMPTY_BOARD, closed(199, 1))
      expect(hasOlder(board, 'completed')).toBe(false)
      expect(ordersOf(board, 'completed')).toHaveLength(199)
    })

    it('are loaded page by page, and shown only down to the first gap', () => {
      let board = withWholeList(EMPTY_BOARD, closed(500, 301))
      expect(hasOlder(board, 'completed')).toBe(true)
      expect(hasOlder(board, 'pending')).toBe(false)
      // A search loads an order below a gap: those between are not loaded.
      board = withOrders(board, closed(10, 10))
      expect(ordersOf(board, 'completed')).toHaveLength(200)
      board = withWholePage(board, 'completed', closed(300, 251), 50)
      expect(idsOf(ordersOf(board, 'completed')).at(-1)).toBe(251)
      expect(idsOf(ordersOf(board, 'all')).at(-1)).toBe(301)
      board = withWholePage(board, 'completed', closed(250, 220), 50)
      expect(hasOlder(board, 'completed')).toBe(false)
      expect(idsOf(ordersOf(board, 'completed')).at(-1)).toBe(10)
    })

    it('are shown, whatever their age, if they are open', () => {
      const board = withWholeList(EMPTY_BOARD, [...closed(500, 301), sampleOrder({ id: 3, status: 'delivered' })])
      expect(idsOf(ordersOf(board, 'delivered'))).toEqual([3])
      expect(idsOf(ordersOf(board, 'all'))).toContain(3)
    })
  })

  describe('orders closed while the page was offline', () => {
    it('are removed if a fetched list lacks them, and added again only by a newer copy', () => {
      const delivered = sampleOrder({ id: 1, status: 'delivered' })
      const before = withWholeList(EMPTY_BOARD, [delivered, sampleOrder({ id: 2 })])
      const board = withList(before, wholeList([sampleOrder({ id: 2 }), ...closed(500, 301)]), before)
      expect(idsOf(ordersOf(board, 'delivered'))).toEqual([])
      expect(withOrders(board, [delivered]).orders.has(1)).toBe(false)
      const newer = withOrders(board, [{ ...delivered, status: 'completed', version: 2 }])
      expect(newer.orders.get(1)?.status).toBe('completed')
    })

    it('are not confused with orders that arrived or changed during the fetch', () => {
      const before = withWholeList(EMPTY_BOARD, [sampleOrder({ id: 1 })])
      const meanwhile = withOrders(before, [sampleOrder({ id: 1, version: 2 }), sampleOrder({ id: 9 })])
      expect(idsOf(ordersOf(withList(meanwhile, wholeList([]), before), 'pending'))).toEqual([9, 1])
    })
  })

  describe('a list that was cut because its orders are large', () => {
    const open = { pending: 90, preparing: 0, ready: 0, delivered: 0 }
    const pending = (from: number, to: number) =>
      closed(from, to).map((order) => ({ ...order, status: 'pending' as const }))

    it('has all open orders if it was cut among the closed ones; their next page begins at the cut', () => {
      let board = withList(EMPTY_BOARD, cut([...pending(300, 211), ...closed(210, 180)]), EMPTY_BOARD)
      expect(SUB_TABS.map((view) => hasOlder(board, view))).toEqual([false, false, false, false, true, true, true])
      expect(board.completeFrom.completed).toBe(180)
      expect([countOf(board, 'completed'), countOlderOpen(board, 'all', open)]).toEqual([undefined, 0])
      board = withPage(board, 'completed', cut(closed(179, 170)), 60, board)
      expect([ordersOf(board, 'completed').length, hasOlder(board, 'completed')]).toEqual([41, true])
      board = withPage(board, 'completed', wholeList(closed(169, 160)), 60, board)
      expect([ordersOf(board, 'completed').length, hasOlder(board, 'completed')]).toEqual([51, false])
    })

    it('has a count of the missing orders if it was cut among the open ones; closed ones load from the newest', () => {
      let board = withList(EMPTY_BOARD, cut(pending(300, 261)), EMPTY_BOARD)
      expect([countOf(board, 'pending', open), countOlderOpen(board, 'all', open)]).toEqual(['90', 50])
      expect([hasOlder(board, 'pending'), hasOlder(board, 'completed')]).toEqual([true, true])
      expect(countOf(board, 'completed')).toBeUndefined()
      const views = ['pending', 'completed', 'all'] as const
      expect(views.map((view) => nextPageBefore(board, view))).toEqual(['261', undefined, undefined])
      // An order closed since then is shown once its page is loaded.
      board = withOrders(board, closed(400, 400))
      board = withPage(board, 'completed', wholeList(closed(400, 381)), 60, board)
      expect([ordersOf(board, 'completed').length, hasOlder(board, 'completed')]).toEqual([20, false])
      board = withPage(board, 'pending', cut(pending(260, 241)), 60, board)
      expect([ordersOf(board, 'pending').length, countOlderOpen(board, 'all', open)]).toEqual([60, 30])
      board = withPage(board, 'pending', wholeList(pending(240, 211)), 60, board)
      expect([ordersOf(board, 'pending').length, hasOlder(board, 'pending')]).toEqual([90, false])
    })
  })

  describe('open orders beyond the list’s limit', () => {
    const MORE = OPEN_ON_BOARD + 300
    /** All orders on the server, newest first: alternately pending and ready. */
    const all = Array.from({ length: MORE }, (_, n) =>
      sampleOrder({ id: MORE - n, status: n % 2 === 0 ? 'pending' : 'ready' }),
    )
    const open = { pending: MORE / 2, preparing: 0, ready: MORE / 2, delivered: 0 }
    const full = withWholeList(EMPTY_BOARD, all.slice(0, OPEN_ON_BOARD))

    it('are included in the counts, and counted as not loaded', () => {
      expect(SUB_TABS.map((view) => countOf(full, view, open))).toEqual(['400', '0', '400', '0', '0', '0', undefined])
      expect([countOlderOpen(full, 'pending', open), countOlderOpen(full, 'preparing', open)]).toEqual([150, 0])
      expect(countOlderOpen(full, 'all', open)).toBe(300)
      // Until the server’s counts are fetched, the board counts the orders that it has.
      expect(countOf(full, 'pending')).toBeUndefined()
    })

    it('are loaded page by page for each status', () => {
      const pending = all.filter(({ status }) => status === 'pending').slice(250)
      let board = withWholePage(full, 'pending', pending.slice(0, 100), 100)
      expect([ordersOf(board, 'pending').length, countOlderOpen(board, 'pending', open)]).toEqual([350, 50])
      board = withWholePage(board, 'pending', pending.slice(100), 100)
      expect([ordersOf(board, 'pending').length, hasOlder(board, 'pending')]).toEqual([400, false])
      expect([hasOlder(board, 'ready'), countOlderOpen(board, 'all', open)]).toEqual([true, 150])
    })

    it('are removed by a refetch of the list, and added again by their page', () => {
      const pending = all.filter(({ status }) => status === 'pending').slice(250)
      const paged = withWholePage(full, 'pending', pending, 200)
      const fresh = withList(paged, wholeList(all.slice(0, OPEN_ON_BOARD)), paged)
      expect(ordersOf(fresh, 'pending')).toHaveLength(250)
      expect(ordersOf(withPage(fresh, 'pending', wholeList(pending), 200, fresh), 'pending')).toHaveLength(400)
    })

    it('are removed if they were closed meanwhile and their page lacks them', () => {
      const oldest = sampleOrder({ id: 1, status: 'pending' })
      const board = withOrders(full, [oldest])
      const paged = withPage(board, 'pending', wholeList([]), 60, board)
      expect(paged.orders.has(1)).toBe(false)
    })

    it('are removed by the next fetch if all were closed', () => {
      const board = withList(full, wholeList(closed(MORE, MORE - 199).map((order) => ({ ...order, version: 2 }))), full)
      expect(SUB_TABS.map((view) => countOf(board, view))).toEqual([
        '0',
        '0',
        '0',
        '0',
        undefined,
        undefined,
        undefined,
      ])
    })
  })
})

describe('any order', () => {
  describe('frames, refetches and pages in any order', () => {
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
    /** What the page receives: any copies, in any order and number, by frame, list or page. */
    const deliveries = histories.chain((orders) =>
      fc.record({
        orders: fc.constant(orders),
        steps: fc.array(
          fc.record({ way: fc.constantFrom('frame', 'list', 'page'), copies: fc.subarray(orders.flat()) }),
          { maxLength: 20 },
        ),
      }),
    )

    const receive = (board: Board, { way, copies }: { way: string; copies: Order[] }) => {
      if (way === 'list') return withWholeList(board, copies)
      if (way === 'page') return withWholePage(board, 'all', copies, 50)
      return withOrders(board, copies)
    }

    it('end with the newest received copy of every order, and never replace a newer copy', () => {
      return fc.assert(
        fc.property(deliveries, ({ steps }) => {
          let board = EMPTY_BOARD
          const newest = new Map<number, number>()
          for (const step of steps) {
            const before = board
            board = receive(board, step)
            for (const { id, version } of step.copies) newest.set(id, Math.max(version, newest.get(id) ?? 0))
            for (const [id, { version }] of before.orders) {
              expect(board.orders.get(id)?.version).toBeGreaterThanOrEqual(version)
            }
          }
          expect(new Map([...board.orders].map(([id, { version }]) => [id, version]))).toEqual(newest)
        }),
      )
    })

    it('ring for every order exactly once, unless it was seen before it was loaded', () => {
      return fc.assert(
        fc.property(deliveries, ({ orders, steps }) => {
          let board = EMPTY_BOARD
          const rung = new Set<number>()
          const rings: number[] = []
          // Whatever was lost, the list fetched at a reconnect has every order’s current copy.
          const final = { way: 'list', copies: orders.flatMap((copies) => copies.slice(-1)) }
          for (const step of [...steps, final]) {
            board = receive(board, step)
            for (const { id } of ordersToRing(board, rung)) {
              rings.push(id)
              rung.add(id)
            }
          }
          expect(new Set(rings).size).toBe(rings.length)
          for (const { id, seenAt } of final.copies) if (seenAt === null) expect(rings).toContain(id)
          expect(ordersToRing(board, rung)).toEqual([])
        }),
      )
    })

    it('show every order in exactly one status view, and count the open ones as shown', () => {
      return fc.assert(
        fc.property(deliveries, ({ steps }) => {
          const board = steps.reduce(receive, withWholeList(EMPTY_BOARD, []))
          const views = ORDER_STATUSES.map((status) => ordersOf(board, status))
          expect(idsOf(views.flat()).sort()).toEqual([...board.orders.keys()].sort())
          ORDER_STATUSES.filter(isOpen).forEach((status) => {
            expect(countOf(board, status)).toBe(String(ordersOf(board, status).length))
          })
        }),
      )
    })
  })
})
