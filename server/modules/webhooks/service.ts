import { randomBytes } from 'node:crypto'
import { type Database, inTransaction, type Tx } from '#server/db/index.ts'
import { type Actor, noteInJournal } from '#server/modules/journal/index.ts'
import { AppError, required } from '#server/platform/app-error.ts'
import { atMost } from '#server/platform/change.ts'
import { announceArea } from '#server/platform/live/announcements.ts'
import type { Received } from '#shared/contracts/base/endpoint.ts'
import * as contract from '#shared/contracts/webhooks.ts'
import type { DeliveryRow, WebhookRow } from './repo.ts'
import * as repo from './repo.ts'

/* The addresses of other programs that hear of events (docs/product/programs.md#programs-events). */

type Change = (tx: Tx) => Promise<WebhookRow | undefined>

type ChangeKind = 'added' | 'changed' | 'secret' | 'removed'

/** Makes a change with its journal entry, which has only the host: a path may be a secret. */
function change(db: Database, by: Actor, now: Date, kind: ChangeKind, work: Change) {
  return inTransaction(db, async (tx) => {
    const row = required(await work(tx))
    const details = { program: new URL(row.url).host, ...(row.personal && { personal: true }) }
    await noteInJournal(tx, by, `webhook_${kind}`, details, now)
    await announceArea(tx, 'webhooks')
    return row
  })
}

const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`

/** @returns also the secret */
export async function addWebhook(
  db: Database,
  input: Received<typeof contract.createWebhook>['body'],
  by: Actor,
  now: Date,
) {
  const secret = newSecret()
  const row = await change(db, by, now, 'added', async (tx) => {
    await atMost(tx, 'webhooks', contract.MAX_WEBHOOKS)
    return repo.insertWebhook(tx, { ...input, secret })
  })
  return { ...row, secret }
}

export async function editWebhook(
  db: Database,
  { id, ...input }: Received<typeof contract.changeWebhook>['body'] & { id: number },
  by: Actor,
  now: Date,
): Promise<WebhookRow> {
  return change(db, by, now, 'changed', async (tx) => {
    const before = await repo.lockWebhook(tx, id)
    const changed = await repo.updateWebhook(tx, id, { ...input, failingSince: null })
    // Deliveries that were written while the address was being turned off are given up too.
    const isOn = before?.isActive && changed?.isActive
    await repo.updateDeliveries(tx, id, isOn ? repo.ANEW : { endedAt: now })
    return changed
  })
}

/** Makes a new secret, beside which the one before signs for a day. */
export async function renewSecret(db: Database, id: number, by: Actor, now: Date): Promise<{ secret: string }> {
  const secret = newSecret()
  await change(db, by, now, 'secret', async (tx) => {
    const { secret: oldSecret } = required(await repo.lockWebhook(tx, id))
    return repo.updateWebhook(tx, id, { secret, oldSecret, secretReplacedAt: now })
  })
  return { secret }
}

export async function dropWebhook(db: Database, id: number, by: Actor, now: Date): Promise<void> {
  await change(db, by, now, 'removed', (tx) => repo.deleteWebhook(tx, id))
}

/** Sends an event again, or a test if there is no id. */
export function requestDelivery(db: Database, webhookId: number, id?: number): Promise<void> {
  return inTransaction(db, async (tx) => {
    if (!required(await repo.lockWebhook(tx, webhookId)).isActive) throw new AppError('webhook_off')
    if (id === undefined) await repo.insertTest(tx, webhookId)
    else if (!(await repo.updateDeliveries(tx, webhookId, repo.ANEW, repo.isDelivery(id))))
      throw new AppError('not_found')
    await announceArea(tx, 'webhooks')
  })
}

export async function shownDeliveries(db: Database, id: number): Promise<DeliveryRow[]> {
  required(await repo.findWebhook(db, id))
  return repo.readDeliveries(db, id, contract.SHOWN_DELIVERIES)
}
