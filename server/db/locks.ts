import { getTableName, isTable } from 'drizzle-orm'
import type { Tx } from './connect.ts'
import * as schema from './schema/index.ts'
import { statement } from './statement.ts'

/**
 * What transactions lock until they end, in the order in which they may: rows of a table, or a subject by its name. Two
 * that keep to it never wait for each other.
 */
const LOCKS = [
  'first owner',
  'menu',
  schema.settings,
  // The open day: entries share it; who closes it or changes the currency takes it alone.
  'day',
  schema.sharedSessions,
  schema.orders,
  schema.tables,
  // What takes tables ahead.
  'reservations',
  schema.dishPortions,
  'pickup',
  schema.customers,
  schema.totals,
  'fiscal',
  // Lists that are counted or numbered.
  ...(['printers', 'webhooks', 'programs', 'promotions'] as const),
  schema.idempotencyKeys,
] as const
type Lock = (typeof LOCKS)[number]

/** Locks a subject until the transaction ends. */
export async function lock(tx: Tx, name: Extract<Lock, string>, how: 'alone' | 'shared' = 'alone'): Promise<void> {
  const call = `pg_advisory_xact_lock${how === 'shared' ? '_shared' : ''}(hashtextextended('${name}', 0))`
  await statement<object>(`lock_${how}_${name}`, () => `select ${call}`)(locking(tx, name), {})
}

/** What each open transaction has locked; only while tests check the order. */
let held: WeakMap<Tx, Set<Lock>> | undefined

/** From now on, a transaction that takes a lock after a later one fails. */
export function checkLockOrder(): void {
  held ??= new WeakMap()
}

/** A transaction begins on a connection, which may have had others before. */
export function beginLocking(tx: Tx): void {
  held?.set(tx, new Set())
}

/** For many changes in one transaction, before whose end nobody else sees what it locks. */
export function lockInAnyOrder(tx: Tx): void {
  held?.delete(tx)
}

/** For statements that lock rows of this table. @returns the transaction */
export function locking(tx: Tx, what: Lock): Tx {
  const taken = held?.get(tx)
  if (!taken || taken.has(what)) return tx
  const later = LOCKS.slice(LOCKS.indexOf(what)).find((lock) => taken.has(lock))
  if (later) throw new Error(`"${nameOf(what)}" is locked after "${nameOf(later)}": see db/locks.ts`)
  taken.add(what)
  return tx
}

const nameOf = (what: Lock) => (isTable(what) ? getTableName(what) : what)
