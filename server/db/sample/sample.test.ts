import { expect, it } from 'vitest'
import { memoryStore } from '#server/testing/pictures.ts'
import { EVENT_STATUSES } from '#shared/domain/catering.ts'
import { phoneDigits } from '#shared/domain/customers/phone.ts'
import { PICTURE_WIDTHS, pictureUrl } from '#shared/domain/menu/pictures.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { isShown } from '#shared/domain/time/promotion-window.ts'
import { sampleHistory } from './history.ts'
import { sampleMenu, sampleOptions, storeSamplePictures } from './menu.ts'
import { sampleRestaurant } from './restaurant.ts'

const ZONE = 'Europe/Bucharest'
const NOW = new Date('2026-06-20T17:00:00Z')
const dishes = sampleMenu()
const history = sampleHistory(NOW, ZONE)

it('the sample menu has at least 100 dishes with unique names in both languages', () => {
  expect(dishes.length).toBeGreaterThanOrEqual(100)
  expect(new Set(dishes.map(({ name }) => name)).size).toBe(dishes.length)
  expect(new Set(dishes.map(({ nameRo }) => nameRo)).size).toBe(dishes.length)
})

it('the sample has a picture of its own for each dish and each promotion, in every width', async () => {
  const store = memoryStore()
  const recorded: string[] = []
  await storeSamplePictures(store, async (hash) => {
    expect(await store.has(hash)).toBe(false)
    recorded.push(hash)
  })
  const shown = [...dishes, ...sampleRestaurant().promotions].map(({ imageUrl }) => imageUrl)
  expect(new Set(shown).size).toBe(shown.length)
  expect(recorded.map(pictureUrl).sort()).toEqual(shown.sort())
  for (const hash of recorded)
    for (const width of PICTURE_WIDTHS) expect((await store.get(hash, width))?.toString('latin1', 8, 12)).toBe('WEBP')
})

it('the sample has promotions with texts in both languages, valid on the day of the first start', () => {
  const { promotions } = sampleRestaurant()
  expect(promotions.length).toBeGreaterThanOrEqual(3)
  expect(promotions.some(({ hours }) => hours)).toBe(true)
  for (const { firstDay, lastDay, hours, ...texts } of promotions) {
    expect(Object.values(texts).filter((text) => text.length < 5)).toEqual([])
    expect(firstDay <= 0 && lastDay >= 0).toBe(true)
    const window = { isActive: true, startDate: '2026-06-20', endDate: '2026-06-20', weekdays: [6] }
    const noon = new Date('2026-06-20T10:00:00Z')
    expect(isShown({ ...window, startHour: hours?.start ?? null, endHour: hours?.end ?? null }, noon, ZONE)).toBe(true)
  }
})

it('the sample’s options name existing dishes, categories and groups, in both languages', () => {
  const { groups, setMenus, takeawayFees } = sampleOptions()
  const names = new Set(dishes.map(({ nameRo }) => nameRo))
  const categories = new Set(dishes.map(({ category }) => category))
  for (const { dishes: named = [], categories: ofThese = [] } of [...groups, ...takeawayFees]) {
    for (const nameRo of named) expect(names).toContain(nameRo)
    for (const category of ofThese) expect(categories).toContain(category)
  }
  for (const { options } of groups)
    for (const { dish, name, nameRo } of options) {
      if (dish === undefined) expect([name, nameRo].every(Boolean)).toBe(true)
      else expect(names).toContain(dish)
    }
  expect(setMenus.dishes.length).toBeGreaterThanOrEqual(2)
  const groupNames = new Set(groups.map(({ name }) => name))
  for (const { slots } of setMenus.dishes) for (const slot of slots) expect(groupNames).toContain(slot)
})

it('the sample history is the same for the same time', () => {
  expect(sampleHistory(NOW, ZONE)).toEqual(history)
  expect(sampleHistory(new Date(NOW.getTime() + 86_400_000), ZONE)).not.toEqual(history)
})

it.each(['2026-01-05T03:00:00Z', '2026-03-30T10:00:00Z', '2026-10-27T20:59:00Z', '2026-12-31T23:59:00Z'])(
  'the sample history has at %s 900 to 1,400 past orders in chronological order, placed within the opening hours',
  (moment) => {
    const now = new Date(moment)
    const past = sampleHistory(now, ZONE)
    expect(past.length).toBeGreaterThan(900)
    expect(past.length).toBeLessThan(1400)
    for (const [i, { at, steps }] of past.entries()) {
      expect(at.getTime()).toBeGreaterThanOrEqual(past[i - 1]?.at.getTime() ?? 0)
      const { time } = localTime(at, ZONE)
      expect(time >= '08:30' && time <= '22:30').toBe(true)
      const times = [at, ...steps.map((step) => step.at), now].map((step) => step.getTime())
      expect(times).toEqual([...times].sort((a, b) => a - b))
      expect(['completed', 'cancelled']).toContain(steps.at(-1)?.status)
    }
  },
)

it('the sample refers to existing dishes and tables, and to invented people with phone numbers of their own', () => {
  const { tables, orders, events } = sampleRestaurant()
  const names = new Set([...dishes, ...sampleOptions().setMenus.dishes].map(({ nameRo }) => nameRo))
  const numbers = new Set(tables.map(([number]) => number))
  const people = new Map<string, string>()
  for (const { lines, table, guest } of [...history, ...orders]) {
    expect(lines.length).toBeGreaterThan(0)
    expect(lines.length).toBeLessThanOrEqual(100)
    for (const [nameRo] of lines) expect(names).toContain(nameRo)
    if (table) expect(numbers).toContain(table)
    expect(table === undefined).toBe(guest !== undefined)
    if (!guest) continue
    expect(phoneDigits(guest.phone)).toMatch(/^(40700000\d{3}|33639984107|33639981260|491713920\d{3}|12125550\d{3})$/)
    expect(guest.email ?? 'nobody@example.com').toMatch(/@example\.com$/)
    expect(people.get(guest.phone) ?? guest.name).toBe(guest.name)
    people.set(guest.phone, guest.name)
  }
  expect(new Set(people.values()).size).toBe(people.size)
  for (const event of events) {
    for (const [nameRo] of event.dishes) expect(names).toContain(nameRo)
    expect(event.customerPhone).toMatch(/^40700000\d{3}$/)
    expect(event.customerEmail).toMatch(/@([a-z-]+\.)?example\.com$/)
  }
  expect(events.map(({ status }) => status).sort()).toEqual([...EVENT_STATUSES].sort())
})
