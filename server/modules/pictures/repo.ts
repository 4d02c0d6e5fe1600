import { and, eq, lt, not, sql } from 'drizzle-orm'
import { changedBy, type Reader, type Tx } from '#server/db/index.ts'
import { menuImports, menuItems, pictures, promotions } from '#server/db/schema/index.ts'

/** Records that a picture is used now. Waits while the picture is being deleted. */
export async function markPictureUsed(db: Reader, hash: string, now: Date): Promise<void> {
  await db
    .insert(pictures)
    .values({ hash, usedAt: now })
    .onConflictDoUpdate({ target: pictures.hash, set: { usedAt: sql`greatest(${pictures.usedAt}, excluded.used_at)` } })
}

const ownPicture = sql.raw(`'/pictures/([0-9a-f]{32})/'`)

const shownNow = sql`
  select substring(${menuItems.imageUrl} from ${ownPicture}) from ${menuItems}
  union select substring(${promotions.imageUrl} from ${ownPicture}) from ${promotions}`

/** Selects the hashes of pictures that were recorded or are shown. @param hashes 32 hexadecimal digits each */
export async function knownPictures(db: Reader, hashes: readonly string[]): Promise<string[]> {
  const requested = sql`any(${`{${hashes.join(',')}}`}::text[])`
  const { rows } = await db.execute<{ hash: string }>(sql`
    select hash from ${pictures} where hash = ${requested}
    union select hash from (${shownNow}) as shown(hash) where hash = ${requested}`)
  return rows.map(({ hash }) => hash)
}

/** SQL for the hashes of all pictures that are shown, or that undoing an import made after a moment would show. */
const shownPictures = (importsSince: Date) => sql`(
    ${shownNow}
    union select (regexp_matches(${menuImports.before}::text, ${ownPicture}, 'g'))[1] from ${menuImports}
      where ${menuImports.at} > ${importsSince.toISOString()}
  ) as shown(hash)`

/** Marks all pictures that are shown, or that undoing an import would show, including those never recorded. */
export async function markShownPicturesUsed(db: Reader, now: Date, importsSince: Date): Promise<void> {
  await db.execute(sql`
    insert into ${pictures} (hash, used_at)
    select hash, ${now.toISOString()} from ${shownPictures(importsSince)} where hash is not null order by hash
    on conflict (hash) do update set used_at = excluded.used_at`)
}

export async function listUnused(db: Reader, before: Date): Promise<string[]> {
  const rows = await db.select({ hash: pictures.hash }).from(pictures).where(lt(pictures.usedAt, before))
  return rows.map(({ hash }) => hash)
}

/** Makes uploads of the same picture wait until the transaction ends. @returns whether the picture was still unused */
export async function deleteUnused(tx: Tx, hash: string, before: Date): Promise<boolean> {
  const isShown = sql`exists (select from ${shownPictures(before)} where shown.hash = ${pictures.hash})`
  const isUnused = and(eq(pictures.hash, hash), lt(pictures.usedAt, before), not(isShown))
  return (await changedBy(tx.delete(pictures).where(isUnused))) === 1
}
