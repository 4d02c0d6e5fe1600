import { type Database, inTransaction } from '#server/db/index.ts'
import { type Actor, noteInJournal } from '#server/modules/journal/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { newToken, tokenHash } from '#server/platform/token.ts'
import { downloadBackup } from '#shared/contracts/backups.ts'
import { insertLink, takeLink } from './repo.ts'

const LINK_VALID_MS = 60_000

/** Creates a link that is valid for a minute, and for one use (docs/product/backups.md#backups-download). */
export async function createLink(db: Database, name: string, actor: Actor, now: Date): Promise<{ link: string }> {
  const word = newToken()
  const expiresAt = new Date(now.getTime() + LINK_VALID_MS)
  await inTransaction(db, async (tx) => {
    await insertLink(tx, { wordHash: tokenHash(word), name, expiresAt })
    await noteInJournal(tx, actor, 'backup_link', { backup: name }, now)
  })
  return { link: downloadBackup.path.replace(':word', word) }
}

/** Uses up the word of a link. @returns the name of its backup */
export async function redeemLink(db: Database, word: string, now: Date): Promise<string> {
  const name = await takeLink(db, tokenHash(word), now, LINK_VALID_MS)
  if (name === undefined) throw new AppError('link_over')
  return name
}
