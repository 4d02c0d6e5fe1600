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
  categories(): Promise<MenuCategory[]>
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
  const menu = kept(() => write(db, clock.now(), log), mayKeep)
  const categories = kept(() => readCategories(db), mayKeep)
  // A dish that comes back by itself does so at its moment, however late the announcement is.
  const isFresh = ({ until }: Written) => until === undefined || until > clock.now()

  function current() {
    const ready = menu.ready()
    if (ready && !isFresh(ready)) menu.forget()
    return menu.read()
  }

  function changed() {
    menu.forget()
    categories.forget()
  }

  return {
    forGuests: async () => (await current()).guests,
    forOwners: async () => (await current()).owners,
    readyForGuests() {
      const ready = menu.ready()
      return ready && isFresh(ready) ? ready.guests : undefined
    },
    categories: categories.read,
    changed,
    after: (change) => change.finally(changed),
  }
}

/** Keeps what was read until it is to be forgotten. */
function kept<Value>(read: () => Promise<Value>, mayKeep: () => boolean) {
  let reading: Promise<Value> | undefined
  let value: Value | undefined
  return {
    read(): Promise<Value> {
      const isHeard = mayKeep()
      if (reading && isHeard) return reading
      const begun = read()
      // Not kept: a change may go unheard before listening resumes.
      if (!isHeard) return begun
      reading = begun
      begun.then(
        (done) => {
          if (reading === begun) value = done
        },
        () => {
          // A failed reading is not kept: the next request reads again.
          if (reading === begun) reading = undefined
        },
      )
      return begun
    },
    /** What was read, if it has been and is still kept. */
    ready: () => (mayKeep() ? value : undefined),
    forget() {
      reading = undefined
      value = undefined
    },
  }
}

interface Written {
  guests: Published
  owners: Published
  /** When the first of the dishes that are sold out comes back. */
  until: Date | undefined
}

async function write(db: Database, now: Date, log: Log): Promise<Written> {
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
  // ISO texts stand in the order of their moments.
  const [until] = dishes.flatMap(({ soldOutUntil }) => soldOutUntil ?? []).sort()
  return { guests, owners, until: until === undefined ? undefined : new Date(until) }
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
