import { and, asc, desc, eq, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { changedBy, type Database, firstOf, onlyOf, type Reader, type Tx } from '#server/db/index.ts'
import { webhookDeliveries as deliveries, webhooks } from '#server/db/schema/index.ts'

export type WebhookRow = typeof webhooks.$inferSelect
export type DeliveryRow = typeof deliveries.$inferSelect

export async function readWebhooks(db: Reader): Promise<WebhookRow[]> {
  return db.select().from(webhooks).orderBy(asc(webhooks.id))
}

export function findWebhook(db: Reader, id: number): Promise<WebhookRow | undefined> {
  return firstOf(db.select().from(webhooks).where(eq(webhooks.id, id)))
}

/** Counts the webhooks, and lets nobody else add one until the transaction ends. */
export async function lockWebhookCount(tx: Tx): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('webhooks', 0))`)
  return tx.$count(webhooks)
}

export function insertWebhook(tx: Tx, webhook: typeof webhooks.$inferInsert): Promise<WebhookRow> {
  return onlyOf(tx.insert(webhooks).values(webhook).returning())
}

export function updateWebhook(tx: Tx, id: number, change: Partial<WebhookRow>): Promise<WebhookRow | undefined> {
  return firstOf(tx.update(webhooks).set(change).where(eq(webhooks.id, id)).returning())
}

/** Its deliveries are deleted later. @returns the deleted webhook; undefined if there was none */
export function deleteWebhook(tx: Tx, id: number): Promise<WebhookRow | undefined> {
  return firstOf(tx.delete(webhooks).where(eq(webhooks.id, id)).returning())
}

const isOf = (webhookId: number) => eq(deliveries.webhookId, webhookId)
const isWaiting = isNull(deliveries.endedAt)

export function readDeliveries(db: Reader, webhookId: number, limit: number): Promise<DeliveryRow[]> {
  return db.select().from(deliveries).where(isOf(webhookId)).orderBy(desc(deliveries.id)).limit(limit)
}

export async function insertTest(tx: Tx, webhookId: number): Promise<void> {
  await tx.insert(deliveries).values({ webhookId, type: 'test' })
}

/** Of a delivery that is to be sent as if it had never been tried. */
export const ANEW = { attempts: 0, nextAttemptAt: null, endedAt: null }

/** Changes the deliveries of a webhook that match, by default those that wait. @returns whether there are any */
export async function updateDeliveries(
  tx: Tx,
  webhookId: number,
  change: Partial<DeliveryRow>,
  which: SQL | undefined = isWaiting,
): Promise<boolean> {
  return (
    (await changedBy(
      tx
        .update(deliveries)
        .set(change)
        .where(and(isOf(webhookId), which)),
    )) > 0
  )
}

export const isDelivery = (id: number) => eq(deliveries.id, id)
/** An attempt that is under way, and that nobody has overtaken. */
export const isAttempt = ({ id, attempts }: DeliveryRow) =>
  and(isDelivery(id), eq(deliveries.attempts, attempts), isWaiting)

/** Commits without waiting for the disk: an outcome that a crash loses is an event that is sent again. */
export async function commitUnforced(tx: Tx): Promise<void> {
  await tx.execute(sql`set local synchronous_commit = off`)
}

/** When the oldest event that waits for each webhook may be sent; null: at once. */
export function readDue(db: Reader): Promise<{ webhookId: number; at: Date | null }[]> {
  const head = sql`(select next_attempt_at from ${deliveries}
    where webhook_id = ${webhooks.id} and ended_at is null order by id limit 1) head`
  const at = sql`head.next_attempt_at`.mapWith(deliveries.nextAttemptAt)
  return db.select({ webhookId: webhooks.id, at }).from(webhooks).innerJoinLateral(head, sql`true`)
}

/** Begins an attempt at the oldest event that waits, unless it is not due. Until `leasedUntil`, nobody else sends it. */
export function beginAttempt(db: Reader, webhookId: number, now: Date, leasedUntil: Date) {
  const head = sql`(select id from ${deliveries} where webhook_id = ${webhookId} and ended_at is null order by id limit 1)`
  const isDue = or(isNull(deliveries.nextAttemptAt), lte(deliveries.nextAttemptAt, now))
  const attempt = { attempts: sql`${deliveries.attempts} + 1`, nextAttemptAt: leasedUntil }
  const isHead = and(eq(deliveries.id, head), isWaiting, isDue)
  return firstOf(db.update(deliveries).set(attempt).where(isHead).returning())
}

/** Deletes all but the newest of each webhook, of those that have ended and of those that wait. @returns how many */
export function deleteOld(db: Database, kept: { ended: number; waiting: number }, limit: number): Promise<number> {
  const old = sql`select id from (
      select *, row_number() over (partition by webhook_id, ended_at is null order by id desc) as place from ${deliveries}
    ) placed
    where place > case when ended_at is null then ${kept.waiting}::int else ${kept.ended}::int end
      or webhook_id not in (select id from ${webhooks}) limit ${limit}`
  return changedBy(db.delete(deliveries).where(sql`${deliveries.id} in (${old})`))
}
