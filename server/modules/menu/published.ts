import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Database } from '#server/db/index.ts'
import type { AreaParts } from '#server/platform/area.ts'
import type { Encoding } from '#server/platform/http/accepted-encoding.ts'
import type { Log } from '#server/platform/log.ts'
import { readable } from '#server/platform/readable.ts'
import { type MenuCategory, type MenuItem, menuItemSchema } from '#shared/contracts/menu.ts'
import { readCategories, readMenu } from './repo.ts'
import { dishView } from './view.ts'

/** An answer that is serialized, compressed and tagged once, until the menu changes. */
export type Published = Record<Encoding, Packed>

interface Packed {
  body: Buffer
  headers: Headers
  /** The headers of a 304. */
  unchanged: Headers
}
type Headers = Record<string, string> & { etag: string }

export interface Written {
  guests: Published
  owners: Published
  categories: Published
  /** When the first of the dishes that are sold out comes back. */
  until: Date | undefined
}

export interface PublishedMenu {
  current(): Promise<Written>
  /** The menu, if it is written already and still current. */
  ready(): Written | undefined
  /** Forgets what was published: the menu has changed. */
  changed(): void
  /** Waits for a change and forgets what was published, so that whoever made the change reads it at once. */
  after<Result>(change: Promise<Result>): Promise<Result>
}

/**
 * Publishes the menu from the database.
 * @param mayKeep whether changes of the menu are being announced to us; if not, every call reads it again
 */
export function publishMenu(
  { db, clock, log }: Pick<AreaParts, 'db' | 'clock' | 'log'>,
  mayKeep: () => boolean,
): PublishedMenu {
  let kept: Promise<Written> | undefined
  let written: Written | undefined

  function ready(): Written | undefined {
    if (!written || !mayKeep()) return undefined
    // A dish that comes back by itself does so at its moment, however late the announcement is.
    return written.until === undefined || written.until > clock.now() ? written : undefined
  }

  function current(): Promise<Written> {
    const isHeard = mayKeep()
    if (kept && isHeard && (!written || ready())) return kept
    const writing = write(db, clock.now(), log)
    // Not kept: a change may go unheard before listening resumes.
    if (!isHeard) return writing
    kept = writing
    written = undefined
    writing.then(
      (done) => {
        if (kept === writing) written = done
      },
      () => {
        // A failed reading is not kept: the next request reads again.
        if (kept === writing) kept = undefined
      },
    )
    return writing
  }

  function changed() {
    kept = undefined
    written = undefined
  }

  return { current, ready, changed, after: (change) => change.finally(changed) }
}

async function write(db: Database, now: Date, log: Log): Promise<Written> {
  const [rows, categoryRows] = await Promise.all([readMenu(db), readCategories(db)])
  const inActiveCategory = new Set(rows.filter(({ categoryIsActive }) => categoryIsActive).map(({ id }) => id))
  const dishes = readable(
    menuItemSchema,
    rows.map((row) => dishView(row, now)),
    log,
    'menu',
  )
  const [guests, owners, categories] = await Promise.all([
    publish(dishes.filter(({ id, isActive }) => isActive && inActiveCategory.has(id))),
    publish(dishes),
    publish(categoryRows),
  ])
  // ISO texts stand in the order of their moments.
  const [until] = dishes.flatMap(({ soldOutUntil }) => soldOutUntil ?? []).sort()
  return { guests, owners, categories, until: until === undefined ? undefined : new Date(until) }
}

async function publish(list: MenuItem[] | MenuCategory[]): Promise<Published> {
  const plain = Buffer.from(JSON.stringify(list))
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
