import type { Tx } from '#server/db/index.ts'
import { endPaidBillCalls } from '#server/modules/calls/index.ts'
import { type EntryWithShares, makeReceipts, withdrawReceipts } from '#server/modules/fiscal/index.ts'
import { noteInJournal } from '#server/modules/journal/index.ts'
import { announceOrderChanges, lockOrders, markOrder, type OrderRow, sees } from '#server/modules/orders/index.ts'
import { type ReadSettings, readSettings } from '#server/modules/settings/index.ts'
import { AppError, inputError, required } from '#server/platform/app-error.ts'
import type { Viewer } from '#server/platform/http/request.ts'
import type { Received } from '#shared/contracts/base/endpoint.ts'
import type * as contract from '#shared/contracts/payments.ts'
import { dueOf, type PaidShare, sharesBack, sharesOf, sumsAfter } from '#shared/domain/payments/due.ts'
import * as methods from '#shared/domain/payments/methods.ts'
import { leftOf } from './bills.ts'
import { type EntryContext, enterDay } from './days.ts'
import { addEntry, type NewEntry, readPayment } from './repo.ts'

/*
 * Payments, their reversals, and the till (docs/product/payments.md). Each is one entry, which never changes; the
 * orders' `paid` and `unpaid` follow in its transaction.
 */

/** The code's usual wording is about the bill of a table. */
function throwCurrenciesDiffer(): never {
  throw new AppError('mixed_currencies', {}, undefined, 'currencies_differ')
}

export async function storePayment(
  tx: Tx,
  input: contract.PaymentInput,
  context: EntryContext,
): Promise<contract.Recorded> {
  await enterDay(tx, 'shared')
  const settings = await readSettings(tx)
  if (!settings.payments) throw new AppError('payments_off')
  const method = methodOf(settings, input.method)
  const ids = new Set(input.orders)
  const orders = await lockOrders(tx, [...ids])
  if (orders.length < ids.size || !orders.every((order) => sees(context.by, order, context.now)))
    throw new AppError('not_found')
  if (orders.some(({ currency }) => currency !== settings.currency)) throwCurrenciesDiffer()
  const owing = orders.map((order) => ({ ...order, due: dueOf(order) }))
  const due = owing.reduce((sum, order) => sum + order.due, 0)
  if (due !== input.due) throw new AppError('due_changed', { due })
  refuseUnfit(input, method, settings, context.by)
  const { amount, tip, tendered = null, guestName, reason, taxNumber = null } = input
  const orderIds = [...ids]
  const sums = { amount, tip, ...cashOf(method, amount + tip, settings) }
  const worded = { tendered, guestName, reason, taxNumber }
  const isReceipted = settings.fiscal ? false : null
  const entry = { ...entryOf('payment', method, context, settings), ...sums, ...worded, orderIds, isReceipted }
  const change = tendered === null ? 0 : methods.changeOf(tendered, amount + tip, settings.cashRounding)
  const written = await write(tx, entry, orders, sharesOf(owing, amount))
  const tables = new Set(orders.flatMap(({ tableId }) => tableId ?? []))
  if (written.due === 0 && tables.size > 0) await endPaidBillCalls(tx, [...tables], context.now)
  await makeReceipts(tx, orderIds, context)
  return { ...written, ...sums, change }
}

function refuseUnfit(
  { amount, due, tip, tendered, reason }: contract.PaymentInput,
  { kind }: methods.PaymentMethod,
  { cashRounding, houseLimit }: ReadSettings,
  { isOwner }: Viewer,
): void {
  if (amount > due) throw inputError('amount', `validation.atMost ${Math.max(due, 0)}`)
  if (tip > 0 && !methods.takesTip(kind)) throw inputError('tip', 'validation.noTip')
  const most = methods.highestTip(amount)
  if (tip > most) throw inputError('tip', `validation.atMost ${most}`)
  const isCash = kind === 'cash'
  if (typeof tendered === 'number' && !isCash) throw inputError('tendered', 'validation.cashOnly')
  if (typeof tendered === 'number' && methods.changeOf(tendered, amount + tip, cashRounding) < 0)
    throw inputError('tendered', 'validation.tenderedTooLittle')
  if (kind !== 'house') return
  if (reason === null) throw inputError('reason', 'validation.reasonNeeded')
  if (!isOwner && amount > houseLimit) throw new AppError('house_limit', { limit: houseLimit })
}

/** Takes back a part of a payment, or the whole payment. */
export async function storeReversal(
  tx: Tx,
  { id: paymentId, amount, tip, method: methodId, reason }: Reversal,
  context: EntryContext,
): Promise<contract.Recorded> {
  const { by, now } = context
  await enterDay(tx, 'shared')
  const found = required((await readPayment(tx, paymentId))[0])
  if (!by.isOwner && found.userId !== by.userId) throw new AppError('not_your_payment')
  // If the clock was set back, the time limit does not become longer.
  const isLate = Math.abs(now.getTime() - found.at.getTime()) > methods.REVERSE_WITHIN_MS
  if (!by.isOwner && isLate) throw new AppError('reversal_over')
  const settings = await readSettings(tx)
  const method = methodOf(settings, methodId)
  if ((method.kind === 'house') !== (found.methodKind === 'house'))
    throw inputError('method', 'validation.houseByHouse')
  if (tip > 0 && !methods.takesTip(method.kind)) throw inputError('tip', 'validation.noTip')
  if (found.currency !== settings.currency) throwCurrenciesDiffer()
  const orders = await lockOrders(
    tx,
    found.shares.map(({ orderId }) => orderId),
  )
  // Read again, because another reversal may have been added before the orders were locked.
  const entries = await readPayment(tx, paymentId)
  const left = leftOf(found, entries)
  if (amount > left.amount || tip > left.tip) throw new AppError('already_reversed', { left })
  const has = orders.map((order) => ({ orderId: order.id, amount: sharedTo(order.id, entries), due: dueOf(order) }))
  const cash = cashOf(method, -(amount + tip), settings)
  const sums = { amount: -amount, tip: -tip, ...cash, guestName: amount > 0 ? found.guestName : null, reason }
  const { orderIds } = found
  const entry = { ...entryOf('reversal', method, context, settings), ...sums, reversesId: paymentId, orderIds }
  const written = await write(tx, entry, orders, sharesBack(has, amount))
  // Also while they are off: what was handed over then is shown as undone.
  await withdrawReceipts(tx, { orderIds, paymentIds: [paymentId] }, now)
  await makeReceipts(tx, orderIds, context)
  await noteInJournal(tx, by, 'payment_reversed', { amount: amount + tip }, now)
  return { ...written, amount, tip, ...cash, change: 0 }
}

type Reversal = Received<typeof contract.reversePayment>['body'] & { id: number }

/** Records cash that was put into the till or taken out of it. */
export async function storeTill(
  tx: Tx,
  { kind, amount, reason }: Received<typeof contract.recordTill>['body'],
  { by, now }: EntryContext,
): Promise<{ id: number }> {
  await enterDay(tx, 'shared')
  const { payments, currency } = await readSettings(tx)
  if (!payments) throw new AppError('payments_off')
  const sums = { amount: kind === 'in' ? amount : -amount, reason, currency }
  const id = await addEntry(tx, { kind: 'till', at: now, userId: by.userId, username: by.username, ...sums }, [])
  await noteInJournal(tx, by, 'till', { what: kind, amount }, now)
  return { id }
}

/** Writes an entry, and updates the locked orders of its shares. @returns its id, and what these orders owe now */
async function write(tx: Tx, entry: NewEntry, orders: readonly OrderRow[], shares: readonly PaidShare[]) {
  const id = await addEntry(tx, entry, shares)
  const shareOf = new Map(shares.map((share) => [share.orderId, share]))
  const dues = orders.map(async (order) => {
    const share = shareOf.get(order.id)
    return dueOf(
      share ? await markOrder(tx, order.id, sumsAfter(order, share, entry.kind === 'reversal'), entry.at) : order,
    )
  })
  const due = (await Promise.all(dues)).reduce((sum, one) => sum + one, 0)
  await announceOrderChanges(tx, [...shareOf.keys()])
  return { id, due }
}

function entryOf(
  kind: 'payment' | 'reversal',
  method: methods.PaymentMethod,
  { by, now }: EntryContext,
  { currency }: ReadSettings,
) {
  const { id: methodId, kind: methodKind, name: methodName, nameRo: methodNameRo } = method
  const named = { methodId, methodKind, methodName, methodNameRo }
  return { kind, at: now, userId: by.userId, username: by.username, currency, ...named }
}

const cashOf = ({ kind }: methods.PaymentMethod, sum: number, { cashRounding }: ReadSettings) => ({
  rounding: kind === 'cash' ? methods.roundingOf(sum, cashRounding) : 0,
})

function methodOf({ paymentMethods }: ReadSettings, id: number): methods.PaymentMethod {
  const method = paymentMethods.find((one) => one.id === id)
  if (!method) throw inputError('method', 'validation.wrong')
  return method
}

const sharedTo = (orderId: number, entries: readonly EntryWithShares[]) =>
  entries
    .flatMap(({ shares }) => shares)
    .reduce((sum, share) => (share.orderId === orderId ? sum + share.amount : sum), 0)
