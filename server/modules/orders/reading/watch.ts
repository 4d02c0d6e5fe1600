import { timingSafeEqual } from 'node:crypto'
import type { Database } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { tokenHash } from '#server/platform/token.ts'
import type { OrderStatus } from '#shared/domain/orders/order-status.ts'
import { countRemovals } from '../printing/tickets.ts'
import { type GuardedProgressRow, type ProgressRow, readProgressRows } from './watch-repo.ts'

// Created once, because creating an error is the most expensive part of refusing a frame.
const NOT_YOURS = new AppError('order_not_yours')

/** What a guest sees of their order; a higher version is newer. */
export interface WatchedOrder {
  id: number
  status: OrderStatus
  seen: boolean
  version: number
  /** Minor units. */
  total: number
  tableNumber: number | null
  /** How often lines were taken off the order. */
  removals: number
}

/**
 * Returns what a guest sees of an order, if the token belongs to it.
 * @param row undefined for an unknown order
 * @throws AppError `order_not_yours`, both for a wrong token and for an unknown order
 */
export function progressWithToken(row: GuardedProgressRow | undefined, token: string): WatchedOrder {
  // The token is compared even if there is no such order, so that neither the response nor its timing reveals whether
  // it exists.
  const matches = isTokenOf(token, row?.tokenHash ?? '')
  if (!row || !matches) throw NOT_YOURS
  return progressView(row)
}

/** Returns what guests see of these orders now. */
export async function readProgress(db: Database, ids: number[]): Promise<WatchedOrder[]> {
  return (await readProgressRows(db, ids)).map(progressView)
}

function progressView({ id, status, seenAt, version, total, tableNumber, tickets }: ProgressRow): WatchedOrder {
  return { id, status, seen: seenAt !== null, version, total, tableNumber, removals: countRemovals(tickets) }
}

function isTokenOf(token: string, hash: string): boolean {
  const candidate = Buffer.from(tokenHash(token))
  const stored = Buffer.alloc(candidate.length)
  stored.write(hash)
  return timingSafeEqual(candidate, stored)
}
