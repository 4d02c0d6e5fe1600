import { describe, expect, it } from 'vitest'
import { phoneDigits } from '#shared/domain/customers/phone.ts'
import { EVENT_STATUSES } from '#shared/domain/statuses.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { isShown } from '#shared/domain/time/promotion-window.ts'
import { bannerPicture } from './artwork/banner.ts'
import { dishPicture } from './artwork/dish-picture.ts'
import { iconBody } from './artwork/icons.ts'
import { paintedIcons } from './artwork/painted.ts'
import { sampleEvents } from './events.ts'
import { chanceFrom } from './history/chance.ts'
import { type PastOrder, sampleHistory } from './history/index.ts'
import { sampleMenu } from './menu/index.ts'
import { sampleOrders } from './orders.ts'
import { samplePromotions } from './promotions.ts'
import { tableSeats } from './restaurant.ts'

const ZONE = 'Europe/Bucharest'
const NOW = new Date('2026-06-20T17:00:00Z')
const dishes = sampleMenu.flatMap(({ dishes, servedOn = 'plate' }) => dishes.map((dish) => ({ ...dish, servedOn })))
const history = sampleHistory(NOW, ZONE)

describe('the sample menu', () => {
  it('has at least 100 dishes with unique names in both languages', () => {
    expect(dishes.length).toBeGreaterThanOrEqual(100)
    expect(new Set(dishes.map(({ name }) => name)).size).toBe(dishes.length)
    expect(new Set(dishes.map(({ nameRo }) => nameRo)).size).toBe(dishes.length)
  })

  it.each(dishes.map(({ name, artwork }) => [name, artwork.icons] as const))(
    'has icons for the picture of %s',
    (_, icons) => {
      expect(icons.length).toBeGreaterThanOrEqual(1)
      expect(icons.length).toBeLessThanOrEqual(3)
      for (const icon of icons) expect(iconBody(icon)).toMatch(/^<(defs|g|path|circle)/)
    },
  )

  it('uses every painted icon, and only existing icons', () => {
    expect(() => iconBody('no-such-icon')).toThrow('no-such-icon')
    const used = new Set([
      ...dishes.flatMap(({ artwork }) => artwork.icons),
      ...samplePromotions.map(({ icon }) => icon),
    ])
    expect(Object.keys(paintedIcons).filter((name) => !used.has(name))).toEqual([])
  })

  it('has the same picture of each dish in every run, and no two equal pictures', () => {
    const dishPictures = () => dishes.map(({ artwork, servedOn }, i) => dishPicture(artwork, servedOn, i))
    expect(dishPictures()).toEqual(dishPictures())
    expect(new Set(dishPictures()).size).toBe(dishes.length)
  })

  it('has different backgrounds for neighbouring pictures in one, two and three columns', () => {
    const background = (i: number) => /<rect[^>]*fill="(#\w+)"/.exec(dishPicture({ icons: ['pizza'] }, 'plate', i))?.[1]
    for (let i = 0; i < 20; i++) expect([1, 2, 3].map((next) => background(i + next))).not.toContain(background(i))
  })
})

it('the sample has promotions with texts in both languages and a banner, valid on the day of the first start', () => {
  expect(samplePromotions.length).toBeGreaterThanOrEqual(3)
  expect(samplePromotions.some(({ hours }) => hours)).toBe(true)
  for (const { icon, firstDay, lastDay, hours, ...texts } of samplePromotions) {
    expect(Object.values(texts).filter((text) => text.length < 5)).toEqual([])
    expect(firstDay <= 0 && lastDay >= 0).toBe(true)
    expect(bannerPicture(icon)).toContain(iconBody(icon))
    const window = { isActive: true, startDate: '2026-06-20', endDate: '2026-06-20', weekdays: [6] }
    const noon = new Date('2026-06-20T10:00:00Z')
    expect(isShown({ ...window, startHour: hours?.start ?? null, endHour: hours?.end ?? null }, noon, ZONE)).toBe(true)
  }
})

describe('the sample history', () => {
  it('is the same for the same time', () => {
    expect(sampleHistory(NOW, ZONE)).toEqual(history)
    expect(sampleHistory(new Date(NOW.getTime() + 86_400_000), ZONE)).not.toEqual(history)
  })

  it.each(['2026-01-05T03:00:00Z', '2026-03-30T10:00:00Z', '2026-10-27T20:59:00Z', '2026-12-31T23:59:00Z'])(
    'has at %s 900 to 1,400 past orders in chronological order, placed within the opening hours',
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

  it('has peaks at lunch and dinner, and more orders at weekends', () => {
    const inHour = (hour: number) =>
      history.filter(({ at }) => Number(localTime(at, ZONE).time.slice(0, 2)) === hour).length
    for (const quiet of [8, 11, 15, 17, 22]) {
      expect(inHour(quiet)).toBeLessThan(inHour(13) / 2)
      expect(inHour(quiet)).toBeLessThan(inHour(20) / 2)
    }
    const onDay = (weekday: number) =>
      history.filter(({ at }) => new Date(localTime(at, ZONE).day).getUTCDay() === weekday).length
    expect(onDay(6)).toBeGreaterThan(1.5 * onDay(1))
    expect(onDay(5)).toBeGreaterThan(1.3 * onDay(2))
  })

  it('has orders of tables, takeaway orders, guests without a table, notes and cancellations', () => {
    const share = (condition: (order: PastOrder) => boolean) => history.filter(condition).length / history.length
    expect(share(({ table }) => table !== undefined)).toBeGreaterThan(0.4)
    expect(share(({ diningOption }) => diningOption === 'takeaway')).toBeGreaterThan(0.2)
    expect(share(({ diningOption, table }) => diningOption === 'dine-in' && !table)).toBeGreaterThan(0.05)
    expect(share(({ steps }) => steps.at(-1)?.status === 'cancelled')).toBeGreaterThan(0.02)
    expect(share(({ steps }) => steps.at(-1)?.status === 'cancelled')).toBeLessThan(0.06)
    expect(share(({ notes }) => notes !== undefined)).toBeGreaterThan(0.02)
    expect(share(({ lines }) => lines.some(([, , note]) => note))).toBeGreaterThan(0.05)
  })

  it('refers to existing dishes and tables, and to people with valid phone numbers', () => {
    const names = new Set(dishes.map(({ nameRo }) => nameRo))
    const numbers = new Set<number>(tableSeats.map(([number]) => number))
    const people = new Map<string, string>()
    for (const { lines, table, guest } of [...history, ...sampleOrders]) {
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
  })
})

it('the sample has catering events with existing dishes, in every status, of invented people', () => {
  const names = new Set(dishes.map(({ nameRo }) => nameRo))
  for (const event of sampleEvents) {
    for (const [nameRo] of event.dishes) expect(names).toContain(nameRo)
    expect(event.customerPhone).toMatch(/^40700000\d{3}$/)
    expect(event.customerEmail).toMatch(/@([a-z-]+\.)?example\.com$/)
  }
  expect(sampleEvents.map(({ status }) => status).sort()).toEqual([...EVENT_STATUSES].sort())
})

it('chanceFrom makes random choices that are uniform and determined by the seed', () => {
  const drawn = (seed: number) => {
    const chance = chanceFrom(seed)
    return Array.from({ length: 6000 }, () => chance.between(1, 6))
  }
  expect(drawn(7)).toEqual(drawn(7))
  expect(drawn(8)).not.toEqual(drawn(7))
  for (const [, faces] of Map.groupBy(drawn(7), (face) => face)) {
    expect(faces.length).toBeGreaterThan(880)
    expect(faces.length).toBeLessThan(1120)
  }
})
