/** Starts the product as in production, and fills its database with the sample restaurant. */
import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { connect, type Database, inTransaction, migrate } from '#server/db/index.ts'
import { loadSample } from '#server/db/sample/index.ts'
import { menuItems, menuOptions, optionGroups, tables } from '#server/db/schema/index.ts'
import { type Called, call } from '#server/testing/call.ts'
import { furnish } from '#server/testing/furnished.ts'
import { type RunningServer, startProcess } from '#server/testing/process.ts'
import type { BenchSeed } from './load/orders.ts'

/** The owner's account in each restaurant of the bench. */
export const BENCH_OWNER = { username: 'owner', password: 'bench-owner' }
const TABLES = 200

/** Registers what must be closed at the end of the bench, also after an error. */
export type Open = <T extends { close(): Promise<unknown> }>(resource: T) => T

/**
 * Starts the product. Guests' writes are counted but not limited.
 * @param where DATA_DIR, and DATABASE_URL unless the product runs its own database
 * @param more other environment variables
 */
export function startProduct(
  where: { DATA_DIR: string; DATABASE_URL?: string },
  more: Record<string, string> = {},
): Promise<RunningServer> {
  return startProcess({
    ...where,
    ...more,
    PORT: '0',
    OWNER_USERNAME: BENCH_OWNER.username,
    OWNER_PASSWORD: BENCH_OWNER.password,
    GUEST_WRITES_PER_MINUTE: '1000000000',
    // Orders come from many addresses (load/orders.ts).
    TRUST_PROXY: 'true',
  })
}

/** Signs in as the owner. @returns the session cookie, as `name=value` */
export const signInOwner = (url: string): Promise<string> => signInAs(url, BENCH_OWNER)

/** Signs in. @returns the session cookie, as `name=value` */
export async function signInAs(url: string, account: typeof BENCH_OWNER): Promise<string> {
  return (await expectCall(url, 'POST', '/api/login', account)).cookie
}

const MOST_TRIES = 5

/** Fetches, and again after a 503: on a busy machine, a job may take longer than the product lets it. @throws Error for another status than 200 */
export async function fetchServed(url: string, init: RequestInit, what: string): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await fetch(url, init)
    if (response.status === 200) return response
    const text = await response.text()
    if (response.status !== 503 || tries === MOST_TRIES)
      throw new Error(`${what} got the status ${response.status}: ${text}`)
    await setTimeout(Number(response.headers.get('retry-after') ?? 1) * 1_000)
  }
}

/** Sends a request that must succeed. */
export async function expectCall<Body = unknown>(...request: Parameters<typeof call>): Promise<Called<Body>> {
  const called = await call<Body>(...request)
  if (called.status >= 300)
    throw new Error(`${request[2]} got the status ${called.status}: ${JSON.stringify(called.body)}`)
  return called
}

/** Loads the sample restaurant with its history, and adds enough tables for all concurrent orders. */
export async function fill(url: string): Promise<BenchSeed> {
  await migrate(url)
  const connection = connect(() => url, { requests: 1, reports: 1 })
  try {
    const { db } = connection
    const now = new Date()
    await inTransaction(db, (tx) => loadSample(tx, { timeZone: 'Europe/Bucharest', now }))
    // Its orders are of plain dishes, as before the sample had options.
    await db.delete(menuItems).where(sql`${menuItems.isSetMenu}`)
    await db.update(menuItems).set({ optionGroupIds: [], takeawayFee: null })
    await db
      .insert(tables)
      .values(
        Array.from({ length: TABLES }, (_, i) => ({ number: 100 + i, capacity: 4, createdAt: now, updatedAt: now })),
      )
    const dish = { id: menuItems.id, name: menuItems.name, nameRo: menuItems.nameRo, price: menuItems.price }
    const seed = {
      dishes: await db.select(dish).from(menuItems).where(sql`${menuItems.isActive}`).orderBy(menuItems.id),
      tables: await db
        .select({ id: tables.id, number: tables.number, key: tables.key })
        .from(tables)
        .orderBy(tables.id),
    }
    const dishesWithOptions = await addOptions(db, seed.dishes, now)
    await db.execute(sql`analyze`)
    return { ...seed, dishesWithOptions }
  } finally {
    await connection.close()
  }
}

/** Gives the running product what a restaurant in use has (server/testing/furnished.ts). */
export async function furnishProduct(url: string, { dishes: [dish] }: BenchSeed): Promise<void> {
  const headers = { cookie: await signInOwner(url) }
  await furnish(
    async (...request) => (await expectCall<{ id: number }>(url, ...request, { headers })).body,
    dish?.id ?? 0,
  )
}

/** Adds a copy of each of the first dishes, with a group of options of which a portion has three. */
async function addOptions(db: Database, dishes: BenchSeed['dishes'], now: Date): Promise<BenchSeed['dishes']> {
  const [group] = await db.insert(optionGroups).values({ name: 'Extras', max: 5 }).returning({ id: optionGroups.id })
  const groupId = group?.id ?? 0
  const rows = Array.from({ length: 6 }, (_, i) => ({ groupId, position: i + 1, name: `Extra ${i}`, price: 100 }))
  const options = (await db.insert(menuOptions).values(rows).returning({ id: menuOptions.id })).map(({ id }) => id)
  const [category] = await db.select({ id: menuItems.categoryId }).from(menuItems).limit(1)
  const more = { categoryId: category?.id ?? 0, optionGroupIds: [groupId], createdAt: now, updatedAt: now }
  const copies = dishes.slice(0, 100).map(({ name, nameRo, price }) => ({ name, nameRo, price, ...more }))
  const { id, name, nameRo, price } = menuItems
  const written = await db.insert(menuItems).values(copies).returning({ id, name, nameRo, price })
  return written.map((dish, i) => ({
    ...dish,
    price: dish.price + 300,
    options: [0, 1, 2].map((n) => options[(i + n) % 6] ?? 0),
  }))
}
