import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Order } from '#shared/contracts/orders.ts'
import { isOpen, ORDER_STATUSES } from '#shared/domain/orders/order-status.ts'
import { sampleOrder } from '../../testing/samples.ts'
import { idsOf, withWholeList, withWholePage } from './board.fixture.ts'
import { type Board, countOf, EMPTY_BOARD, ordersOf, ordersToRing, withOrders } from './board.ts'

describe('frames, refetches and pages in any order', () => {
  const anyStatus = fc.constantFrom(...ORDER_STATUSES)
  /** The history of a few orders on the server: each a list of copies with rising versions. */
  const histories = fc
    .array(fc.array(anyStatus, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 })
    .map((orders) =>
      orders.map((statuses, n) =>
        statuses.map((status, version) =>
          sampleOrder({
            id: n + 1,
            version: version + 1,
            status,
            seenAt: version > 0 ? '2026-11-20T18:00:00.000Z' : null,
          }),
        ),
      ),
    )
  /** What the page receives: any copies, in any order and number, by frame, list or page. */
  const deliveries = histories.chain((orders) =>
    fc.record({
      orders: fc.constant(orders),
      steps: fc.array(
        fc.record({
          way: fc.constantFrom('frame', 'list', 'page'),
          copies: fc.subarray(orders.flat()),
        }),
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
