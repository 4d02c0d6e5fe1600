import { describe, expect, it } from 'vitest'
import { isShown, type PromotionWindow } from './promotion-window.ts'

const window = (more: Partial<PromotionWindow> = {}): PromotionWindow => ({
  isActive: true,
  startDate: '2026-06-10',
  endDate: '2026-06-20',
  startHour: null,
  endHour: null,
  ...more,
})
const shown = (more: Partial<PromotionWindow>, moment: string, zone = 'Europe/Bucharest') =>
  isShown(window(more), new Date(moment), zone)

describe('a promotion is shown', () => {
  it.each([
    ['2026-06-09T20:59:59Z', false],
    ['2026-06-09T21:00:00Z', true],
    ['2026-06-15T12:00:00Z', true],
    ['2026-06-20T20:59:59Z', true],
    ['2026-06-20T21:00:00Z', false],
  ])("on its whole days, by the restaurant's midnight: %s %s", (moment, expected) => {
    expect(shown({}, moment)).toBe(expected)
  })

  it('by the calendar of its own zone', () => {
    expect(shown({}, '2026-06-09T21:00:00Z', 'UTC')).toBe(false)
    expect(shown({}, '2026-06-09T10:00:00Z', 'Pacific/Auckland')).toBe(false)
    expect(shown({}, '2026-06-09T12:00:00Z', 'Pacific/Auckland')).toBe(true)
  })

  it('on a single day', () => {
    const day = { startDate: '2026-06-15', endDate: '2026-06-15' }
    expect(shown(day, '2026-06-15T09:00:00Z')).toBe(true)
    expect(shown(day, '2026-06-16T09:00:00Z')).toBe(false)
  })

  it('never while it is not active', () => {
    expect(shown({ isActive: false }, '2026-06-15T12:00:00Z')).toBe(false)
  })

  it.each([
    ['2026-06-15T08:59:59.999Z', false],
    ['2026-06-15T09:00:00Z', true],
    ['2026-06-15T13:00:00Z', true],
    ['2026-06-15T13:00:59.999Z', true],
    ['2026-06-15T13:01:00Z', false],
    ['2026-06-25T10:00:00Z', false],
  ])('within its hours, the end minute included: %s %s', (moment, expected) => {
    expect(shown({ startHour: '12:00', endHour: '16:00' }, moment)).toBe(expected)
  })

  it('for one minute, and to the last minute of the day', () => {
    expect(shown({ startHour: '12:00', endHour: '12:00' }, '2026-06-15T09:00:30Z')).toBe(true)
    expect(shown({ startHour: '00:00', endHour: '23:59' }, '2026-06-20T20:59:59Z')).toBe(true)
  })
})

describe('on the days when clocks change', () => {
  const days = { startDate: '2026-01-01', endDate: '2026-12-31' }

  it('noon is noon, in winter and in summer', () => {
    const lunch = { ...days, startHour: '12:00', endHour: '14:00' }
    for (const [moment, expected] of [
      ['2026-03-28T10:00:00Z', true],
      ['2026-03-29T09:00:00Z', true],
      ['2026-03-29T08:59:00Z', false],
      ['2026-10-24T09:00:00Z', true],
      ['2026-10-25T09:00:00Z', false],
      ['2026-10-25T10:00:00Z', true],
    ] as const) {
      expect([moment, shown(lunch, moment)]).toEqual([moment, expected])
    }
  })

  it('the hour that is skipped is never there, and the one that comes twice counts twice', () => {
    const night = { ...days, startHour: '03:00', endHour: '03:59' }
    const minutes = (from: string, hours: number) =>
      Array.from({ length: hours * 60 }, (_, i) => new Date(Date.parse(from) + i * 60_000).toISOString()).filter(
        (moment) => shown(night, moment),
      ).length
    expect(minutes('2026-03-28T22:00:00Z', 24)).toBe(0)
    expect(minutes('2026-03-29T22:00:00Z', 24)).toBe(60)
    expect(minutes('2026-10-24T21:00:00Z', 25)).toBe(120)
  })

  it('a day ends at its own midnight, though it has 23 or 25 hours', () => {
    const oneDay = (day: string) => ({ startDate: day, endDate: day })
    expect(shown(oneDay('2026-03-29'), '2026-03-29T20:59:59Z')).toBe(true)
    expect(shown(oneDay('2026-03-29'), '2026-03-29T21:00:00Z')).toBe(false)
    expect(shown(oneDay('2026-10-25'), '2026-10-25T21:59:59Z')).toBe(true)
    expect(shown(oneDay('2026-10-25'), '2026-10-25T22:00:00Z')).toBe(false)
  })
})
