import { createHash, createHmac } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  type Database,
  inOneStatement,
  inTransaction,
  statement,
  type Tx,
  violatedConstraint,
} from '#server/db/index.ts'
import { idempotencyKeys } from '#server/db/schema/index.ts'
import type { Endpoint, StoredResponse } from '#shared/contracts/base/endpoint.ts'
import { AppError, InputError } from './app-error.ts'
import { lookUpTogether } from './limits/concurrency.ts'

/** Classes of locks on text from outside, two integers: never one of Masa's own, which are single numbers. */
export const TEXT_LOCK_CLASSES = { attempt: 1, signIn: 2 } as const

/** Returns the lock of a text: the second integer, which all instances compute alike. */
export type TextLock = (text: string) => number

/** @param secret known to the instances alone, so that nobody outside can find texts that share a lock */
export function textLocks(secret: string): TextLock {
  return (text) => createHmac('sha256', secret).update(text).digest().readInt32BE()
}

/** How long a response is stored under its key. */
const RETENTION_MS = 7 * 24 * 60 * 60 * 1000
/** A request arrives within 30 s, or not at all. */
const WITHDRAWAL_RETENTION_MS = 60 * 60 * 1000

const keyHeader = z.object({ 'Idempotency-Key': z.string().check(z.maxLength(200)) })

/** An endpoint that stores its responses. */
export type RepeatableEndpoint = Pick<Required<Endpoint>, 'path' | 'stored'>

/** A request that the client may repeat with the same key. */
export interface Attempt {
  /** The endpoint and the client's key. */
  key: string
  /** The lock of the key (`TEXT_LOCK_CLASSES.attempt`). */
  lock: number
  bodyHash: string
  shows: StoredResponse
}

/**
 * Identifies the attempt of a request; undefined without an `Idempotency-Key`. Keys of different endpoints never collide.
 * @throws InputError if the key is too long
 */
export type AttemptOf = (
  endpoint: RepeatableEndpoint,
  request: Pick<FastifyRequest, 'headers'>,
  body: unknown,
) => Attempt | undefined

/** Returns the function that identifies attempts, with the locks of this database. */
export function attemptsWith(lockOf: TextLock): AttemptOf {
  return ({ path, stored: shows }, { headers }, body) => {
    const header = headers['idempotency-key']
    if (typeof header !== 'string' || header === '') return undefined
    const { error } = keyHeader.safeParse({ 'Idempotency-Key': header })
    if (error) throw new InputError(error.issues)
    const key = `${path} ${header}`
    const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('base64url')
    return { key, lock: lockOf(key), bodyHash, shows }
  }
}

const lockSql = (lock: string) => `${TEXT_LOCK_CLASSES.attempt}, ${lock}`

/** Whether the error is that a response is already stored under the key. */
export function isKeyTaken(error: unknown): boolean {
  return violatedConstraint(error) === 'idempotency_keys_pkey'
}

const lockKey = statement<Pick<Attempt, 'lock'>>(
  'hold_key',
  ({ lock }) => `select pg_advisory_xact_lock(${lockSql(`${lock}::int`)})`,
)
interface StoredRow {
  body_hash: string
  answer: string
}

const findResponses = statement<{ keys: string[] }, StoredRow & { key: string }>(
  'find_answers',
  ({ keys }) => `select key, body_hash, answer from idempotency_keys where key = any(${keys}::text[])`,
)
const findResponse = statement<Pick<Attempt, 'key'>, StoredRow>(
  'find_answer',
  ({ key }) => `select body_hash, answer from idempotency_keys where key = ${key}`,
)
const insertResponse = statement<Omit<Attempt, 'lock'> & { response: string; shownId: number | null; now: Date }>(
  'keep_answer',
  ({ key, bodyHash, response, shows, shownId, now }) =>
    `insert into idempotency_keys (key, body_hash, answer, shows, shown_id, created_at)
    values (${key}, ${bodyHash}, ${response}, ${shows}, ${shownId}, ${now})`,
)

/**
 * The stored response of an attempt; undefined if the attempt is new. Locks the key until the transaction ends: a
 * request with the same key waits here, on any instance.
 * @throws AppError `key_reused` if the key was used with another body
 */
export async function storedResponse(tx: Tx, attempt: Attempt): Promise<string | undefined> {
  // Two statements, because a single one would not see rows that were written while it waited for the lock.
  const [, [stored]] = await Promise.all([lockKey(tx, attempt), findResponse(tx, attempt)])
  return responseTo(attempt, stored)
}

/** @throws AppError `key_reused` */
function responseTo({ bodyHash }: Attempt, stored: StoredRow | undefined): string | undefined {
  // Erasing a person's data empties the hash. The key still must not create a second order, whatever the body.
  const isErased = stored?.body_hash === ''
  if (stored && !isErased && stored.body_hash !== bodyHash) throw new AppError('key_reused')
  return stored?.answer
}

/**
 * Returns a function that looks up the stored response of an attempt without locking its key. However many ask, one
 * statement runs at a time. @throws AppError `key_reused` if the key was used with another body
 */
export function storedResponses(db: Database): (attempt: Attempt) => Promise<string | undefined> {
  const find = lookUpTogether(async (keys: string[]) => {
    const rows = await inOneStatement(db, findResponses, { keys })
    return new Map(rows.map((row) => [row.key, row]))
  })
  return async (attempt) => responseTo(attempt, await find(attempt.key))
}

interface Repeatable {
  /** Undefined without a key: then nothing is stored. */
  attempt: Attempt | undefined
  now: Date
}

/** @returns the body; the stored one if the attempt was answered before @throws AppError `key_reused` */
export function respondOnce(
  db: Database,
  { attempt, now }: Repeatable,
  work: (tx: Tx) => Promise<unknown>,
): Promise<string> {
  return inTransaction(db, async (tx, sendWithCommit) => {
    const stored = attempt && (await storedResponse(tx, attempt))
    if (stored !== undefined) return stored
    const shown = await work(tx)
    const response = JSON.stringify(shown)
    if (attempt) sendWithCommit(insertResponse, { ...attempt, response, shownId: shownIdOf(attempt, shown), now })
    return response
  })
}

/** The id of an order, event or entry, or the number of a day. @throws Error if the response has none */
function shownIdOf({ key, shows }: Pick<Attempt, 'key' | 'shows'>, response: unknown): number | null {
  if (shows === 'other') return null
  const { id, number } = response as { id?: unknown; number?: unknown }
  const shownId = shows === 'day' ? number : id
  if (typeof shownId !== 'number')
    throw new Error(`the response to ${key.split(' ', 1)} does not show what it declares`)
  return shownId
}

/** In place of a body's hash: no body has it, so whatever comes under the key afterwards is refused. */
const WITHDRAWN = 'withdrawn'

/**
 * The stored response of an attempt, whatever its body; if there is none, the key is used up, so that the attempt is
 * not processed, even if its request is still on its way. Locks the key until the transaction ends.
 * @param limit called before the key is used up; throws if the caller may not
 */
export async function responseOrWithdrawn(
  tx: Tx,
  { key, lock }: Pick<Attempt, 'key' | 'lock'>,
  limit: () => Promise<void>,
  now: Date,
): Promise<string | undefined> {
  const [, [stored]] = await Promise.all([lockKey(tx, { lock }), findResponse(tx, { key })])
  if (stored) return stored.answer || undefined
  await limit()
  await insertResponse(tx, { key, bodyHash: WITHDRAWN, response: '', shows: 'withdrawal', shownId: null, now })
  return undefined
}

/** Deletes responses that are older than a week, and withdrawals whose orders are no longer on their way. */
export async function deleteOldResponses(db: Database, now: Date): Promise<void> {
  const { createdAt, shows } = idempotencyKeys
  await db.delete(idempotencyKeys).where(lt(createdAt, new Date(now.getTime() - RETENTION_MS)))
  const before = new Date(now.getTime() - WITHDRAWAL_RETENTION_MS)
  await db.delete(idempotencyKeys).where(and(eq(shows, sql`'withdrawal'`), lt(createdAt, before)))
}
