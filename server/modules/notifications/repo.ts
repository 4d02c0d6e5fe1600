import { and, eq, getTableColumns, gte, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { anyOfIds, changedBy, onlyOf, type Reader, type Tx } from '#server/db/index.ts'
import { whatsappMessages as messages, orders, settings, whatsappQueue } from '#server/db/schema/index.ts'

/** Announced when a message is queued (with the order's id, if it is about an order) or the next message may be due earlier. */
export const WHATSAPP_TOPIC = 'whatsapp'

const queueWithSettings = (db: Reader) =>
  db
    .select({
      ...getTableColumns(whatsappQueue),
      /** HH:MM, when a business day begins. */
      startsAt: settings.businessDayStart,
      to: settings.ownerPhoneNumber,
    })
    .from(whatsappQueue)
    .innerJoin(settings, sql`true`)

export const readQueue = (db: Reader) => onlyOf(queueWithSettings(db))
export const lockQueue = (tx: Tx) => onlyOf(queueWithSettings(tx).for('update', { of: whatsappQueue }))
export type QueueRow = Awaited<ReturnType<typeof readQueue>>

export type NotificationSettings = Pick<
  typeof settings.$inferSelect,
  'ownerPhoneNumber' | 'whatsappNotificationsEnabled'
>

export async function writeQueue(tx: Tx, change: Partial<typeof whatsappQueue.$inferSelect>): Promise<void> {
  await tx.update(whatsappQueue).set(change)
}

const isWaiting = isNull(messages.acceptedAt)
const isTest = isNull(messages.orderId)
const isOrder = isNotNull(messages.orderId)

export interface Waiting {
  orders: number
  tests: number
}

export function countWaiting(db: Reader): Promise<Waiting> {
  const countOf = (condition: typeof isTest) => sql<number>`count(*) filter (where ${condition})`.mapWith(Number)
  return onlyOf(
    db
      .select({ orders: countOf(isOrder), tests: countOf(isTest) })
      .from(messages)
      .where(isWaiting),
  )
}

export async function insertTestMessage(tx: Tx, now: Date): Promise<void> {
  await tx.insert(messages).values({ orderId: null, createdAt: now })
}

export function dropWaitingOrders(tx: Tx): Promise<number> {
  return changedBy(tx.delete(messages).where(and(isWaiting, isOrder)))
}

/** Deletes messages after too long a wait or too many tries. @returns how many */
export async function giveUp(tx: Tx, maxAttempts: number, ordersBefore: Date, testsBefore: Date): Promise<number> {
  const isOld = or(lt(messages.createdAt, ordersBefore), and(isTest, lt(messages.createdAt, testsBefore)))
  const isHopeless = or(gte(messages.attempts, maxAttempts), isOld)
  return changedBy(tx.delete(messages).where(and(isWaiting, isHopeless)))
}

/** Counts an attempt for all waiting tests, or for all messages about orders. @returns them, oldest first */
export async function takeMessages(tx: Tx, which: 'tests' | 'orders') {
  const rows = await tx
    .update(messages)
    .set({ attempts: sql`${messages.attempts} + 1` })
    .where(and(isWaiting, which === 'tests' ? isTest : isOrder))
    .returning({ id: messages.id, orderId: messages.orderId, createdAt: messages.createdAt })
  return rows.sort((a, b) => a.id - b.id)
}

/** Records messages as accepted by WhatsApp; with null, takes back their last attempt, which certainly failed. */
export async function finishMessages(tx: Tx, ids: readonly number[], acceptedAt: Date | null): Promise<void> {
  const change = acceptedAt ? { acceptedAt } : { attempts: sql`${messages.attempts} - 1` }
  await tx
    .update(messages)
    .set(change)
    .where(sql`${messages.id} = ${anyOfIds(ids)}`)
}

/** A message's fields of an order; none is about its guest (docs/product/notifications.md#whatsapp-says). */
export function readOrderForMessage(tx: Tx, orderId: number) {
  const { id, tableNumber, diningOption, pickupAt, total, currency } = orders
  const columns = { id, tableNumber, diningOption, pickupAt, total, currency }
  return onlyOf(tx.select(columns).from(orders).where(eq(id, orderId)))
}
