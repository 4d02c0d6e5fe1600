import type { Reader } from '#server/db/index.ts'
import type * as contract from '#shared/contracts/payments.ts'
import { type EntryWithShares, readOrderIds, readPaymentsOf } from './repo.ts'

/** Returns what is left of a payment after its reversals. @param entries all three kinds, among others */
export function leftOf({ id }: EntryWithShares, entries: readonly EntryWithShares[]): { amount: number; tip: number } {
  const own = entries.filter((entry) => entry.id === id || entry.reversesId === id)
  return { amount: own.reduce((sum, { amount }) => sum + amount, 0), tip: own.reduce((sum, { tip }) => sum + tip, 0) }
}

/** A payment, or what takes one back, as `paymentsOf` returns it; null if there is none. */
export async function paymentOf(db: Reader, id: number): Promise<contract.Payment | null> {
  const payments = await paymentsOf(db, await readOrderIds(db, id))
  return payments.find((payment) => payment.id === id) ?? null
}

export async function paymentsOf(db: Reader, orderIds: readonly number[]): Promise<contract.Payment[]> {
  const entries = await readPaymentsOf(db, orderIds)
  return entries.map((entry) => paymentView(entry, entries))
}

/** @param entries all of the same payment, among others */
function paymentView(entry: EntryWithShares, entries: readonly EntryWithShares[]): contract.Payment {
  const { id, at, username, reversesId, methodId, methodKind, methodName, methodNameRo, amount, tip } = entry
  const { rounding, tendered, guestName, reason, shares } = entry
  if (methodId === null || methodKind === null) throw new Error('an entry of the till has no orders')
  return {
    id,
    at: at.toISOString(),
    user: username,
    reverses: reversesId,
    method: { id: methodId, kind: methodKind, name: methodName ?? '', nameRo: methodNameRo ?? '' },
    ...{ amount, tip, rounding, tendered, guestName, reason },
    left: reversesId === null ? leftOf(entry, entries) : { amount: 0, tip: 0 },
    orders: shares,
  }
}
