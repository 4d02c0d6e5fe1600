import { and, eq, lt, not, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#server/db/index.ts'
import { menuImports, menuItems, pictures, promotions } from '#server/db/schema/index.ts'

/** Notes that a picture is in use now. Waits while it is being deleted. */
export async function notePicture(db: Reader, hash: string, now: Date): Promise<void> {
  await db
    .insert(pictures)
    .values({ hash, usedAt: now })
    .onConflictDoUpdate({ target: pictures.hash, set: { usedAt: sql`greatest(${pictures.usedAt}, excluded.used_at)` } })
}

/** The hashes of all pictures that are shown, or that taking back an import after a moment would show. */
const shown = (importsSince: Date) => {
  const own = sql.raw(`'/pictures/([0-9a-f]{32})/'`)
  return sql`(
    select substring(${menuItems.imageUrl} from ${own}) from ${menuItems}
    union select substring(${promotions.imageUrl} from ${own}) from ${promotions}
    union select (regexp_matches(${menuImports.before}::text, ${own}, 'g'))[1] from ${menuImports}
      where ${menuImports.at} > ${importsSince.toISOString()}
  ) as shown(hash)`
}

/**
 * Notes of all pictures that are shown, or that taking back an import would show, that they are in use now: also of
 * those that nobody has noted, as when the database is older than the pictures.
 */
export async function noteShown(db: Reader, now: Date, importsSince: Date): Promise<void> {
  await db.execute(sql`
    insert into ${pictures} (hash, used_at)
    select hash, ${now.toISOString()} from ${shown(importsSince)} where hash is not null order by hash
    on conflict (hash) do update set used_at = excluded.used_at`)
}

/** The pictures that were last in use before a moment. */
export async function listUnused(db: Reader, before: Date): Promise<string[]> {
  const rows = await db.select({ hash: pictures.hash }).from(pictures).where(lt(pictures.usedAt, before))
  return rows.map(({ hash }) => hash)
}

/**
 * Forgets a picture that is still unused; whoever takes it in meanwhile waits to the end of the transaction.
 * @returns whether it was
 */
export async function forgetUnused(tx: Tx, hash: string, before: Date): Promise<boolean> {
  const isShown = sql`exists (select from ${shown(before)} where shown.hash = ${pictures.hash})`
  const isUnused = and(eq(pictures.hash, hash), lt(pictures.usedAt, before), not(isShown))
  const { rowCount } = await tx.delete(pictures).where(isUnused)
  return rowCount === 1
}
