import { and, asc, desc, eq, isNull, lte, or, sql } from 'drizzle-orm'
import { changedBy, type Database, firstOf, onlyOf, type Reader, type Tx } from '#server/db/index.ts'
import { webhookDeliveries as deliveries, webhooks } from '#server/db/schema/index.ts'

export type WebhookRow = typeof webhooks.$inferSelect
export type DeliveryRow = typeof deliveries.$inferSelect

const isWaiting = isNull(deliveries.endedAt)

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

/** @returns the deleted webhook; undefined if there was none */
export async function deleteWebhook(tx: Tx, id: number): Promise<WebhookRow | undefined> {
  await tx.delete(deliveries).where(eq(deliveries.webhookId, id))
  return firstOf(tx.delete(webhooks).where(eq(webhooks.id, id)).returning())
}

export function listDeliveryRows(db: Reader, webhookId: number, limit: number): Promise<DeliveryRow[]> {
  const isIts = eq(deliveries.webhookId, webhookId)
  return db.select().from(deliveries).where(isIts).orderBy(desc(deliveries.id)).limit(limit)
}

export async function insertTest(tx: Tx, webhookId: number): Promise<void> {
  await tx.insert(deliveries).values({ webhookId, type: 'test' })
}

const ANEW = { attempts: 0, nextAttemptAt: null, endedAt: null }

/** @returns false if the webhook has no such delivery */
export async function beginAnew(tx: Tx, webhookId: number, id: number): Promise<boolean> {
  const isIt = and(eq(deliveries.id, id), eq(deliveries.webhookId, webhookId))
  return (await changedBy(tx.update(deliveries).set(ANEW).where(isIt))) > 0
}

/** Changes all that waits for a webhook: it is given up at a moment, or tried at once. */
export async function updateWaiting(tx: Tx, webhookId: number, endedAt: Date | null): Promise<void> {
  const change = endedAt ? { endedAt } : ANEW
  await tx
    .update(deliveries)
    .set(change)
    .where(and(eq(deliveries.webhookId, webhookId), isWaiting))
}

const headOf = sql`select id, next_attempt_at from ${deliveries} where webhook_id = ${webhooks.id} and ended_at is null
  order by id limit 1`

/** When each webhook for which something waits may be sent its oldest event; null: at once. */
export async function readDue(db: Reader): Promise<{ webhookId: number; at: Date | null }[]> {
  const at = sql`head.next_attempt_at`.mapWith(deliveries.nextAttemptAt)
  return db.select({ webhookId: webhooks.id, at }).from(webhooks).innerJoinLateral(sql`(${headOf}) head`, sql`true`)
}

/** Begins an attempt at the oldest event that waits, unless it is not due. Until `leasedUntil`, nobody else sends it. */
export function takeDelivery(db: Database, webhookId: number, now: Date, leasedUntil: Date) {
  const head = sql`(select id from ${deliveries} where webhook_id = ${webhookId} and ended_at is null order by id limit 1)`
  const isDue = or(isNull(deliveries.nextAttemptAt), lte(deliveries.nextAttemptAt, now))
  return firstOf(
    db
      .update(deliveries)
      .set({ attempts: sql`${deliveries.attempts} + 1`, nextAttemptAt: leasedUntil })
      .where(and(eq(deliveries.id, head), isWaiting, isDue))
      .returning(),
  )
}

type Outcome = Partial<Pick<DeliveryRow, 'responseCode' | 'nextAttemptAt' | 'endedAt'>>

/** Records the outcome of an attempt, unless another one has begun or the delivery has ended. */
export async function endAttempt(tx: Tx, { id, attempts }: DeliveryRow, outcome: Outcome): Promise<boolean> {
  const isThis = and(eq(deliveries.id, id), eq(deliveries.attempts, attempts), isWaiting)
  return (await changedBy(tx.update(deliveries).set(outcome).where(isThis))) > 0
}

/** Deletes ended deliveries but the newest of each webhook, and those of removed ones. @returns how many */
export async function deleteOld(db: Database, kept: number, limit: number): Promise<number> {
  const old = sql`select id from (
      select id, webhook_id, ended_at, row_number() over (partition by webhook_id order by id desc) as place
      from ${deliveries}
    ) placed
    where (ended_at is not null and place > ${kept}) or webhook_id not in (select id from ${webhooks}) limit ${limit}`
  return changedBy(db.delete(deliveries).where(sql`${deliveries.id} in (${old})`))
}

/** The webhooks for which more than `max` events wait. */
export function readOverfull(db: Database, max: number): Promise<WebhookRow[]> {
  const waiting = sql`(select count(*) from ${deliveries} where webhook_id = ${webhooks.id} and ended_at is null)`
  return db.select().from(webhooks).where(sql`${waiting} > ${max}`)
}
