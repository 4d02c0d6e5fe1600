import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { type Database, inTransaction, type Reader, type Tx } from '#server/db/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import { AppError, inputError, required } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { announceArea } from '#server/platform/live/announcements.ts'
import { isAllowed } from '#server/platform/outgoing.ts'
import type { Answer, Received } from '#shared/contracts/base/endpoint.ts'
import * as contract from '#shared/contracts/webhooks.ts'
import type { DeliveryRow, WebhookRow } from './repo.ts'
import * as repo from './repo.ts'

/* The addresses of other programs that hear of events (docs/product/programs.md#programs-events). */

export interface WebhookContext {
  by: Viewer
  now: Date
  /** Whether an address may be one of this machine. */
  onLoopback: boolean
}

const webhookView = ({ secret: _, failingSince, ...shown }: WebhookRow): contract.Webhook => ({
  ...shown,
  failingSince: failingSince?.toISOString() ?? null,
})

export async function shownWebhooks(db: Reader): Promise<contract.Webhook[]> {
  return (await repo.readWebhooks(db)).map(webhookView)
}

/** The host of an address, without the brackets of IPv6. */
export const hostOf = (url: string) => new URL(url).hostname.replace(/^\[|\]$/g, '')

/** A name is checked when it is resolved. @throws InputError */
function refuseOwn(url: string, onLoopback: boolean): void {
  const host = hostOf(url)
  if (isIP(host) !== 0 && !isAllowed(host, onLoopback)) throw inputError('url', 'validation.webhookUrl')
}

/** A path or a query may contain a secret, so the journal has only the host. */
async function note(tx: Tx, { by, now }: WebhookContext, kind: 'added' | 'changed' | 'removed', url: string) {
  await noteInJournal(tx, by, `webhook_${kind}`, { program: new URL(url).host }, now)
  await announceArea(tx, 'programs')
}

/** @returns also the secret @throws AppError `too_many_webhooks`; InputError */
export function addWebhook(
  db: Database,
  input: Received<typeof contract.createWebhook>['body'],
  context: WebhookContext,
): Promise<Answer<typeof contract.createWebhook>> {
  refuseOwn(input.url, context.onLoopback)
  const secret = `whsec_${randomBytes(24).toString('base64')}`
  return inTransaction(db, async (tx) => {
    if ((await repo.lockWebhookCount(tx)) >= contract.MAX_WEBHOOKS) throw new AppError('too_many_webhooks')
    const row = await repo.insertWebhook(tx, { ...input, secret })
    await note(tx, context, 'added', row.url)
    return { ...webhookView(row), secret }
  })
}

/** @throws AppError `not_found`; InputError */
export function editWebhook(
  db: Database,
  { id, ...change }: Received<typeof contract.changeWebhook>['body'] & { id: number },
  context: WebhookContext,
): Promise<contract.Webhook> {
  if (change.url !== undefined) refuseOwn(change.url, context.onLoopback)
  return inTransaction(db, async (tx) => {
    const row = required(await repo.updateWebhook(tx, id, { ...change, failingSince: null }))
    await repo.updateWaiting(tx, id, row.isActive ? null : context.now)
    await note(tx, context, 'changed', row.url)
    return webhookView(row)
  })
}

/** @throws AppError `not_found` */
export function dropWebhook(db: Database, id: number, context: WebhookContext): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { url } = required(await repo.deleteWebhook(tx, id))
    await note(tx, context, 'removed', url)
  })
}

/** @throws AppError `not_found` */
export function requestTestEvent(db: Database, id: number): Promise<void> {
  return inTransaction(db, async (tx) => {
    required(await repo.findWebhook(tx, id))
    await repo.insertTest(tx, id)
    await announceArea(tx, 'programs')
  })
}

/** @throws AppError `not_found` */
export function sendAgain(db: Database, id: number, deliveryId: number): Promise<void> {
  return inTransaction(db, async (tx) => {
    if (!(await repo.beginAnew(tx, id, deliveryId))) throw new AppError('not_found')
    await announceArea(tx, 'programs')
  })
}

const deliveryView = ({ createdAt, endedAt, ...row }: DeliveryRow): contract.WebhookDelivery => {
  const { webhookId: _, subjectId: __, nextAttemptAt: ___, ...shown } = row
  return { ...shown, createdAt: createdAt.toISOString(), endedAt: endedAt?.toISOString() ?? null }
}

/** @throws AppError `not_found` */
export async function shownDeliveries(db: Database, id: number): Promise<contract.WebhookDelivery[]> {
  required(await repo.findWebhook(db, id))
  return (await repo.listDeliveryRows(db, id, contract.SHOWN_DELIVERIES)).map(deliveryView)
}
