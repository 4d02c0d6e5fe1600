import { and, eq, lt, sql } from 'drizzle-orm'
import type { Reader, Tx } from '#server/db/index.ts'
import { menuImports, menuItems, pictures, promotions } from '#server/db/schema/index.ts'

/** Notes that a picture is in use now. Waits while it is being deleted. */
export async function notePicture(db: Reader, hash: string, now: Date): Promise<void> {
  await db
    .insert(pictures)
    .values({ hash, usedAt: now })
    .onConflictDoUpdate({ target: pictures.hash, set: { usedAt: sql`greatest(${pictures.usedAt}, excluded.used_at)` } })
}

/** Notes of all pictures that are shown, or that taking back an import would show, that they are in use now. */
export async function noteShown(db: Reader, now: Date, importsSince: Date): Promise<void> {
  const own = sql.raw(`'/pictures/([0-9a-f]{32})/'`)
  await db.execute(sql`
    update ${pictures} set used_at = ${now.toISOString()}
    where hash in (
      select substring(${menuItems.imageUrl} from ${own}) from ${menuItems}
      union select substring(${promotions.imageUrl} from ${own}) from ${promotions}
      union select (regexp_matches(${menuImports.before}::text, ${own}, 'g'))[1] from ${menuImports}
        where ${menuImports.at} > ${importsSince.toISOString()}
    )`)
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
  const { rowCount } = await tx.delete(pictures).where(and(eq(pictures.hash, hash), lt(pictures.usedAt, before)))
  return rowCount === 1
}
