import { expect, it } from 'vitest'
import { takeaway, testServer } from '#server/testing/app.ts'
import { randomNumbers } from '#server/testing/random-numbers.ts'
import type { OptionGroup } from '#shared/contracts/menu/options.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'

const server = testServer({ guestWritesPerMinute: 0 })

/** Sends a change until the server is not busy, as the pages do. @returns the first response that is not a refusal */
async function save<Saved>(method: 'POST' | 'PATCH', url: string, body: unknown): Promise<Saved> {
  for (;;) {
    const response = await server.asOwner(method, url, body)
    if (response.statusCode === 503) continue
    expect(response.statusCode, response.body).toBeLessThan(300)
    return response.json<Saved>()
  }
}

/** 160 edits and orders in the long run of the tests. */
const ROUNDS = process.env.MASA_TESTS === 'long' ? 40 : 15

it('edits of options beside as many orders: every order has the price that the server said, and only options that its dish had', async () => {
  const random = randomNumbers(20261124)
  const option = (name: string) => ({ name, price: random(20) * 50, times: 1 + random(2) })
  const input = (name: string) => ({
    ...{ name, min: random(2), max: 2 + random(3) },
    options: Array.from({ length: 3 }, (_, i) => option(`${name} ${i}`)),
  })
  const groups: OptionGroup[] = []
  for (const name of ['Size', 'Extra', 'Sauce']) {
    groups.push(await save<OptionGroup>('POST', '/api/menu/options', input(name)))
  }
  const dishes = [server.soup, server.pizza]
  const base = new Map([
    [server.soup, 2850],
    [server.pizza, 4200],
  ])
  const groupsOf = new Map(dishes.map((dish) => [dish, groups.map(({ id }) => id)]))
  for (const dish of dishes) {
    await save('PATCH', `/api/menu/${dish}`, { optionGroupIds: groupsOf.get(dish) })
  }
  /** Every price that an option has ever had, and the names of the groups that a dish has ever had. */
  const pricesOf = new Map<number, Set<number>>()
  const remember = (group: OptionGroup) => {
    for (const { id, price } of group.options) pricesOf.set(id, (pricesOf.get(id) ?? new Set()).add(price))
  }
  groups.forEach(remember)

  async function edit(): Promise<void> {
    const index = random(groups.length)
    const group = groups[index]
    if (!group) return
    const kept = group.options.filter(() => random(5) > 0).map((one) => ({ ...one, price: random(20) * 50 }))
    const options = [...kept, ...(random(3) === 0 || kept.length < 2 ? [option(`new ${random(1e6)}`)] : [])].slice(0, 6)
    // Orders may use the options before the editor has its response.
    remember({ ...group, options: kept })
    const body = { ...group, min: random(2), max: 2 + random(3), options }
    const saved = await save<OptionGroup>('PATCH', `/api/menu/options/${group.id}`, body)
    groups[index] = saved
    remember(saved)
  }

  let placed = 0
  const refusals = new Map<string, number>()
  async function order(): Promise<void> {
    const menuItemId = dishes[random(2)] ?? 0
    // The phone has the options from a moment ago.
    const options = groups.flatMap((group) => group.options.filter(() => random(3) === 0).map(({ id }) => id))
    const items = [{ menuItemId, quantity: 1 + random(3), options }]
    let total = 0
    for (let attempt = 0; attempt < 3; attempt++) {
      const key = `storm-${placed}-${random(1e9)}-${attempt}`
      const body = takeaway(server, { items, total })
      const response = await server.call('POST', '/api/orders', body, { headers: { 'idempotency-key': key } })
      if (response.statusCode === 201) {
        placed++
        const { total: written, items: lines } = response.json<PlacedOrder>()
        expect(written).toBe(total)
        const [line] = lines
        expect(line?.options.map(({ id }) => id).sort()).toEqual([...options].sort())
        for (const { id, price } of line?.options ?? []) expect(pricesOf.get(id ?? 0)).toContain(price)
        const sum = (line?.options ?? []).reduce((all, { price, quantity }) => all + price * quantity, 0)
        expect(line?.price).toBe((base.get(menuItemId) ?? 0) + sum)
        expect(written).toBe((line?.price ?? 0) * (line?.quantity ?? 0))
        return
      }
      const { code, total: today } = response.json()
      refusals.set(code, (refusals.get(code) ?? 0) + 1)
      if (code !== 'price_changed') return
      total = today
    }
  }

  for (let round = 0; round < ROUNDS; round++) {
    // The owner's edits follow one another, as in one editor.
    const edits = async () => {
      for (let n = 0; n < 4; n++) await edit()
    }
    await Promise.all([edits(), order(), order(), order(), order()])
  }
  expect(placed).toBeGreaterThan(ROUNDS / 3)
  expect([...refusals.keys()].sort()).toEqual(['item_unavailable', 'price_changed'])
})
