import { createHash } from 'node:crypto'
import { eq, lt } from 'drizzle-orm'
import { type Database, statement, type Tx } from '#server/db/index.ts'
import { idempotencyKeys } from '#server/db/schema/index.ts'
import { AppError } from './app-error.ts'

/** How long an answer is kept under its key. */
const KEPT_FOR_MS = 7 * 24 * 60 * 60 * 1000

/** A request that may come again under the same key. */
export interface Attempt {
  /** What the client calls this attempt, with the call it belongs to. */
  key: string
  bodyHash: string
}

/**
 * Names an attempt.
 * @param call the call it belongs to, so that keys of different calls never meet
 * @param header the `Idempotency-Key` as sent; without one there is no attempt to repeat
 */
export function attemptOf(call: string, header: string | string[] | undefined, body: unknown): Attempt | undefined {
  if (typeof header !== 'string' || header === '') return undefined
  if (header.length > 200)
    throw new AppError('invalid_input', { issues: [{ path: 'Idempotency-Key', message: '≤ 200' }] })
  return { key: `${call} ${header}`, bodyHash: createHash('sha256').update(JSON.stringify(body)).digest('base64url') }
}

const takeKey = statement<object>(
  'take_key',
  `insert into idempotency_keys (key, body_hash, answer, created_at) values ($1, $2, '', $3)
   on conflict (key) do nothing returning key`,
)
const keepAnswer = statement('keep_answer', 'update idempotency_keys set answer = $2 where key = $1')

/**
 * The stored answer of an attempt, or nothing when this is its first time. From here to the end of the transaction the
 * key is this transaction's: a request with the same key, on any instance, waits here until this one is decided.
 * @throws AppError `key_reused` when the key was used with another body
 */
export async function storedAnswer(tx: Tx, attempt: Attempt, now: Date): Promise<string | undefined> {
  const taken = await takeKey(tx, [attempt.key, attempt.bodyHash, now])
  if (taken.length > 0) return undefined
  const [stored] = await tx.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, attempt.key))
  if (!stored) throw new Error('a key that was taken is gone')
  if (stored.bodyHash !== attempt.bodyHash) throw new AppError('key_reused')
  return stored.answer
}

/** Keeps the answer of a success, in the transaction that makes it one and that has taken the key. */
export async function storeAnswer(tx: Tx, attempt: Attempt, answer: string): Promise<void> {
  await keepAnswer(tx, [attempt.key, answer])
}

/** Forgets the answers that are older than a week. */
export async function forgetOldAnswers(db: Database, now: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, new Date(now.getTime() - KEPT_FOR_MS)))
}
