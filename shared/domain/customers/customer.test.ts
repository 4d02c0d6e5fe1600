import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldText } from '../text.ts'
import {
  averageOrderValue,
  LOYALTY_TIERS,
  mergedPerson,
  type PersonData,
  SEGMENTS,
  segmentOf,
  tierOf,
  VIP_MORE_THAN,
  visitFrequency,
} from './customer.ts'

describe('the loyalty tier', () => {
  it.each([
    [0, 'bronze'],
    [1, 'bronze'],
    [5, 'bronze'],
    [6, 'silver'],
    [14, 'silver'],
    [15, 'gold'],
    [29, 'gold'],
    [30, 'platinum'],
    [1000, 'platinum'],
  ])('of %i orders is %s', (orders, tier) => {
    expect(tierOf(orders)).toBe(tier)
  })

  it('is bronze by default', () => {
    expect(LOYALTY_TIERS[0]).toBe('bronze')
  })
})

describe('the segment', () => {
  it.each([
    [0, null],
    [1, 'new'],
    [2, 'returning'],
    [3, 'returning'],
    [4, 'loyal'],
    [5, 'loyal'],
    [6, 'vip'],
    [100, 'vip'],
  ])('of %i orders is %s', (orders, expected) => {
    expect(segmentOf(orders)).toBe(expected)
  })

  it('is VIP for more than 5 orders', () => {
    expect(VIP_MORE_THAN).toBe(5)
    expect(segmentOf(VIP_MORE_THAN)).not.toBe('vip')
    expect(segmentOf(VIP_MORE_THAN + 1)).toBe('vip')
  })
})

it('additional orders never lower the tier or the segment', () => {
  fc.assert(
    fc.property(fc.nat(60), fc.nat(60), (orders, more) => {
      const rank = (count: number) => {
        const segment = segmentOf(count)
        return [LOYALTY_TIERS.indexOf(tierOf(count)), segment === null ? -1 : SEGMENTS.indexOf(segment)]
      }
      const [tier = 0, segment = 0] = rank(orders)
      const [laterTier = 0, laterSegment = 0] = rank(orders + more)
      expect(laterTier).toBeGreaterThanOrEqual(tier)
      expect(laterSegment).toBeGreaterThanOrEqual(segment)
    }),
  )
})

describe('the average order value', () => {
  it.each([
    [0, 0, 0],
    [5700, 1, 5700],
    [100, 3, 33],
    [101, 2, 51],
  ])('of %i spent in %i orders is %i', (spent, orders, average) => {
    expect(averageOrderValue(spent, orders)).toBe(average)
  })

  it('is rounded to a whole minor unit', () => {
    fc.assert(
      fc.property(fc.nat(10 ** 12), fc.integer({ min: 1, max: 10 ** 6 }), (spent, orders) => {
        const average = averageOrderValue(spent, orders)
        expect(Number.isInteger(average)).toBe(true)
        expect(Math.abs(average - spent / orders)).toBeLessThanOrEqual(0.5)
      }),
    )
  })
})

describe('the frequency of visits', () => {
  const NOW = new Date('2026-06-20T12:00:00Z')
  const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 60 * 60 * 1000)

  it.each([
    [0, null, 0],
    [1, 0, 1],
    [4, 3, 4],
    [3, 30, 3],
    [3, 31, 2.9],
    [6, 60, 3],
    [1, 365, 0.08],
    [7, 45.5, 4.62],
  ])('of %i orders in %j days is %d', (orders, days, frequency) => {
    expect(visitFrequency(orders, days === null ? null : daysAgo(days), NOW)).toBe(frequency)
  })

  it('has two decimals, never exceeds the number of orders, and never rises as time passes', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(4000), fc.nat(400), (orders, days, later) => {
        const frequency = visitFrequency(orders, daysAgo(days), NOW)
        expect(Math.round(frequency * 100) / 100).toBe(frequency)
        expect(frequency).toBeLessThanOrEqual(orders)
        expect(visitFrequency(orders, daysAgo(days + later), NOW)).toBeLessThanOrEqual(frequency)
      }),
    )
  })
})

const person = (fields: Partial<PersonData> = {}): PersonData => ({
  name: 'Ana',
  email: null,
  notes: null,
  tags: [],
  preferences: {},
  ...fields,
})

describe('merging two customers', () => {
  it('keeps the fields of the target', () => {
    const target = person({ email: 'ana@example.com', preferences: { seat: 'window' } })
    const source = person({ name: 'Ana Pop', email: 'old@example.com', preferences: { seat: 'bar' } })
    expect(mergedPerson(target, source)).toEqual(target)
  })

  it('fills empty fields from the source, and joins notes and tags', () => {
    const target = person({ name: '', notes: 'Likes the window', tags: ['regular', 'press'] })
    const source = person({ email: 'ana@example.com', notes: 'No nuts', tags: ['press', 'allergic'] })
    expect(mergedPerson(target, source)).toEqual({
      name: 'Ana',
      email: 'ana@example.com',
      notes: 'Likes the window\nNo nuts',
      tags: ['regular', 'press', 'allergic'],
      preferences: {},
    })
  })

  it('cuts the joined notes to their maximum length, never within a character', () => {
    const notes = (target: string, source: string) =>
      mergedPerson(person({ notes: target }), person({ notes: source })).notes
    expect(notes('a'.repeat(1000), 'b'.repeat(999))).toBe(`${'a'.repeat(1000)}\n${'b'.repeat(999)}`)
    expect(notes('a'.repeat(1000), 'b'.repeat(1000))).toBe(`${'a'.repeat(1000)}\n${'b'.repeat(998)}…`)
    expect(notes('a'.repeat(1000), `${'b'.repeat(997)}😀c`)).toBe(`${'a'.repeat(1000)}\n${'b'.repeat(997)}…`)
  })

  it('loses only the source’s name, e-mail address and preferences with the same key', () => {
    const maybe = fc.option(fc.string({ minLength: 1 }))
    const people = fc.record({
      name: fc.string(),
      email: maybe,
      notes: maybe,
      tags: fc.uniqueArray(fc.string()),
      preferences: fc.dictionary(
        fc.string().filter((key) => key !== '__proto__'),
        fc.string(),
      ),
    })
    fc.assert(
      fc.property(people, people, (target, source) => {
        const merged = mergedPerson(target, source)
        for (const notes of [target.notes, source.notes]) expect(merged.notes ?? '').toContain(notes ?? '')
        // The first of several tags that differ only in case or diacritics stays.
        const folded = (tags: string[]) => new Set(tags.map(foldText))
        expect(folded(merged.tags)).toEqual(folded([...target.tags, ...source.tags]))
        expect(Object.keys(merged.preferences).sort()).toEqual(
          [...new Set([...Object.keys(target.preferences), ...Object.keys(source.preferences)])].sort(),
        )
        expect(merged.name).toBe(target.name || source.name)
      }),
    )
  })
})
