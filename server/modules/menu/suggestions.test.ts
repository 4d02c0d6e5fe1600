import { sql } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { testServer } from '#server/testing/app.ts'
import { recordingLog } from '#server/testing/log.ts'
import { createSuggestions, publishMenu } from './published.ts'

const server = testServer()
const DAY_MS = 24 * 60 * 60_000

interface Past {
  daysAgo?: number
  status?: string
  quantity?: number
}

/** Adds orders of the past with one line for each of these dishes. */
async function addPast(
  count: number,
  dishes: number[],
  { daysAgo = 1, status = 'completed', quantity = 1 }: Past = {},
) {
  const at = new Date(server.clock.now().getTime() - daysAgo * DAY_MS).toISOString()
  await server.connection.db.execute(sql`
    with placed as (
      insert into orders (customer_name, phone_number, status, total, currency, token_hash, search_text, created_at,
        updated_at)
      select 'Ana', '40712345678', ${status}, 100, 'lei', 'x', '', ${at}, ${at}
      from generate_series(1, ${count}::int) returning id
    )
    insert into order_items (order_id, menu_item_id, quantity, removed_quantity, name, name_ro, price)
    select id, dish, ${quantity}, ${1 - quantity}, 'Dish', 'Preparat', 100
    from placed, unnest(${`{${dishes.join(',')}}`}::bigint[]) dish`)
}

/** Returns the suggestions, and a function that lets a minute pass, in which a timer looks for a new business day. */
function suggestionsNow() {
  const { log } = recordingLog()
  const parts = { ...server.connection, clock: server.clock, timeZone: 'Europe/Bucharest', log }
  const all = parts as unknown as Parameters<typeof createSuggestions>[0]
  const { current, refresh } = createSuggestions(
    all,
    publishMenu(all, () => false),
  )
  return { refresh, pairs: async () => JSON.parse((await current()).plain.body.toString()).pairs }
}

const show = (id: number, isActive = true) => server.asOwner('POST', `/api/menu/${id}/toggle`, { isActive })

it('are the two dishes most often together with another in at least five orders of the last 90 days', async () => {
  const { soup, pizza, soldOut: trout } = server
  await show(trout)
  await addPast(4, [soup, pizza])
  // None of these orders counts.
  await addPast(9, [soup, pizza], { status: 'cancelled' })
  await addPast(9, [soup, pizza], { daysAgo: 91 })
  await addPast(9, [soup, pizza], { quantity: 0 })
  await addPast(9, [soup, soup])
  expect(await suggestionsNow().pairs()).toEqual({})
  await addPast(1, [soup, pizza, pizza], { daysAgo: 89 })
  await addPast(6, [soup, trout])
  expect(await suggestionsNow().pairs()).toEqual({ [soup]: [trout, pizza], [pizza]: [soup], [trout]: [soup] })
})

it('name no dish that is hidden, nor one of a hidden category, and name it again once it is shown', async () => {
  const { soup, pizza, soldOut: trout } = server
  const suggested = async () => (await server.call('GET', '/api/menu/suggestions')).json().pairs
  const before = { [soup]: [trout, pizza], [pizza]: [soup], [trout]: [soup] }
  expect(await suggested()).toEqual(before)
  await show(trout, false)
  await vi.waitFor(async () => expect(await suggested()).toEqual({ [soup]: [pizza], [pizza]: [soup] }))
  const { category } = (await server.asOwner('PATCH', `/api/menu/${pizza}`, { category: 'Pizza' })).json()
  await server.asOwner('POST', `/api/menu/categories/${category}/toggle`, { isActive: false })
  await vi.waitFor(async () => expect(await suggested()).toEqual({}))
  await server.asOwner('POST', `/api/menu/categories/${category}/toggle`, { isActive: true })
  await show(trout)
  await vi.waitFor(async () => expect(await suggested()).toEqual(before))
})

it('are none while the owner has switched them off', async () => {
  const suggested = async () => {
    const response = await server.call('GET', '/api/menu/suggestions')
    expect(response.headers['cache-control']).toBe('no-cache')
    return Object.keys(response.json().pairs).length
  }
  expect(await suggested()).toBe(3)
  for (const [suggestions, count] of [
    [false, 0],
    [true, 3],
  ] as const) {
    await server.asOwner('PATCH', '/api/settings', { suggestions })
    await vi.waitFor(async () => expect(await suggested()).toBe(count))
  }
})
