import { type Database, inTransaction } from '#server/db/index.ts'
import { type Actor, noteInJournal } from '#server/modules/journal/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Backups } from '#server/platform/area.ts'
import { newToken, tokenHash } from '#server/platform/token.ts'
import { downloadBackup } from '#shared/contracts/backups.ts'
import { deleteOldLinks, insertLink, takeLink } from './state-repo.ts'

/* Links by which a backup is downloaded (docs/product/backups.md#backups-download). */

const LINK_VALID_MS = 60_000
const WORD = /^[\w-]{43}$/

/** Creates a link that is valid once and for a minute. @throws AppError `not_found` if there is no such backup */
export async function createLink(
  { db, backups }: { db: Database; backups: Backups | undefined },
  name: string,
  actor: Actor,
  now: Date,
): Promise<{ link: string }> {
  const stored = (await backups?.list()) ?? []
  if (!stored.some((backup) => backup.name === name)) throw new AppError('not_found')
  const word = newToken()
  await inTransaction(db, async (tx) => {
    await deleteOldLinks(tx, now)
    await insertLink(tx, { wordHash: tokenHash(word), name, expiresAt: new Date(now.getTime() + LINK_VALID_MS) })
    await noteInJournal(tx, actor, 'backup_link', { backup: name }, now)
  })
  return { link: downloadBackup.path.replace(':word', word) }
}

/** The word becomes invalid. @throws AppError `link_over` */
export async function redeemLink(db: Database, word: string, now: Date): Promise<string> {
  // A malformed word causes no query.
  const name = WORD.test(word) ? await takeLink(db, tokenHash(word), now) : undefined
  if (name === undefined) throw new AppError('link_over')
  return name
}
