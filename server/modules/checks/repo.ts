import { and, sql } from 'drizzle-orm'
import { hasRow, type Reader } from '#server/db/index.ts'
import { orders, settings, tables } from '#server/db/schema/index.ts'
import { announcingSql, CHANGED_TOPIC } from '#server/platform/live/announcements.ts'
import type { ChangedArea } from '#shared/contracts/live.ts'

export const hasOrders = (db: Reader): Promise<boolean> => hasRow(db, orders)

export const countTables = (db: Reader): Promise<number> => db.$count(tables)

/** Records the host of the page on which an owner asked: the code to scan contains it while no address is set. */
export async function noteAsked(db: Reader, askedHost: string): Promise<void> {
  await db.update(settings).set({ askedHost }).where(sql`${settings.askedHost} is distinct from ${askedHost}`)
}

/**
 * Records, and announces, that a guest reached the host in the code to scan
 * (docs/product/before-service.md#before-service-phone); any other host is ignored. A client elsewhere can send this host
 * too: the code contains no secret that would prove a scan.
 * @param publicHost the host of the configured address, if one is set
 */
export async function noteReached(db: Reader, host: string, publicHost: string | undefined): Promise<void> {
  const isInCode = sql`${host} = coalesce(${publicHost ?? null}::text, ${settings.askedHost})`
  await db
    .update(settings)
    .set({ reachedHost: host })
    .where(and(isInCode, sql`${settings.reachedHost} is distinct from ${host}`))
    .returning({ announced: sql.raw(announcingSql(CHANGED_TOPIC, `'${'service' satisfies ChangedArea}'`)) })
}
