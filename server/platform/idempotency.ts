import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  type Database,
  firstOf,
  inTransaction,
  locking,
  OvertakenError,
  onOneConnection,
  type Reader,
  statement,
  type Tx,
} from '#server/db/index.ts'
import { idempotencyKeys } from '#server/db/schema/index.ts'
import type { Endpoint, StoredResponse } from '#shared/contracts/base/endpoint.ts'
import { AppError, InputError, inputError } from './app-error.ts'
import { batchLoader } from './limits/concurrency.ts'
import { brokenForm } from './log.ts'

const keyHeader = z.object({ 'Idempotency-Key': z.string().check(z.maxLength(200)) })

/** A request that the client may repeat with the same key. */
export interface Attempt<Response = unknown> {
  /** The endpoint and the client's key; undefined without an `Idempotency-Key`: then the work is always done. */
  key: string | undefined
  bodyHash: string
  shows: StoredResponse
  bodyOf(response: Response): string
}

type Keyed = Pick<Attempt, 'bodyHash' | 'shows'> & { key: string }

export const isKeyed = <One extends Attempt>(attempt: One): attempt is One & Keyed => attempt.key !== undefined

/**
 * Identifies the attempt of a request. Keys of different endpoints never collide.
 * @throws InputError if the key is too long, or missing where it is needed
 */
export function attemptOf<Schema extends z.ZodMiniType>(
  {
    path,
    stored: shows,
    keyNeeded,
    response: schema,
  }: Pick<Endpoint, 'path' | 'keyNeeded'> & {
    stored: StoredResponse
    response: Schema
  },
  { headers }: Pick<FastifyRequest, 'headers'>,
  body: unknown,
): Attempt<z.input<Schema>> {
  const header = headers['idempotency-key']
  const made = { shows, bodyOf: (response: unknown) => bodyOf(schema, response) }
  if (typeof header !== 'string' || header === '') {
    if (keyNeeded) throw inputError('Idempotency-Key', 'validation.keyNeeded')
    return { ...made, key: undefined, bodyHash: '' }
  }
  const { error } = keyHeader.safeParse({ 'Idempotency-Key': header })
  if (error) throw new InputError(error.issues)
  const bodyHash = createHash('sha256')
    .update(JSON.stringify(body ?? null))
    .digest('base64url')
  return { ...made, key: `${path} ${header}`, bodyHash }
}

interface StoredRow {
  body_hash: string
  response: string
}

const findResponse = statement<Pick<Keyed, 'key'>, StoredRow>(
  'find_response',
  ({ key }) => `select body_hash, response from idempotency_keys where key = ${key}`,
)
const findResponses = statement<{ keys: string[] }, StoredRow & Pick<Keyed, 'key'>>(
  'find_responses',
  ({ keys }) => `select key, body_hash, response from idempotency_keys where key = any(${keys})`,
)
const storeRow = statement<Keyed & { response: string; shownId: number | null; now: Date }, { key: string }>(
  'store_response',
  ({ key, bodyHash, response, shows, shownId, now }) =>
    `insert into idempotency_keys (key, body_hash, response, shows, shown_id, created_at)
    values (${key}, ${bodyHash}, ${response}, ${shows}, ${shownId}, ${now}) on conflict do nothing returning key`,
)

/** @throws AppError `key_reused` */
function responseTo({ bodyHash }: Keyed, stored: StoredRow): string {
  // Erasing a person's data empties the hash. The key still must not create a second order, whatever the body.
  if (stored.body_hash !== '' && stored.body_hash !== bodyHash) throw new AppError('key_reused')
  return stored.response
}

const findStored = async (db: Reader, attempt: Keyed) => {
  const stored = await firstOf(findResponse(db, attempt))
  return stored && responseTo(attempt, stored)
}

/** The stored response of an attempt; undefined if it has none yet. @throws AppError `key_reused` */
const storedResponse = (db: Database, attempt: Keyed): Promise<string | undefined> =>
  onOneConnection(db, (reader) => findStored(reader, attempt))

/** Reads in batches, so that a flood of unknown keys takes one connection. */
const storedRows = (db: Database) =>
  batchLoader((keys: string[]) =>
    onOneConnection(
      db,
      async (reader) => new Map((await findResponses(reader, { keys })).map((row) => [row.key, row])),
    ),
  )

/** The same as `storedResponse`, for everybody. */
export function storedResponses(db: Database): (attempt: Keyed) => Promise<string | undefined> {
  const find = storedRows(db)
  return async (attempt) => {
    const stored = await find(attempt.key)
    return stored && responseTo(attempt, stored)
  }
}

/** The stored responses to an endpoint's requests by their keys, whatever their bodies were. */
export function responsesByKey(db: Database, { path }: Pick<Endpoint, 'path'>) {
  const find = storedRows(db)
  return async (key: string) => (await find(`${path} ${key}`))?.response
}

interface Context<Response, Read> {
  attempt: Attempt<Response>
  now: Date
  /** What is read or locked before the work, sent together with the question for the key. */
  first?: (tx: Tx) => Promise<Read>
  /** Called once the work is committed, but not for a stored response. */
  onDone?: (() => void) | undefined
}

/**
 * Does the work of a request in one transaction, once for each key. Its response is stored at the end: if one with the
 * same key was committed meanwhile, on any instance, all is rolled back and the stored response returned, also if the work
 * was refused because of what the other has done.
 * @returns the body of the response @throws AppError `key_reused`, and what `work` throws
 */
export async function respondOnce<Response, Read = undefined>(
  db: Database,
  { attempt, now, first, onDone }: Context<Response, Read>,
  work: (tx: Tx, now: Date, read: Read) => Promise<NoInfer<Response>>,
): Promise<string> {
  const keyed = isKeyed(attempt) ? attempt : undefined
  const answered = await inTransaction(db, async (tx) => {
    const [stored, read] = await Promise.all([keyed && findStored(tx, keyed), first?.(tx)])
    if (stored !== undefined) return { response: stored, isNew: false }
    const shown = await work(tx, now, read as Read)
    const response = attempt.bodyOf(shown)
    if (keyed) await storeResponse(tx, { ...keyed, response, shownId: shownIdOf(keyed, shown), now })
    return { response, isNew: true }
  }).catch(async (error: unknown) => {
    const stored = keyed && error instanceof AppError ? await storedResponse(db, keyed) : undefined
    if (stored === undefined) throw error
    return { response: stored, isNew: false }
  })
  if (answered.isNew) onDone?.()
  return answered.response
}

/** Waits for a request with the same key. @throws OvertakenError if that one is committed, whose response is then found */
async function storeResponse(tx: Tx, row: Parameters<typeof storeRow>[1]): Promise<void> {
  if (!(await firstOf(storeRow(locking(tx, idempotencyKeys), row)))) throw new OvertakenError()
}

/** The id of an order, event, entry or reservation, or the number of a day. @throws Error if the response has none */
function shownIdOf({ key, shows }: Keyed, response: unknown): number | null {
  if (shows === 'other') return null
  const { id, number } = (shows === 'reservation' ? (response as { reservation: object }).reservation : response) as {
    id?: unknown
    number?: unknown
  }
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
  key: string,
  limit: () => Promise<void>,
  now: Date,
): Promise<string | undefined> {
  const withdrawal = { key, bodyHash: WITHDRAWN, shows: 'withdrawal', response: '', shownId: null, now } as const
  const stored = await firstOf(findResponse(tx, withdrawal))
  if (stored) return stored.response || undefined
  await storeResponse(tx, withdrawal)
  await limit()
  return undefined
}

/** The body of a response, made by its contract: without unknown fields, moments as text. */
export function bodyOf(schema: z.ZodMiniType, response: unknown): string {
  const parsed = z.safeParse(schema, response)
  return JSON.stringify(parsed.success ? parsed.data : z.parse(schema, brokenForm(schema, withinNumbers(response))))
}

/** A response whose numbers are ones that JSON can tell apart: a sum of stored amounts may be larger. */
function withinNumbers(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data), (_, value: unknown) =>
    typeof value === 'number' ? Math.max(-Number.MAX_SAFE_INTEGER, Math.min(value, Number.MAX_SAFE_INTEGER)) : value,
  )
}
