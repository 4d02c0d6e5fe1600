import { randomUUID } from 'node:crypto'
import { type Database, inLocked, lock, type Reader, type Tx } from '#server/db/index.ts'
import { readSoldKinds } from '#server/modules/menu/index.ts'
import { findDevice } from '#server/modules/printing/index.ts'
import type { ReadSettings } from '#server/modules/settings/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { AppError, inputError, required } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import { announceArea } from '#server/platform/live/announcements.ts'
import type { Received } from '#shared/contracts/base/endpoint.ts'
import type * as contract from '#shared/contracts/fiscal.ts'
import type { FISCAL_DECISIONS, FiscalState } from '#shared/contracts/fiscal.ts'
import { lackingGroups } from '#shared/domain/fiscal/fiscal-text.ts'
import type { Language } from '#shared/domain/language.ts'
import { makeReceipts, printable, readLeft } from './bills.ts'
import type { ReceiptRow } from './repo.ts'
import * as repo from './repo.ts'

/* What people do with fiscal receipts. */

/** Lists an order's receipts; without an order, those about which something is still to be done. */
export async function listReceipts(db: Reader, orderId: number | undefined) {
  const device = await findDevice(db)
  const rows = await (orderId === undefined ? repo.readLookedAt(db) : repo.readReceiptsOf(db, [orderId]))
  const left = await readLeft(db, orderId === undefined ? undefined : [orderId])
  return {
    seenAt: device?.seenAt ?? null,
    receipts: rows,
    left,
  }
}

/**
 * Says that money on no receipt is keyed in by hand. @returns the receipt that holds it
 * @throws AppError `decided` if no bill of exactly these orders has exactly this money left
 */
export async function storeKeyedIn(
  tx: Tx,
  { orderIds, amount }: Received<typeof contract.keyInLeft>['body'],
  { by, now }: DecisionContext,
): Promise<ReceiptRow> {
  await lock(tx, 'fiscal')
  const wanted = new Set(orderIds)
  const found = (await readLeft(tx, orderIds)).find(
    (left) =>
      left.amount === amount && left.orderIds.length === wanted.size && left.orderIds.every((id) => wanted.has(id)),
  )
  if (!found) throw new AppError('decided')
  const { payments, paymentIds } = found
  const made = { orderIds: found.orderIds, payments, paymentIds, at: now, changedAt: now }
  const named = { kind: 'receipt' as const, name: randomUUID(), by: by.username, decidedBy: by.username }
  const [row] = await repo.insertReceipts(tx, [{ ...named, ...made, state: 'by_hand' }])
  await makeReceipts(tx, orderIds, { by, now })
  await announceArea(tx, 'fiscal')
  return required(row)
}

type FiscalDecision = (typeof FISCAL_DECISIONS)[number]

/** The states in which each can be decided. */
const DECIDABLE: Record<FiscalDecision, readonly FiscalState[]> = {
  printed: ['refused', 'unclear'],
  again: ['refused', 'unclear'],
  by_hand: ['waiting', 'refused', 'unclear'],
}

interface DecisionContext {
  by: Viewer
  now: Date
}

/** @throws AppError `not_found`; `decided`; `forbidden` if the floor would send an unclear one again */
export function decideAbout(db: Database, id: number, decision: FiscalDecision, { by, now }: DecisionContext) {
  return inLocked(db, 'fiscal', async (tx) => {
    const receipt = required(await repo.findReceipt(tx, id))
    const { state, kind, undoneAt } = receipt
    // What was taken back meanwhile would be printed as it was.
    if (!DECIDABLE[decision].includes(state) || (decision === 'again' && undoneAt)) throw new AppError('decided')
    const decided = { decidedBy: by.username, changedAt: now }
    if (decision === 'again') {
      if (state === 'unclear' && !by.isOwner) throw new AppError('forbidden')
      if (!(await readSettings(tx)).fiscal) throw new AppError('decided')
      const { outcome } =
        kind === 'z'
          ? { outcome: { state: 'waiting' as const, code: null, info: null } }
          : printable(receipt, await findDevice(tx))
      await repo.updateReceipt(tx, id, { ...decided, ...outcome, name: randomUUID() })
    } else await repo.updateReceipt(tx, id, { ...decided, state: decision })
    await announceArea(tx, 'fiscal')
    return required(await repo.findReceipt(tx, id))
  })
}

/** Requires that nothing is under way; nothing begins until the transaction ends. */
export async function requireNoneUnderWay(tx: Tx): Promise<void> {
  await lock(tx, 'fiscal')
  const open = await repo.readOpenReceipts(tx)
  if (open.some(({ state }) => state !== 'refused')) throw new AppError('fiscal_open')
}

/** Queues the report of the device's day. @throws AppError `not_found` while receipts are off; `fiscal_open` */
export async function askForZ(tx: Tx, { by, now }: DecisionContext): Promise<ReceiptRow> {
  await requireNoneUnderWay(tx)
  if (!(await readSettings(tx)).fiscal) throw new AppError('not_found')
  const report = { kind: 'z' as const, name: randomUUID(), at: now, changedAt: now, by: by.username }
  const [row] = await repo.insertReceipts(tx, [report])
  await announceArea(tx, 'fiscal')
  return required(row)
}

type Facts = Pick<ReadSettings, 'fiscal' | 'payments' | 'currency' | 'cashRounding' | 'paymentMethods'>

/**
 * Follows a change of the settings that switches receipts on or off, or takes what they need.
 * @throws InputError, AppError `fiscal_missing` if receipts would be on without what they need
 */
export async function switchFiscal(
  tx: Tx,
  { fiscal: wasOn }: Facts,
  { fiscal: isOn, payments, currency, cashRounding, paymentMethods: methods }: Facts,
  { language, now }: { language: Language; now: Date },
): Promise<void> {
  const fits = { payments, currency: currency === 'lei', cashRounding: cashRounding === 0 }
  const wrong = (Object.keys(fits) as (keyof typeof fits)[]).filter((name) => !fits[name])
  if (isOn && wasOn && wrong[0]) throw inputError(wrong[0], 'validation.fiscalOn')
  if (isOn === wasOn) return
  // No payment is recorded meanwhile, and the device stays as it is.
  await lock(tx, 'day')
  await lock(tx, 'fiscal')
  if (!isOn) return refuseWaiting(tx, now)
  const device = await findDevice(tx)
  const profile = device?.isActive && device.profile
  const lacking = profile ? lackingGroups(await readSoldKinds(tx), methods, profile, language) : [ofDevice]
  const settings = wrong.map((name) => ({ what: name === 'cashRounding' ? ('rounding' as const) : name, name: '' }))
  const missing = [...settings, ...lacking]
  if (missing.length > 0) throw new AppError('fiscal_missing', { missing })
}

const ofDevice = { what: 'device' as const, name: '' }

/** Switched off, the device gets nothing more. */
async function refuseWaiting(tx: Tx, now: Date): Promise<void> {
  for (const { id, state } of await repo.readOpenReceipts(tx))
    if (state === 'waiting')
      await repo.updateReceipt(tx, id, { state: 'refused', code: 'off', info: null, changedAt: now })
  await announceArea(tx, 'fiscal')
}
