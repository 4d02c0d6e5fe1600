import { createHash } from 'node:crypto'
import { lt } from 'drizzle-orm'
import * as z from 'zod/mini'
import { type Database, type Last, statement, type Tx } from '#server/db/index.ts'
import { idempotencyKeys } from '#server/db/schema/index.ts'
import { AppError } from './app-error.ts'
import { InputError } from './input-error.ts'

/** How long an answer is kept under its key. */
const KEPT_FOR_MS = 7 * 24 * 60 * 60 * 1000

const keyHeader = z.object({ 'Idempotency-Key': z.string().check(z.maxLength(200)) })

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
  const { error } = keyHeader.safeParse({ 'Idempotency-Key': header })
  if (error) throw new InputError(error.issues)
  return { key: `${call} ${header}`, bodyHash: createHash('sha256').update(JSON.stringify(body)).digest('base64url') }
}

interface Answered {
  /** The body of the answer, byte for byte. */
  answer: string
  /** The order that it shows, if it shows one. */
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
const keepAnswer = statement<Attempt & Answered>(
  'keep_answer',
  ({ key, bodyHash, answer, orderId, now }) =>
    `insert into idempotency_keys (key, body_hash, answer, order_id, created_at)
    values (${key}, ${bodyHash}, ${answer}, ${orderId}, ${now})`,
)

/**
 * The stored answer of an attempt, or nothing when the attempt is new. Writes nothing. It locks the key until the
 * transaction ends: a request with the same key, on any instance, waits here.
 * @throws AppError `key_reused` when the key was used with another body
 */
export async function storedAnswer(tx: Tx, attempt: Attempt): Promise<string | undefined> {
  // Two statements, because a single one that waited for the lock would not see what was written meanwhile.
  const [, [stored]] = await Promise.all([lockKey(tx, attempt), findAnswer(tx, attempt)])
  // The hash was emptied with the person's data: the key still must not make a second order, whatever is sent with it.
  const isErased = stored?.body_hash === ''
  if (stored && !isErased && stored.body_hash !== attempt.bodyHash) throw new AppError('key_reused')
  return stored?.answer
}

/** Keeps the answer of a success, at the end of the transaction that makes it one and that holds the key. */
export function storeAnswer(last: Last, attempt: Attempt, answered: Answered): void {
  last(keepAnswer, { ...attempt, ...answered })
}

/** Forgets the answers that are older than a week. */
export async function forgetOldAnswers(db: Database, now: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, new Date(now.getTime() - KEPT_FOR_MS)))
}
