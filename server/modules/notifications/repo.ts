import { and, count, eq, getTableColumns, gte, isNotNull, isNull, lt, notExists, or, type SQL, sql } from 'drizzle-orm'
import { anyOfIds, changedBy, onlyOf, type Reader, type Tx } from '#server/db/index.ts'
import { whatsappMessages as messages, orders, settings, whatsappQueue } from '#server/db/schema/index.ts'

/** Announced when a message is queued (with the order's id, if it is about an order) or the next message may be due earlier. */
export const WHATSAPP_TOPIC = 'whatsapp'

export interface QueueRow extends Omit<typeof whatsappQueue.$inferSelect, 'id'> {
  /** HH:MM, when a business day begins, by the settings. */
  startsAt: string
}

const queueWithDay = (db: Reader) =>
  db
    .select({ ...getTableColumns(whatsappQueue), startsAt: settings.businessDayStart })
    .from(whatsappQueue)
    .innerJoin(settings, sql`true`)

export const readQueue = (db: Reader): Promise<QueueRow> => onlyOf(queueWithDay(db))

export const lockQueue = (tx: Tx): Promise<QueueRow> => onlyOf(queueWithDay(tx).for('update', { of: whatsappQueue }))

export async function writeQueue(tx: Tx, change: Partial<Omit<QueueRow, 'startsAt'>>): Promise<void> {
  await tx.update(whatsappQueue).set(change)
}

const isWaiting = isNull(messages.acceptedAt)
const isTest = isNull(messages.orderId)

export async function countWaiting(db: Reader): Promise<{ all: number; tests: number }> {
  const tests = sql<number>`count(*) filter (where ${isTest})`.mapWith(Number)
  return onlyOf(db.select({ all: count(), tests }).from(messages).where(isWaiting))
}

export async function readOwnerNumber(db: Reader): Promise<string | null> {
  const [row] = await db.select({ number: settings.ownerPhoneNumber }).from(settings)
  return row?.number ?? null
}

export async function insertTestMessage(tx: Tx, now: Date): Promise<void> {
  await tx.insert(messages).values({ orderId: null, createdAt: now })
}

export async function dropUnwanted(tx: Tx): Promise<number> {
  const hasNumber = isNotNull(settings.ownerPhoneNumber)
  const isAllowed = or(settings.whatsappNotificationsEnabled, isTest)
  const allowingSettings = tx.select({ one: sql`1` }).from(settings).where(and(hasNumber, isAllowed))
  return changedBy(tx.delete(messages).where(and(isWaiting, notExists(allowingSettings))))
}

/** Deletes waiting messages about orders, and waiting test messages, that were queued before the given times. */
export async function dropOutdated(tx: Tx, ordersBefore: Date, testsBefore: Date): Promise<void> {
  const isOld = or(lt(messages.createdAt, ordersBefore), and(isTest, lt(messages.createdAt, testsBefore)))
  await tx.delete(messages).where(and(isWaiting, isOld))
}

/** Deletes waiting messages that may have been sent `maxTries` times. @param ids only these; without it, all */
export function dropExhausted(tx: Tx, maxTries: number, ids?: readonly number[]): Promise<{ id: number }[]> {
  const isExhausted = and(isWaiting, gte(messages.tries, maxTries), ids && hasIdIn(ids))
  return tx.delete(messages).where(isExhausted).returning({ id: messages.id })
}

export async function dropAccepted(tx: Tx, before: Date): Promise<void> {
  await tx.delete(messages).where(lt(messages.acceptedAt, before))
}

const dueColumns = { id: messages.id, orderId: messages.orderId, createdAt: messages.createdAt }

/** Counts a try for all waiting test messages, or all waiting messages about orders. @returns them, oldest first */
export async function lockDueMessages(tx: Tx, which: 'tests' | 'orders') {
  const isSelected: SQL = which === 'tests' ? isTest : isNotNull(messages.orderId)
  const rows = await tx
    .update(messages)
    .set({ tries: sql`${messages.tries} + 1` })
    .where(and(isWaiting, isSelected))
    .returning(dueColumns)
  return rows.sort((a, b) => a.id - b.id)
}

/** Records messages as accepted by WhatsApp; with null, takes back their last try, which was certainly not sent. */
export async function finishMessages(tx: Tx, ids: readonly number[], acceptedAt: Date | null): Promise<void> {
  const change = acceptedAt ? { acceptedAt } : { tries: sql`${messages.tries} - 1` }
  await tx.update(messages).set(change).where(hasIdIn(ids))
}

export async function dropMessages(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.delete(messages).where(hasIdIn(ids))
}

const hasIdIn = (ids: readonly number[]) => sql`${messages.id} = ${anyOfIds(ids)}`

/** The data of an order that a message contains: none of its guest's (docs/product/notifications.md#whatsapp-says). */
export async function readOrderForMessage(tx: Tx, orderId: number) {
  const { id, tableNumber, diningOption, pickupAt, total, currency } = orders
  const columns = { id, tableNumber, diningOption, pickupAt, total, currency }
  return onlyOf(tx.select(columns).from(orders).where(eq(id, orderId)))
}
export type OrderForMessage = Awaited<ReturnType<typeof readOrderForMessage>>
