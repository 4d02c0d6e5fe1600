import { createHash } from 'node:crypto'
import { lt } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type Database, type SendWithCommit, statement, type Tx } from '#server/db/index.ts'
import { idempotencyKeys } from '#server/db/schema/index.ts'
import { AppError } from './app-error.ts'
import { InputError } from './input-error.ts'

/** How long an answer is stored under its key. */
const RETENTION_MS = 7 * 24 * 60 * 60 * 1000

const keyHeader = z.object({ 'Idempotency-Key': z.string().check(z.maxLength(200)) })

/** A request that the client may repeat with the same key. */
export interface Attempt {
  /** The call and the client's key. */
  key: string
  bodyHash: string
}

/**
 * Identifies an attempt; undefined without a key.
 * @param call prefix of the stored key, so that keys of different calls never collide
 * @param header the request's `Idempotency-Key`
 * @throws InputError if the header is too long
 */
export function attemptOf(call: string, header: string | string[] | undefined, body: unknown): Attempt | undefined {
  if (typeof header !== 'string' || header === '') return undefined
  const { error } = keyHeader.safeParse({ 'Idempotency-Key': header })
  if (error) throw new InputError(error.issues)
  return { key: `${call} ${header}`, bodyHash: createHash('sha256').update(JSON.stringify(body)).digest('base64url') }
}

interface StoredAnswer {
  /** The body of the answer. */
  answer: string
  /** The order in the answer, if any. */
  orderId: number | null
  now: Date
}

const lockKey = statement<Pick<Attempt, 'key'>>(
  'hold_key',
  ({ key }) => `select pg_advisory_xact_lock(hashtextextended(${key}, 0))`,
)
const findAnswer = statement<Pick<Attempt, 'key'>, { body_hash: string; answer: string }>(
  'find_answer',
  ({ key }) => `select body_hash, answer from idempotency_keys where key = ${key}`,
)
const insertAnswer = statement<Attempt & StoredAnswer>(
  'keep_answer',
  ({ key, bodyHash, answer, orderId, now }) =>
    `insert into idempotency_keys (key, body_hash, answer, order_id, created_at)
    values (${key}, ${bodyHash}, ${answer}, ${orderId}, ${now})`,
)

/**
 * The stored answer of an attempt; undefined if the attempt is new. Locks the key until the transaction ends: a request
 * with the same key waits here, on any instance.
 * @throws AppError `key_reused` if the key was used with another body
 */
export async function storedAnswer(tx: Tx, attempt: Attempt): Promise<string | undefined> {
  // Two statements, because a single one would not see rows that were written while it waited for the lock.
  const [, [stored]] = await Promise.all([lockKey(tx, attempt), findAnswer(tx, attempt)])
  // Erasing a person's data empties the hash. The key still must not create a second order, whatever the body.
  const isErased = stored?.body_hash === ''
  if (stored && !isErased && stored.body_hash !== attempt.bodyHash) throw new AppError('key_reused')
  return stored?.answer
}

/** Stores the answer of a successful attempt, with the commit of the transaction that holds the key's lock. */
export function storeAnswer(last: SendWithCommit, attempt: Attempt, answered: StoredAnswer): void {
  last(insertAnswer, { ...attempt, ...answered })
}

/** Deletes answers that are older than a week. */
export async function forgetOldAnswers(db: Database, now: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, new Date(now.getTime() - RETENTION_MS)))
}
