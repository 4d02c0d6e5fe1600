import { type Database, inTransaction } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { announceArea } from '#server/platform/live/changed-areas.ts'
import { newToken, tokenHash } from '#server/platform/token.ts'
import { replacePhoneCheck, writeReached } from './repo.ts'

/*
 * Whether phones reach the address (docs/product.md#before-service-phone).
 */

const VALID_FOR_MS = 10 * 60_000
/** Nobody guesses it in ten minutes, and its code stays coarse enough for a poor camera. */
const WORD_BYTES = 16
const WORD = /^[\w-]{22}$/

/** Gives a word that is valid for ten minutes, and once; the word before ends. */
export async function giveWord(db: Database, now: Date): Promise<{ word: string; expiresAt: string }> {
  const word = newToken(WORD_BYTES)
  const expiresAt = new Date(now.getTime() + VALID_FOR_MS)
  await inTransaction(db, async (tx) => {
    await replacePhoneCheck(tx, { wordHash: tokenHash(word), askedAt: now, expiresAt, reachedAt: null })
    await announceArea(tx, 'service')
  })
  return { word, expiresAt: expiresAt.toISOString() }
}

/**
 * A phone has called with a word.
 * @throws AppError `word_over`
 */
export async function spendWord(db: Database, word: string, now: Date): Promise<void> {
  // What no word looks like costs no look into the database.
  if (!WORD.test(word)) throw new AppError('word_over')
  await inTransaction(db, async (tx) => {
    if (!(await writeReached(tx, tokenHash(word), now))) throw new AppError('word_over')
    await announceArea(tx, 'service')
  })
}
