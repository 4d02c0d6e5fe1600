import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Log } from '#server/platform/log.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { recordingLog } from '#server/testing/log.ts'
import { listenUrl, openTestSocket } from '#server/testing/phone.ts'
import type { JournalEntry } from '#shared/contracts/journal.ts'
import type { MenuCategory, Offer, PublishedDish } from '#shared/contracts/menu/menu.ts'
import type { PriceRule } from '#shared/contracts/price-rules.ts'
import { publishMenu } from './published.ts'

const server = testServer()
/** A Tuesday, 16:59 in Bucharest. */
const BEFORE = new Date('2026-11-24T14:59:00Z')
const at = (utc: string) => server.clock.set(new Date(utc))
const HAPPY = [{ day: 2, from: '17:00', to: '18:00' }]

beforeEach(async () => {
  server.clock.set(BEFORE)
  await server.connection.db.execute(sql`update sessions set expires_at = '2028-01-01T00:00:00Z', created_at = now()`)
})
afterEach(async () => {
  await server.connection.db.execute(sql`truncate price_rules`)
})

const ruleBody = (fields: object = {}) => ({ name: 'Happy hour', percent: 30, dishIds: [server.soup], ...fields })
const send = (fields: object = {}) => server.asOwner('POST', '/api/price-rules', ruleBody(fields))
async function addRule(fields: object = {}): Promise<PriceRule> {
  const response = await send(fields)
  expect([response.statusCode, response.body]).toEqual([201, expect.any(String)])
  return response.json()
}
const change = (id: number, body: object, version?: number) =>
  server.asOwner('PATCH', `/api/price-rules/${id}`, body, version === undefined ? {} : { 'if-match': `"${version}"` })
const listed = async () => (await server.asOwner('GET', '/api/price-rules')).json<PriceRule[]>()
const menuAs = async (cookie?: string) =>
  (await server.call('GET', '/api/menu', undefined, { headers: cookie ? { cookie } : {} })).json<PublishedDish[]>()
const offerOf = async (id: number, cookie?: string) =>
  (await menuAs(cookie)).find((dish) => dish.id === id)?.offer as Offer | undefined
const offersAt = async (moment?: string, cookie?: string) =>
  (
    await server.call('GET', `/api/menu/offers${moment ? `?at=${moment}` : ''}`, undefined, {
      headers: cookie ? { cookie } : {},
    })
  ).json()

describe('a price rule', () => {
  it('is added with its defaults, changed by single fields, and deleted', async () => {
    const rule = await addRule()
    expect(rule).toEqual({
      ...{ id: expect.any(Number), name: 'Happy hour', nameRo: '', percent: 30, roundTo: 1, categoryIds: [] },
      ...{ dishIds: [server.soup], weekly: null, from: null, until: null, isActive: true, version: 1 },
    })
    const changed = (await change(rule.id, { percent: 20, weekly: HAPPY })).json()
    expect(changed).toEqual({ ...rule, percent: 20, weekly: HAPPY, version: 2 })
    expect(await listed()).toEqual([changed])
    expect((await server.asOwner('DELETE', `/api/price-rules/${rule.id}`)).statusCode).toBe(204)
    expect((await server.asOwner('DELETE', `/api/price-rules/${rule.id}`)).statusCode).toBe(404)
    expect((await change(rule.id, { percent: 20 })).statusCode).toBe(404)
    expect(await listed()).toEqual([])
  })

  it.each<[string, object, string]>([
    ['percent 0', { percent: 0 }, 'percent'],
    ['percent 91', { percent: 91 }, 'percent'],
    ['percent 12.5', { percent: 12.5 }, 'percent'],
    ['a multiple of 25', { roundTo: 25 }, 'roundTo'],
    ['no dish and no category', { dishIds: [] }, 'dishIds'],
    ['only a dish that does not exist', { dishIds: [99_999] }, 'dishIds'],
    ['hours without an entry', { weekly: [] }, 'weekly'],
    ['a last date before the first', { from: '2026-11-25', until: '2026-11-24' }, 'until'],
    ['a date that is none', { from: '2026-02-30' }, 'from'],
    ['no name', { name: ' ' }, 'name'],
  ])('is refused with %s', async (_, fields, path) => {
    const response = await send(fields)
    expect(response.statusCode).toBe(400)
    expect(response.json().issues.map((issue: { path: string }) => issue.path)).toEqual([path])
    const { id } = await addRule({ from: '2026-01-01' })
    expect((await change(id, fields)).statusCode).toBe(400)
    expect((await listed())[0]).toMatchObject({ ...ruleBody(), version: 1 })
  })

  it('is the last of twenty', async () => {
    const added = await Promise.all(Array.from({ length: 22 }, () => send()))
    expect(added.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(20).fill(201), 409, 409])
    expect((await send()).json()).toMatchObject({
      code: 'too_many_rules',
      message: 'There can be at most 20 price rules',
    })
  })

  it('is not changed by who saw another version', async () => {
    const rule = await addRule()
    expect((await change(rule.id, { percent: 10 }, 1)).statusCode).toBe(200)
    const response = await change(rule.id, { percent: 50 }, 1)
    expect([response.statusCode, response.json()]).toEqual([
      409,
      expect.objectContaining({ code: 'rule_changed', rule: { ...rule, percent: 10, version: 2 } }),
    ])
  })

  it('keeps its version where nothing differs, and a repeated change passes whatever version it names', async () => {
    const fields = { percent: 10, dishIds: [server.pizza, server.soup], weekly: HAPPY, from: '2026-01-01' }
    const { id } = await addRule()
    const changed = (await change(id, fields, 1)).json<PriceRule>()
    const repeated = await change(id, fields, 1)
    expect([repeated.statusCode, repeated.json()]).toEqual([200, changed])
    expect([changed.version, (await change(id, { ...fields, percent: 11 }, 1)).statusCode]).toEqual([2, 409])
    const { entries } = (await server.asOwner('GET', '/api/journal?limit=2')).json<{ entries: JournalEntry[] }>()
    expect(entries.map(({ kind }) => kind)).toEqual(['price_rule_changed', 'price_rule_added'])
  })

  it('is in the journal', async () => {
    const { id } = await addRule()
    await change(id, { name: 'Late' })
    await server.asOwner('DELETE', `/api/price-rules/${id}`)
    const { entries } = (await server.asOwner('GET', '/api/journal?limit=3')).json<{ entries: JournalEntry[] }>()
    expect(entries.map(({ kind, username, details }) => [kind, username, details])).toEqual([
      ['price_rule_removed', 'boss', { rule: 'Late' }],
      ['price_rule_changed', 'boss', { rule: 'Late' }],
      ['price_rule_added', 'boss', { rule: 'Happy hour' }],
    ])
  })

  it('loses the dishes and categories that are deleted, and then lowers nothing', async () => {
    const category = (await server.asOwner('POST', '/api/menu/categories', { name: 'Beers' })).json<MenuCategory>()
    const beer = { name: 'Beer', nameRo: 'Bere', price: 1400, category: 'Other', categoryRo: 'Altele' }
    const dish = (await server.asOwner('POST', '/api/menu', beer)).json<{ id: number }>()
    const { id } = await addRule({ dishIds: [dish.id], categoryIds: [category.id] })
    expect((await server.asOwner('DELETE', `/api/menu/categories/${category.id}`)).statusCode).toBe(204)
    expect((await listed())[0]).toMatchObject({ categoryIds: [], dishIds: [dish.id], version: 1 })
    expect((await server.asOwner('DELETE', `/api/menu/${dish.id}`)).statusCode).toBe(204)
    expect((await listed())[0]).toMatchObject({ categoryIds: [], dishIds: [], version: 1 })
    expect(await offersAt()).toEqual([])
    // It can still be switched off, but not be given nothing.
    expect((await change(id, { isActive: false })).statusCode).toBe(200)
    expect((await change(id, { dishIds: [dish.id] })).json().issues[0]).toMatchObject({ path: 'dishIds' })
  })
})

describe('the menu', () => {
  it('is the same, byte for byte, without a rule that runs', async () => {
    const before = await server.call('GET', '/api/menu')
    expect(before.body).not.toContain('offer')
    await addRule({ weekly: HAPPY })
    await addRule({ isActive: false })
    const after = await server.call('GET', '/api/menu')
    expect([after.body, after.headers.etag]).toEqual([before.body, before.headers.etag])
  })

  it('has an offer from the first moment of a rule to its last, for owners too', async () => {
    await addRule({ weekly: HAPPY, nameRo: 'Ora fericită' })
    const offer = { percent: 30, name: 'Happy hour', nameRo: 'Ora fericită', until: '2026-11-24T16:00:00.000Z' }
    for (const cookie of [undefined, server.owner]) {
      at('2026-11-24T14:59:59.999Z')
      expect(await offerOf(server.soup, cookie)).toBeUndefined()
      at('2026-11-24T15:00:00Z')
      expect(await offerOf(server.soup, cookie)).toEqual(offer)
      expect(await offerOf(server.pizza, cookie)).toBeUndefined()
      at('2026-11-24T15:59:59.999Z')
      expect(await offerOf(server.soup, cookie)).toEqual(offer)
      at('2026-11-24T16:00:00Z')
      expect(await offerOf(server.soup, cookie)).toBeUndefined()
    }
  })

  it('shows of two rules that meet the higher percent, and until when', async () => {
    await addRule({ name: 'Evening', weekly: [{ day: 2, from: '16:00', to: '23:00' }], percent: 10 })
    await addRule({ name: 'Happy hour', weekly: HAPPY, percent: 30 })
    await addRule({ name: 'Younger', weekly: HAPPY, percent: 30 })
    const shown = async () => {
      const { name, until } = (await offerOf(server.soup)) ?? {}
      return [name, until]
    }
    expect(await shown()).toEqual(['Evening', '2026-11-24T15:00:00.000Z'])
    at('2026-11-24T15:30:00Z')
    expect(await shown()).toEqual(['Happy hour', '2026-11-24T16:00:00.000Z'])
    at('2026-11-24T16:00:00Z')
    expect(await shown()).toEqual(['Evening', '2026-11-24T21:00:00.000Z'])
  })

  it('has the lowered price from which a dish with required choices costs', async () => {
    const options = [
      { name: 'Small', price: 15 },
      { name: 'Large', price: 900 },
    ]
    const group = (await server.asOwner('POST', '/api/menu/options', { name: 'Size', min: 1, max: 1, options })).json()
    await server.asOwner('PATCH', `/api/menu/${server.pizza}`, { optionGroupIds: [group.id] })
    await addRule({ dishIds: [server.pizza] })
    const dish = (await menuAs()).find(({ id }) => id === server.pizza)
    // 42.00 and 0.15 by 30 percent: 29.40 and 0.11.
    expect([dish?.price, dish?.fromPrice, dish?.offer?.fromPrice, dish?.offer?.until]).toEqual([4200, 4215, 2951, null])
    await server.asOwner('DELETE', `/api/menu/options/${group.id}`)
  })

  it('is published and announced at the beginning and the end, by the clock alone', async () => {
    const socket = await openTestSocket(await listenUrl(server.app))
    await addRule({ weekly: HAPPY })
    const changes = () => socket.receivedFrames().filter(({ type }) => type === 'MENU_CHANGED').length
    await expect.poll(changes).toBeGreaterThan(0)
    const first = changes()
    // Whoever reads the menu first publishes it; the others are told all the same.
    at('2026-11-24T15:00:00Z')
    expect(await offerOf(server.soup)).toBeDefined()
    await expect.poll(changes).toBe(first + 1)
    at('2026-11-24T16:00:00Z')
    await expect.poll(changes).toBe(first + 2)
    socket.socket.close()
  })
})

it('the offers of a minute are computed once, whoever asks', async () => {
  await addRule({ weekly: HAPPY })
  const log = recordingLog().log as Log
  const source = { db: server.connection.db, clock: server.clock, log, timeZone: 'Europe/Bucharest' }
  const { offersAt } = await publishMenu(source, () => true).current('guests')
  const offers = (utc: string) => offersAt(new Date(utc))
  expect(offers('2026-11-24T15:30:00Z')).toEqual([{ menuItemId: server.soup, percent: 30, roundTo: 1 }])
  expect(offers('2026-11-24T15:30:59.999Z')).toBe(offers('2026-11-24T15:30:00Z'))
  expect(offers('2026-11-24T15:59:59.999Z')).toHaveLength(1)
  expect(offers('2026-11-24T16:00:00Z')).toEqual([])
})

it('the clock publishes other offers once at their beginning and their end, as does a change of a rule', async () => {
  const told: string[] = []
  const menu = publishMenu(
    { db: server.connection.db, clock: server.clock, log: recordingLog().log as Log, timeZone: 'Europe/Bucharest' },
    () => true,
    () => told.push('menu'),
    () => told.push('offers'),
  )
  const { id } = await addRule({ weekly: HAPPY })
  const follow = async () => [await menu.followClock(), await menu.followClock(), told.splice(0)]
  expect(await follow()).toEqual([undefined, undefined, []])
  at('2026-11-24T15:00:00Z')
  expect(await follow()).toEqual(['all', undefined, ['menu', 'offers']])
  await change(id, { percent: 50 })
  await menu.changed()
  expect(told.splice(0)).toEqual(['menu', 'offers'])
  await server.asOwner('PATCH', `/api/menu/${server.pizza}`, { description: 'Hot' })
  await menu.changed()
  expect(told.splice(0)).toEqual(['menu'])
  at('2026-11-24T16:00:00Z')
  expect(await follow()).toEqual(['all', undefined, ['menu', 'offers']])
  // A change is published before its response and when it is announced: the clock does not publish it a third time.
  const [, ofClock] = await Promise.all([menu.changed(), menu.followClock(), menu.changed()])
  expect([ofClock, ...(await follow())]).toEqual([undefined, undefined, undefined, []])
})

describe('the offers of a moment', () => {
  it('are those of visible dishes, at present or at a time to come', async () => {
    await addRule({ weekly: HAPPY, dishIds: [server.soup, server.soldOut] })
    expect(await offersAt()).toEqual([])
    const [soup, hidden] = [server.soup, server.soldOut].map((menuItemId) => ({ menuItemId, percent: 30, roundTo: 1 }))
    expect(await offersAt('2026-11-24T15:30:00.000Z')).toEqual([soup])
    expect(await offersAt('2026-11-24T15:30:00.000Z', server.owner)).toEqual([soup, hidden])
    at('2026-11-24T15:30:00Z')
    expect(await offersAt()).toEqual([soup])
  })

  it('are told up to the last day of pickup, and to owners beyond it', async () => {
    await addRule({ weekly: HAPPY })
    const status = async (moment: string, cookie?: string) =>
      (await server.call('GET', `/api/menu/offers?at=${moment}`, undefined, { headers: cookie ? { cookie } : {} }))
        .statusCode
    const pickup = { on: true, leadMinutes: 20, slotMinutes: 15, daysAhead: 2, ordersPerSlot: null }
    const openingHours = { weekly: [{ day: 4, from: '12:00', to: '02:00' }], exceptions: [] }
    await server.asOwner('PATCH', '/api/settings', { pickup, openingHours })
    expect(await status('2026-11-24T14:58:59.999Z')).toBe(400)
    expect(await status('2026-11-24T14:58:59.999Z', server.owner)).toBe(400)
    // Thursday's hours end at two on Friday.
    expect(await status('2026-11-27T00:00:00.000Z')).toBe(200)
    expect(await status('2026-11-27T00:15:00.000Z')).toBe(400)
    expect(await status('2027-11-23T15:30:00.000Z', server.owner)).toBe(200)
    expect(await status('today')).toBe(400)
    await server.asOwner('PATCH', '/api/settings', { pickup: { ...pickup, on: false }, openingHours: null })
  })

  it('price an order of that time', async () => {
    await addRule({ weekly: HAPPY })
    at('2026-11-24T15:30:00Z')
    expect((await server.call('POST', '/api/orders', takeaway(server, { total: 3990 }))).statusCode).toBe(201)
  })
})
