import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { changedBy, firstOf, onlyOf, type Reader, type Tx } from '#server/db/index.ts'
import { webhookDeliveries as deliveries, webhooks } from '#server/db/schema/index.ts'

export type WebhookRow = typeof webhooks.$inferSelect
export type DeliveryRow = typeof deliveries.$inferSelect

export async function readWebhooks(db: Reader): Promise<WebhookRow[]> {
  return db.select().from(webhooks).orderBy(asc(webhooks.id))
}

export function findWebhook(db: Reader, id: number): Promise<WebhookRow | undefined> {
  return firstOf(db.select().from(webhooks).where(eq(webhooks.id, id)))
}

/** Locks a webhook, always before its deliveries. */
export function lockWebhook(tx: Tx, id: number): Promise<WebhookRow | undefined> {
  return firstOf(tx.select().from(webhooks).where(eq(webhooks.id, id)).for('update'))
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

/** The columns that make a delivery wait as if it had never been tried; an attempt under way records nothing then. */
export const ANEW = { attempts: 0, isSending: false, attemptedAt: null, nextAttemptAt: null, endedAt: null }

/** Changes the deliveries of a webhook that match, by default those that wait. @returns whether there are any */
export async function updateDeliveries(
  tx: Tx,
  webhookId: number,
  change: Partial<DeliveryRow>,
  which: SQL | undefined = isWaiting,
): Promise<boolean> {
  const changing = tx
    .update(deliveries)
    .set(change)
    .where(and(isOf(webhookId), which))
  return (await changedBy(changing)) > 0
}

export const isDelivery = (id: number) => eq(deliveries.id, id)

/** Commits without waiting for the disk: what a crash loses is sent again. */
export async function commitUnforced(tx: Tx): Promise<void> {
  await tx.execute(sql`set local synchronous_commit = off`)
}

export interface Sending {
  webhook: WebhookRow
  delivery: DeliveryRow
}

/** How many attempts may run at once at an address, and while it fails. */
const [AT_ONCE, AT_ONCE_FAILING] = [4, 1]

/**
 * Begins attempts at what is due, the oldest first, as many at each active address as may run at once. Nobody else makes
 * them until their lease ends.
 */
export async function beginAttempts(tx: Tx, now: Date, leaseMs: number): Promise<Sending[]> {
  // Outside the delay that it was given, a delivery is due: also after the clock was set back.
  const isDelayed = sql`coalesce(${now} >= attempted_at and ${now} < next_attempt_at, false)`
  const atOnce = sql`case when ${webhooks.failingSince} is null then ${AT_ONCE}::int else ${AT_ONCE_FAILING}::int end`
  const ofAddress = sql`from ${deliveries} where webhook_id = ${webhooks.id} and ended_at is null`
  const due = sql`select due.id from ${webhooks}, lateral (
    select id ${ofAddress} and not ${isDelayed} order by id
    limit greatest(${atOnce} - (select count(*) ${ofAddress} and is_sending and ${isDelayed}), 0)
    for update skip locked) due where ${webhooks.isActive}`
  const attempt = { attempts: sql`${deliveries.attempts} + 1`, attemptedAt: now, isSending: true }
  const lease = { nextAttemptAt: new Date(now.getTime() + leaseMs) }
  // While they are locked, no other instance counts, and no owner turns one off.
  const [, addresses, { rows }] = await Promise.all([
    commitUnforced(tx),
    tx.select().from(webhooks).where(eq(webhooks.isActive, true)).orderBy(webhooks.id).for('update'),
    tx.execute<{ id: string }>(due),
  ])
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => Number(id))
  const begun = await tx
    .update(deliveries)
    .set({ ...attempt, ...lease })
    .where(inArray(deliveries.id, ids))
    .returning()
  return begun.flatMap((delivery) => {
    const webhook = addresses.find(({ id }) => id === delivery.webhookId)
    return webhook ? { webhook, delivery } : []
  })
}

/** Records the outcome of an attempt, unless the delivery was ended or begun anew meanwhile. */
export async function endAttempt(tx: Tx, { id, attemptedAt }: DeliveryRow, outcome: Partial<DeliveryRow>) {
  const isSame = and(isDelivery(id), attemptedAt ? eq(deliveries.attemptedAt, attemptedAt) : undefined, isWaiting)
  await tx
    .update(deliveries)
    .set({ ...outcome, isSending: false })
    .where(isSame)
}

/** Condition: the address is still the one that was called. */
const isCalled = ({ id, url }: WebhookRow) => and(eq(webhooks.id, id), eq(webhooks.url, url), webhooks.isActive)

/** Notes that an address took an event. @returns the changed webhook; undefined if nothing changed */
export function noteSuccess(tx: Tx, webhook: WebhookRow): Promise<WebhookRow | undefined> {
  const wasFailing = and(isCalled(webhook), isNotNull(webhooks.failingSince))
  return firstOf(tx.update(webhooks).set({ failingSince: null }).where(wasFailing).returning())
}

/** Notes that an address took no event, and turns it off if it has failed since `offSince`. @returns the changed webhook */
export function noteFailure(tx: Tx, webhook: WebhookRow, { now, offSince }: { now: Date; offSince: Date }) {
  const failingSince = sql`least(coalesce(${webhooks.failingSince}, ${now}), ${now})`
  const change = { failingSince, isActive: sql`${failingSince} > ${offSince}` }
  return firstOf(tx.update(webhooks).set(change).where(isCalled(webhook)).returning())
}
