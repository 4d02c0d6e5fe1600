import { setImmediate as othersFirst } from 'node:timers/promises'
import type { Database } from '#server/db/index.ts'
import type { AreaParts } from '#server/platform/area.ts'
import type { Log } from '#server/platform/log.ts'
import { type PublishedAnswer, publishAnswer } from '#server/platform/published-answer.ts'
import { readable } from '#server/platform/readable.ts'
import { menuItemSchema } from '#shared/contracts/menu.ts'
import { readMenu } from './repo.ts'
import { dishView } from './view.ts'

/** So many dishes are written before other requests have their turn. */
const AT_ONCE = 200

export interface Written {
  guests: PublishedAnswer
  owners: PublishedAnswer
  categories: PublishedAnswer
  /** When the first of the dishes that are sold out comes back. */
  until: Date | undefined
}

export interface PublishedMenu {
  /** The menu as it is. */
  current(): Promise<Written>
  /** What is written already: the menu as it is or, while a change is being written, as it was right before. */
  ready(): Written | undefined
  /** Writes the menu anew, because it has changed; resolves when everybody reads the change, or nothing is written. */
  changed(): Promise<void>
  /** Forgets what was published: changes may have been missed. */
  forget(): void
  /** Waits for a change and until it is published, so that whoever made it reads it at once. */
  after<Result>(change: Promise<Result>): Promise<Result>
}

/**
 * Publishes the menu from the database. It is written by one reading at a time, and meanwhile guests are answered with
 * what is written: a menu of thousands of dishes takes longer than anybody may wait (docs/performance.md).
 * @param mayKeep whether changes of the menu are being announced to us; if not, every call reads it again
 */
export function publishMenu(
  { db, clock, log }: Pick<AreaParts, 'db' | 'clock' | 'log'>,
  mayKeep: () => boolean,
): PublishedMenu {
  let changes = 0
  /** The change after which everything was forgotten: what was read before it is not kept. */
  let forgotten = 0
  let kept: { of: number; written: Written } | undefined
  let underway: { of: number; writing: Promise<Written> } | undefined

  function ready(): Written | undefined {
    if (!kept || !mayKeep()) return undefined
    const { until } = kept.written
    // A dish that comes back by itself does so at its moment, however late the announcement is.
    return until === undefined || until > clock.now() ? kept.written : undefined
  }

  function current(): Promise<Written> {
    // Not kept: a change may go unheard before listening resumes.
    if (!mayKeep()) return write(db, clock.now(), log)
    const written = kept?.of === changes ? ready() : undefined
    if (written) return Promise.resolve(written)
    if (!underway) return begin()
    return underway.of === changes ? underway.writing : underway.writing.then(current, current)
  }

  function begin(): Promise<Written> {
    const of = changes
    const writing = write(db, clock.now(), log).then(
      (written) => {
        underway = undefined
        if (of >= forgotten) kept = { of, written }
        return written
      },
      (error: unknown) => {
        underway = undefined
        // Rather nothing than an old menu for long: the next request reads again.
        kept = undefined
        throw error
      },
    )
    underway = { of, writing }
    return writing
  }

  async function changed(): Promise<void> {
    changes++
    // Also while the first one is being written: it would be ready as it was before the change, and stay so.
    if (kept || underway) await current().catch(() => {})
  }

  function forget(): void {
    forgotten = ++changes
    kept = undefined
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
  for (let from = 0; from < dishes.length; from += AT_ONCE) {
    await othersFirst()
    const some = dishes.slice(from, from + AT_ONCE)
    const inActiveCategory = new Set(some.filter(({ categoryIsActive }) => categoryIsActive).map(({ id }) => id))
    const views = some.map((row) => dishView(row, now))
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
  // ISO texts stand in the order of their moments.
  const [until] = ends.sort()
  return { guests, owners, categories, until: until === undefined ? undefined : new Date(until) }
}

/** @param texts the elements of a list, each as JSON */
async function publish(texts: readonly string[]): Promise<PublishedAnswer> {
  await othersFirst()
  const plain = Buffer.from(`[${texts.join(',')}]`)
  await othersFirst()
  return publishAnswer(plain, { 'cache-control': 'private, no-cache', vary: 'Cookie, Accept-Encoding' })
}
