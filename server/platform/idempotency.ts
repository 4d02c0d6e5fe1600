import { createHash } from 'node:crypto'
import { and, eq, lt, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  type Database,
  firstOf,
  inTransaction,
  OvertakenError,
  onOneConnection,
  sendWithCommit,
  statement,
  type Tx,
} from '#server/db/index.ts'
import { idempotencyKeys } from '#server/db/schema/index.ts'
import type { Endpoint, StoredResponse } from '#shared/contracts/base/endpoint.ts'
import { AppError, InputError } from './app-error.ts'

/** How long a response is stored under its key. */
const RETENTION_MS = 7 * 24 * 60 * 60 * 1000
/** A request arrives within 30 s, or not at all. */
const WITHDRAWAL_RETENTION_MS = 60 * 60 * 1000

const keyHeader = z.object({ 'Idempotency-Key': z.string().check(z.maxLength(200)) })

/** A request that the client may repeat with the same key. */
export interface Attempt {
  /** The endpoint and the client's key. */
  key: string
  bodyHash: string
  shows: StoredResponse
}

/**
 * Identifies the attempt of a request; undefined without an `Idempotency-Key`. Keys of different endpoints never collide.
 * @throws InputError if the key is too long
 */
export function attemptOf(
  { path, stored: shows }: Pick<Required<Endpoint>, 'path' | 'stored'>,
  { headers }: Pick<FastifyRequest, 'headers'>,
  body: unknown,
): Attempt | undefined {
  const header = headers['idempotency-key']
  if (typeof header !== 'string' || header === '') return undefined
  const { error } = keyHeader.safeParse({ 'Idempotency-Key': header })
  if (error) throw new InputError(error.issues)
  const bodyHash = createHash('sha256').update(JSON.stringify(body)).digest('base64url')
  return { key: `${path} ${header}`, bodyHash, shows }
}

interface StoredRow {
  body_hash: string
  answer: string
}

const findResponse = statement<Pick<Attempt, 'key'>, StoredRow>(
  'find_answer',
  ({ key }) => `select body_hash, answer from idempotency_keys where key = ${key}`,
)
const claimKey = statement<Attempt & { now: Date }, { key: string }>(
  'claim_key',
  ({ key, bodyHash, shows, now }) =>
    `insert into idempotency_keys (key, body_hash, answer, shows, created_at)
    values (${key}, ${bodyHash}, '', ${shows}, ${now}) on conflict do nothing returning key`,
)
const storeResponse = statement<Pick<Attempt, 'key'> & { response: string; shownId: number | null }>(
  'store_response',
  ({ key, response, shownId }) =>
    `update idempotency_keys set answer = ${response}, shown_id = ${shownId} where key = ${key}`,
)

/**
 * The stored response of an attempt; undefined if the attempt is new, whose key is then claimed until the transaction
 * ends: a request with the same key waits here, on any instance, and goes on if this one is rolled back.
 * @throws AppError `key_reused` if the key was used with another body
 */
export async function claimedOrStored(tx: Tx, attempt: Attempt, now: Date): Promise<string | undefined> {
  const stored = await claimOrFind(tx, { ...attempt, now })
  return stored && responseTo(attempt, stored)
}

/** The row that has the key; undefined if the key is new, and claimed by this. */
async function claimOrFind(tx: Tx, claim: Attempt & { now: Date }): Promise<StoredRow | undefined> {
  if (await firstOf(claimKey(tx, claim))) return undefined
  const stored = await firstOf(findResponse(tx, claim))
  // It was deleted meanwhile, being a week old.
  if (!stored) throw new OvertakenError()
  return stored
}

/** Stores the response of a claimed attempt together with the commit. @returns its body */
export function storeWithCommit(tx: Tx, attempt: Attempt | undefined, shown: unknown): string {
  const response = JSON.stringify(shown)
  if (attempt) sendWithCommit(tx, storeResponse(tx, { ...attempt, response, shownId: shownIdOf(attempt, shown) }))
  return response
}

/** @throws AppError `key_reused` */
function responseTo({ bodyHash }: Attempt, stored: StoredRow): string {
  // Erasing a person's data empties the hash. The key still must not create a second order, whatever the body.
  if (stored.body_hash !== '' && stored.body_hash !== bodyHash) throw new AppError('key_reused')
  return stored.answer
}

/** The stored response of an attempt; undefined if it has none yet. @throws AppError `key_reused` */
export async function storedResponse(db: Database, attempt: Attempt): Promise<string | undefined> {
  const stored = await firstOf(onOneConnection(db, (reader) => findResponse(reader, attempt)))
  return stored && responseTo(attempt, stored)
}

/** Stores the response, if the request has a key. @returns the body; the stored one if the attempt was answered before @throws AppError `key_reused` */
export function respondOnce(
  db: Database,
  { attempt, now }: { attempt: Attempt | undefined; now: Date },
  work: (tx: Tx) => Promise<unknown>,
): Promise<string> {
  return inTransaction(db, async (tx) => {
    const stored = attempt && (await claimedOrStored(tx, attempt, now))
    if (stored !== undefined) return stored
    return storeWithCommit(tx, attempt, await work(tx))
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

/** Replaces a body's hash. No body has it, so every later request with the key is refused. */
const WITHDRAWN = 'withdrawn'

/**
 * The stored response of an attempt, whatever its body; if there is none, the key is used up, so that the attempt is
 * not processed, even if its request is still on its way.
 * @param limit called if the key is used up by this; throws if the caller may not
 */
export async function responseOrWithdrawn(
  tx: Tx,
  { key }: Pick<Attempt, 'key'>,
  limit: () => Promise<void>,
  now: Date,
): Promise<string | undefined> {
  const stored = await claimOrFind(tx, { key, bodyHash: WITHDRAWN, shows: 'withdrawal', now })
  if (!stored) await limit()
  return stored?.answer || undefined
}

/** Deletes responses that are older than a week, and withdrawals whose orders are no longer on their way. */
export async function deleteOldResponses(db: Database, now: Date): Promise<void> {
  const { createdAt, shows } = idempotencyKeys
  await db.delete(idempotencyKeys).where(lt(createdAt, new Date(now.getTime() - RETENTION_MS)))
  const before = new Date(now.getTime() - WITHDRAWAL_RETENTION_MS)
  await db.delete(idempotencyKeys).where(and(eq(shows, sql`'withdrawal'`), lt(createdAt, before)))
}
