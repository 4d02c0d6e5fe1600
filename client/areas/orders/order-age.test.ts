import { describe, expect, it } from 'vitest'
import { orderAge, splitMinutes } from './order-text.ts'

const now = Date.parse('2026-11-20T18:00:00Z')

describe('the age of an order', () => {
  it.each([
    ['2026-11-20T17:59:01Z', 0, 0],
    ['2026-11-20T17:59:00Z', 1, 1 / 30],
    ['2026-11-20T17:45:00Z', 15, 0.5],
    ['2026-11-20T17:30:00Z', 30, 1],
    ['2026-11-20T12:00:00Z', 360, 1],
  ])('of an order placed at %s is %i minutes, and fills %f of the bar', (createdAt, minutes, fill) => {
    expect(orderAge(createdAt, now)).toEqual({ minutes, fill })
  })

  it('is never negative', () => {
    expect(orderAge('2026-11-20T18:04:00Z', now)).toEqual({ minutes: 0, fill: 0 })
  })

  it('is split into days, hours and minutes', () => {
    expect(splitMinutes(59)).toEqual({ days: 0, hours: 0, minutes: 59 })
    expect(splitMinutes(125)).toEqual({ days: 0, hours: 2, minutes: 5 })
    expect(splitMinutes(3 * 1440 + 61)).toEqual({ days: 3, hours: 1, minutes: 1 })
  })
})
