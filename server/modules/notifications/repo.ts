import { and, count, eq, getTableColumns, gte, isNotNull, isNull, lt, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#server/db/index.ts'
import { whatsappMessages as messages, orders, settings, whatsappQueue } from '#server/db/schema/index.ts'
import { announcingSql } from '#server/platform/live/announcements.ts'
import { WHATSAPP_TOPIC } from './topic.ts'

export interface QueueRow extends Omit<typeof whatsappQueue.$inferSelect, 'id'> {
  /** HH:MM, when a business day begins, by the settings. */
  startsAt: string
}

/**
 * SQL that has the owner told of an order, in the transaction that writes it: a row in the outbox, if there is an
 * account, a number, and the owner wants it (docs/product.md#whatsapp-when).
 * @param placed what to select from; its column `id` is the order's
 * @param at when the order was made
 */
export function enqueueOrderSql(placed: string, at: string): string {
  return `insert into whatsapp_messages (order_id, created_at)
    select ${placed}.id, ${at} from ${placed}, settings, whatsapp_queue
    where configured and whatsapp_notifications_enabled and owner_phone_number is not null
    returning ${announcingSql(WHATSAPP_TOPIC, 'order_id')}`
}

const queueWithDay = (db: Reader) =>
  db
    .select({ ...getTableColumns(whatsappQueue), startsAt: settings.businessDayStart })
    .from(whatsappQueue)
    .innerJoin(settings, sql`true`)

export async function readQueue(db: Reader): Promise<QueueRow> {
  return theRow(await queueWithDay(db))
}

/** Locks the queue until the transaction ends. */
export async function lockQueue(tx: Tx): Promise<QueueRow> {
  return theRow(await queueWithDay(tx).for('update', { of: whatsappQueue }))
}

function theRow([row]: QueueRow[]): QueueRow {
  if (!row) throw new Error("the queue's row is missing")
  return row
}

export async function writeQueue(tx: Tx, change: Partial<Omit<QueueRow, 'startsAt'>>): Promise<void> {
  await tx.update(whatsappQueue).set(change)
}

const isWaiting = isNull(messages.acceptedAt)
const isTest = isNull(messages.orderId)

export async function countWaiting(db: Reader): Promise<{ all: number; tests: number }> {
  const tests = sql<number>`count(*) filter (where ${isTest})`.mapWith(Number)
  const [row] = await db.select({ all: count(), tests }).from(messages).where(isWaiting)
  return row ?? { all: 0, tests: 0 }
}

export async function readOwnerNumber(db: Reader): Promise<string | null> {
  const [row] = await db.select({ number: settings.ownerPhoneNumber }).from(settings)
  return row?.number ?? null
}

export async function insertTest(tx: Tx, now: Date): Promise<void> {
  await tx.insert(messages).values({ orderId: null, createdAt: now })
}

/** Takes out what the owner does not want to be told any more. @returns how much that was */
export async function dropUnwanted(tx: Tx): Promise<number> {
  const hasNumber = isNotNull(settings.ownerPhoneNumber)
  const isWanted = or(settings.whatsappNotificationsEnabled, isTest)
  const wanting = tx.select({ one: sql`1` }).from(settings).where(and(hasNumber, isWanted))
  const { rowCount } = await tx.delete(messages).where(and(isWaiting, notExists(wanting)))
  return rowCount ?? 0
}

/** Takes out what has waited for longer than anybody wants to hear of it. */
export async function dropOutdated(tx: Tx, ordersBefore: Date, testsBefore: Date): Promise<void> {
  const isOld = or(lt(messages.createdAt, ordersBefore), and(isTest, lt(messages.createdAt, testsBefore)))
  await tx.delete(messages).where(and(isWaiting, isOld))
}

/** Takes out what may have been told so many times. */
export function dropTried(tx: Tx, tries: number, ids?: readonly number[]): Promise<{ id: number }[]> {
  const isTried = and(isWaiting, gte(messages.tries, tries), ids && among(ids))
  return tx.delete(messages).where(isTried).returning({ id: messages.id })
}

export async function dropAccepted(tx: Tx, before: Date): Promise<void> {
  await tx.delete(messages).where(lt(messages.acceptedAt, before))
}

const taken = { id: messages.id, orderId: messages.orderId, createdAt: messages.createdAt }

/** Marks all tests, or all orders, that wait as being told, the oldest first. */
export async function lockDueMessages(tx: Tx, which: 'tests' | 'orders') {
  const ofThese: SQL = which === 'tests' ? isTest : isNotNull(messages.orderId)
  const rows = await tx
    .update(messages)
    .set({ tries: sql`${messages.tries} + 1` })
    .where(and(isWaiting, ofThese))
    .returning(taken)
  return rows.sort((a, b) => a.id - b.id)
}

/** These were told, or were certainly not. */
export async function finishMessages(tx: Tx, ids: readonly number[], acceptedAt: Date | null): Promise<void> {
  const change = acceptedAt ? { acceptedAt } : { tries: sql`${messages.tries} - 1` }
  await tx.update(messages).set(change).where(among(ids))
}

export async function dropMessages(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.delete(messages).where(among(ids))
}

// One parameter for all of them, however many there are.
function among(ids: readonly number[]): SQL {
  return sql`${messages.id} = any(${`{${ids.join(',')}}`}::bigint[])`
}

/** What is said of an order: nothing of its guest (docs/product.md#whatsapp-says). */
export async function readOrderForMessage(tx: Tx, orderId: number) {
  const { id, tableNumber, diningOption, total, currency } = orders
  const [row] = await tx.select({ id, tableNumber, diningOption, total, currency }).from(orders).where(eq(id, orderId))
  if (!row) throw new Error('an order that is to be told of is gone')
  return row
}
export type OrderForMessage = Awaited<ReturnType<typeof readOrderForMessage>>
