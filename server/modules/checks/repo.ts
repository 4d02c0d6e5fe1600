import { and, sql } from 'drizzle-orm'
import { hasRow, type Reader } from '#server/db/index.ts'
import { orders, settings } from '#server/db/schema/index.ts'

export const hasOrders = (db: Reader): Promise<boolean> => hasRow(db, orders)

/** Condition: the host is that of the code to scan, and was not reached before. */
const isNews = (host: string, publicHost: string | undefined) =>
  and(
    sql`${host} = coalesce(${publicHost ?? null}::text, ${settings.askedHost})`,
    sql`${settings.reachedHost} is distinct from ${host}`,
  )

export function isNewlyReached(db: Reader, host: string, publicHost: string | undefined): Promise<boolean> {
  return hasRow(db, settings, isNews(host, publicHost))
}

export async function setReachedHost(db: Reader, host: string, publicHost: string | undefined): Promise<void> {
  await db.update(settings).set({ reachedHost: host }).where(isNews(host, publicHost))
}

export async function setAskedHost(db: Reader, askedHost: string): Promise<void> {
  await db.update(settings).set({ askedHost }).where(sql`${settings.askedHost} is distinct from ${askedHost}`)
}
