import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Database } from '#server/db/index.ts'
import type { AreaParts } from '#server/platform/area.ts'
import type { Encoding } from '#server/platform/http/accepted-encoding.ts'
import type { Log } from '#server/platform/log.ts'
import { readable } from '#server/platform/readable.ts'
import { type MenuItem, menuItemSchema } from '#shared/contracts/menu.ts'
import { readMenu } from './repo.ts'
import { dishView } from './view.ts'

/** The menu for guests or for owners: serialized, compressed and tagged once, until it changes. */
export type Published = Record<Encoding, Packed>

interface Packed {
  body: Buffer
  headers: Headers
  /** The headers of a 304. */
  unchanged: Headers
}
type Headers = Record<string, string> & { etag: string }

export interface PublishedMenu {
  forGuests(): Promise<Published>
  forOwners(): Promise<Published>
  /** The guests' menu, if it is serialized already and still current. */
  readyForGuests(): Published | undefined
  /** Forgets what was published: the menu has changed. */
  changed(): void
}

/**
 * Publishes the menu from the database.
 * @param mayKeep whether changes of the menu are being announced to us; if not, every call reads it again
 */
export function publishMenu(
  { db, clock, log }: Pick<AreaParts, 'db' | 'clock' | 'log'>,
  mayKeep: () => boolean,
): PublishedMenu {
  let kept: Promise<{ guests: Published; owners: Published }> | undefined
  let ready: Published | undefined

  function current() {
    const isHeard = mayKeep()
    if (kept && isHeard) return kept
    const written = write(db, clock.now(), log)
    // Not kept: a change may go unheard before listening resumes.
    if (!isHeard) return written
    kept = written
    written.then(
      ({ guests }) => {
        if (kept === written) ready = guests
      },
      () => {
        // A failed reading is not kept: the next request reads again.
        if (kept === written) kept = undefined
      },
    )
    return written
  }

  return {
    forGuests: async () => (await current()).guests,
    forOwners: async () => (await current()).owners,
    readyForGuests: () => (mayKeep() ? ready : undefined),
    changed: () => {
      kept = undefined
      ready = undefined
    },
  }
}

async function write(db: Database, now: Date, log: Log) {
  const rows = await readMenu(db)
  const inActiveCategory = new Set(rows.filter(({ categoryIsActive }) => categoryIsActive).map(({ id }) => id))
  const dishes = readable(
    menuItemSchema,
    rows.map((row) => dishView(row, now)),
    log,
    'menu',
  )
  const [guests, owners] = await Promise.all([
    publish(dishes.filter(({ id, isActive }) => isActive && inActiveCategory.has(id))),
    publish(dishes),
  ])
  return { guests, owners }
}

async function publish(dishes: MenuItem[]): Promise<Published> {
  const plain = Buffer.from(JSON.stringify(dishes))
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    promisify(gzip)(plain, { level: 9 }),
  ])
  const etag = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  return { plain: pack(etag, 'plain', plain), br: pack(etag, 'br', br), gzip: pack(etag, 'gzip', gz) }
}

function pack(etag: string, encoding: keyof Published, body: Buffer): Packed {
  const unchanged = {
    // A strong tag identifies bytes, so each encoding has its own.
    etag: `"${etag}-${encoding}"`,
    'cache-control': 'private, no-cache',
    vary: 'Cookie, Accept-Encoding',
  }
  const headers = { ...unchanged, 'content-type': 'application/json; charset=utf-8' }
  return { body, unchanged, headers: encoding === 'plain' ? headers : { ...headers, 'content-encoding': encoding } }
}
