import { type Database, inTransaction } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { announceArea } from '#server/platform/live/changed-areas.ts'
import { newToken, tokenHash } from '#server/platform/token.ts'
import { markReached, replacePhoneCheck } from './repo.ts'

/*
 * Whether phones reach the address (docs/product/before-service.md#before-service-phone).
 */

const WORD_VALID_MS = 10 * 60_000
/** Long enough not to be guessed in ten minutes, short enough for a QR code that a poor camera can read. */
const WORD_BYTES = 16
const WORD = /^[\w-]{22}$/

/** Creates a word that is valid once and for ten minutes; the previous word becomes invalid. */
export async function createPhoneWord(db: Database, now: Date): Promise<{ word: string; expiresAt: string }> {
  const word = newToken(WORD_BYTES)
  const expiresAt = new Date(now.getTime() + WORD_VALID_MS)
  await inTransaction(db, async (tx) => {
    await replacePhoneCheck(tx, { wordHash: tokenHash(word), askedAt: now, expiresAt, reachedAt: null })
    await announceArea(tx, 'service')
  })
  return { word, expiresAt: expiresAt.toISOString() }
}

/**
 * Records that a phone reached the server with a word, which becomes invalid.
 * @throws AppError `word_over` if the word is not valid
 */
export async function redeemPhoneWord(db: Database, word: string, now: Date): Promise<void> {
  // A malformed word causes no query.
  if (!WORD.test(word)) throw new AppError('word_over')
  await inTransaction(db, async (tx) => {
    if (!(await markReached(tx, tokenHash(word), now))) throw new AppError('word_over')
    await announceArea(tx, 'service')
  })
}
