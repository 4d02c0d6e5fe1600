import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase } from '#server/testing/databases.ts'
import { newStorage, type ServerStorage } from '#server/testing/storage.ts'
import { openTemporary } from '#server/testing/temporary-database.ts'
import type { CarriedLine } from '../client/areas/shared-sessions/table-cart.ts'
import { differences } from './table-books.ts'
import type { TablePhone } from './table-phone.ts'

/** Timeout of each wait; even a busy machine is far below it. */
export const PATIENCE_MS = 90_000

/**
 * Waits until all phones have joined, all changes are confirmed, and all phones show what the database holds.
 * @returns the differences that are left; empty if there are none
 */
export async function settle(
  storage: Pick<ServerStorage, 'url'>,
  tableId: number,
  phones: TablePhone[],
): Promise<string[]> {
  let remaining: string[] = ['nothing was compared']
  for (const began = Date.now(); Date.now() - began < PATIENCE_MS; await sleep(50)) {
    await Promise.all(phones.map((phone) => (phone.joined ? undefined : phone.join())))
    const unsettled = phones.filter(({ isSettled }) => !isSettled)
    if (unsettled.length > 0) {
      remaining = unsettled.map(({ name }) => `${name} is stuck`)
      continue
    }
    remaining = await differences(storage.url(), tableId, phones).catch((error: unknown) => [String(error)])
    if (remaining.length === 0) return []
  }
  return remaining
}

/** Every phone adds a dish, is ready, and completes the order at the same time; all must be notified of one order. */
export async function orderTogether(phones: TablePhone[], dish: CarriedLine['dish']): Promise<string[]> {
  const sessionId = phones[0]?.joined?.id
  for (const phone of phones) phone.change({ kind: 'add', dish, quantity: 1 })
  if (!(await turnsTrue(() => phones.every(({ isSettled }) => isSettled)))) {
    const stuck = phones.filter(({ isSettled }) => !isSettled)
    return stuck.map(({ name, endReason }) => `${name} is stuck before ordering (${endReason})`)
  }
  for (const phone of phones) phone.change({ kind: 'ready', isReady: true })
  if (!(await turnsTrue(() => phones.every(({ received }) => received.isAllReady)))) {
    return phones
      .filter(({ received }) => !received.isAllReady)
      .map(({ name }) => `${name} was not notified that all are ready`)
  }
  await Promise.all(phones.map((phone) => phone.complete()))
  const ordersOf = ({ orders }: TablePhone) => orders.filter((order) => order.sessionId === sessionId)
  // A phone is notified of the order twice, by the response and by its socket; the socket may be first.
  const isNotified = (phone: TablePhone) => !phone.joined && ordersOf(phone).length > 0
  const ids = new Set(phones.flatMap((phone) => ordersOf(phone).map(({ orderId }) => orderId)))
  const faults = ids.size === 1 ? [] : [`six taps placed the orders ${[...ids]}`]
  if (!(await turnsTrue(() => phones.every(isNotified)))) {
    const unnotified = phones.filter((phone) => !isNotified(phone))
    faults.push(`${unnotified.map(({ name, endReason }) => `${name} (${endReason})`)} were not notified of the order`)
  }
  return faults
}

/** Waits until a condition is true. @returns whether it became true in time */
export async function turnsTrue(condition: () => boolean): Promise<boolean> {
  for (const began = Date.now(); Date.now() - began < PATIENCE_MS; await sleep(20)) if (condition()) return true
  return condition()
}

/** A database on its own PostgreSQL server, which several instances can share. */
export async function sharedStorage(): Promise<Pick<ServerStorage, 'url' | 'remove' | 'env'>> {
  if (process.env.TEST_DATABASE_SERVER) return newStorage()
  const server = await openTemporary()
  const DATABASE_URL = await createDatabase(server.url, 'masa_table')
  return { env: { DATA_DIR: '', DATABASE_URL }, url: () => DATABASE_URL, remove: () => server.close() }
}
