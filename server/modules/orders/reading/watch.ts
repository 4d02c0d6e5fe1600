import { timingSafeEqual } from 'node:crypto'
import type { Database } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { tokenHash } from '#server/platform/token.ts'
import type { OrderStatus } from '#shared/domain/order-status.ts'
import { removalsIn } from '../printing/tickets.ts'
import { findProgressWithHash, type ProgressRow, readProgressRows } from './watch-repo.ts'

/** What a guest sees of their order; the higher version is the newer. */
export interface WatchedOrder {
  id: number
  status: OrderStatus
  seen: boolean
  version: number
  /** Minor units. */
  total: number
  tableNumber: number | null
  /** How often something was taken off it. */
  removals: number
}

/**
 * What the guest with the order's token sees of it.
 * @throws AppError `order_not_yours`, the same for a wrong token and for an order that does not exist
 */
export async function openProgress(db: Database, orderId: number, token: string): Promise<WatchedOrder> {
  const row = await findProgressWithHash(db, orderId)
  // The token is compared even if there is no such order: neither answer nor time may tell whether it exists.
  const fits = isTokenOf(token, row?.tokenHash ?? '')
  if (!row || !fits) throw new AppError('order_not_yours')
  return progressView(row)
}

/** What the guests of these orders see now. */
export async function readProgress(db: Database, ids: number[]): Promise<WatchedOrder[]> {
  return (await readProgressRows(db, ids)).map(progressView)
}

function progressView({ id, status, seenAt, version, total, tableNumber, tickets }: ProgressRow): WatchedOrder {
  return { id, status, seen: seenAt !== null, version, total, tableNumber, removals: removalsIn(tickets) }
}

function isTokenOf(token: string, hash: string): boolean {
  const shown = Buffer.from(tokenHash(token))
  const stored = Buffer.alloc(shown.length)
  stored.write(hash)
  return timingSafeEqual(shown, stored)
}
