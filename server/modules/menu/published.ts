import { setImmediate as othersFirst } from 'node:timers/promises'
import type { Database } from '#server/db/index.ts'
import type { AreaParts } from '#server/platform/area.ts'
import type { Log } from '#server/platform/log.ts'
import { type PublishedAnswer, publishAnswer } from '#server/platform/published-answer.ts'
import { readable } from '#server/platform/readable.ts'
import { menuItemSchema } from '#shared/contracts/menu/menu.ts'
import { readMenu } from './repo.ts'
import { dishView } from './view.ts'

/** Dishes that are serialized before other requests are served. */
const WRITE_BATCH_SIZE = 200

export interface Written {
  guests: PublishedAnswer
  owners: PublishedAnswer
  categories: PublishedAnswer
  /** When the first sold-out dish can be ordered again; the responses are valid until then. */
  until: Date | undefined
}

export interface PublishedMenu {
  /** The responses for the current menu. */
  current(): Promise<Written>
  /** The published responses: the current menu or, while a change is being serialized, the one before it. */
  ready(): Written | undefined
  /** Publishes the changed menu; resolves when every request gets the change, or nothing is published. */
  changed(): Promise<void>
  /** Discards what was published; called when announcements may have been missed. */
  forget(): void
  /** Waits until a change is made and published, so that its author reads it at once. */
  after<Result>(change: Promise<Result>): Promise<Result>
}

/**
 * Publishes the menu from the database. It is serialized once at a time, and meanwhile guests get the previous one: a
 * menu of thousands of dishes would let them wait too long (docs/performance.md).
 * @param mayCache whether this process receives announcements of changes; if not, every call reads the menu again
 */
export function publishMenu(
  { db, clock, log }: Pick<AreaParts, 'db' | 'clock' | 'log'>,
  mayCache: () => boolean,
): PublishedMenu {
  let changes = 0
  /** The change at which everything was discarded; what was read before it is not published. */
  let forgotten = 0
  let cached: { of: number; written: Written } | undefined
  let underway: { of: number; writing: Promise<Written> } | undefined

  function ready(): Written | undefined {
    if (!cached || !mayCache()) return undefined
    const { until } = cached.written
    // A dish can be ordered again on time, even if the announcement is late.
    return until === undefined || until > clock.now() ? cached.written : undefined
  }

  function current(): Promise<Written> {
    // Not cached: a change may be missed until listening resumes.
    if (!mayCache()) return write(db, clock.now(), log)
    const written = cached?.of === changes ? ready() : undefined
    if (written) return Promise.resolve(written)
    if (!underway) return begin()
    return underway.of === changes ? underway.writing : underway.writing.then(current, current)
  }

  function begin(): Promise<Written> {
    const of = changes
    const writing = write(db, clock.now(), log).then(
      (written) => {
        underway = undefined
        if (of >= forgotten) cached = { of, written }
        return written
      },
      (error: unknown) => {
        underway = undefined
        // No menu rather than an outdated one: the next request reads it again.
        cached = undefined
        throw error
      },
    )
    underway = { of, writing }
    return writing
  }

  async function changed(): Promise<void> {
    changes++
    // Also while the first menu is being serialized: it would otherwise stay as it was before the change.
    if (cached || underway) await current().catch(() => {})
  }

  function forget(): void {
    forgotten = ++changes
    cached = undefined
  }

  async function after<Result>(change: Promise<Result>): Promise<Result> {
    const result = await change
    await changed()
    return result
  }

  return { current, ready, changed, forget, after }
}

async function write(db: Database, now: Date, log: Log): Promise<Written> {
  const { dishes, categories: categoryRows } = await readMenu(db)
  const all: string[] = []
  const shown: string[] = []
  const ends: string[] = []
  for (let from = 0; from < dishes.length; from += WRITE_BATCH_SIZE) {
    await othersFirst()
    const batch = dishes.slice(from, from + WRITE_BATCH_SIZE)
    const inActiveCategory = new Set(batch.filter(({ categoryIsActive }) => categoryIsActive).map(({ id }) => id))
    const views = batch.map((row) => dishView(row, now))
    for (const dish of readable(menuItemSchema, views, log, 'menu')) {
      const text = JSON.stringify(dish)
      all.push(text)
      if (dish.isActive && inActiveCategory.has(dish.id)) shown.push(text)
      if (dish.soldOutUntil !== null) ends.push(dish.soldOutUntil)
    }
  }
  const guests = await publish(shown)
  const owners = shown.length === all.length ? guests : await publish(all)
  const categories = await publish(categoryRows.map((row) => JSON.stringify(row)))
  // ISO texts sort by time.
  const [until] = ends.sort()
  return { guests, owners, categories, until: until === undefined ? undefined : new Date(until) }
}

/** @param texts the elements of the list, each as JSON */
async function publish(texts: readonly string[]): Promise<PublishedAnswer> {
  await othersFirst()
  const plain = Buffer.from(`[${texts.join(',')}]`)
  await othersFirst()
  return publishAnswer(plain, { 'cache-control': 'private, no-cache', vary: 'Cookie, Accept-Encoding' })
}
