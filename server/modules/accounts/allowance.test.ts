import { beforeEach, describe, expect, it } from 'vitest'
import type { AppError } from '#server/platform/app-error.ts'
import { Allowance } from './allowance.ts'
import { limitsOf } from './limits.ts'

const START = Date.parse('2026-11-20T18:00:00Z')
let allowance = new Allowance()
beforeEach(() => {
  allowance = new Allowance()
})

const attempt = (more: Partial<Parameters<typeof limitsOf>[0]> = {}) => ({
  address: '10.0.0.1',
  usernameKey: 'ana',
  device: null,
  ...more,
})
const admit = (who = attempt(), minute = 0) => allowance.admit(who, new Date(START + minute * 60_000))
/** The seconds after which an attempt may come again; 0 where it is let through. */
function wait(who = attempt(), minute = 0): number {
  try {
    admit(who, minute).withdrawn()
    return 0
  } catch (error) {
    expect((error as AppError).code).toBe('too_many_requests')
    return (error as AppError).retryAfter ?? Number.NaN
  }
}

describe('the allowance in memory', () => {
  it.each([
    ['ten as one user from one address', 10, () => attempt()],
    ['fifty from one address', 50, (i: number) => attempt({ usernameKey: `name ${i}` })],
    ['a hundred as one user', 100, (i: number) => attempt({ address: `10.0.0.${i}` })],
    ['ten in a browser that is known', 10, (i: number) => attempt({ device: 'tablet', address: `10.0.0.${i}` })],
    ['a hundred as one user in such browsers', 100, (i: number) => attempt({ device: `tablet ${i}` })],
  ])('takes %s, even at once, and no more', (_, most, who) => {
    for (let i = 0; i < most; i++) admit(who(i))
    expect(wait(who(most))).toBeGreaterThan(0)
  })

  it('names the moment at which the oldest attempt stops counting, and lets in from then on', () => {
    for (let minute = 0; minute < 10; minute++) admit(attempt(), minute)
    expect([wait(attempt(), 10), wait(attempt(), 15)]).toEqual([300, 0])
  })

  it('counts a known browser apart from its address, and the address apart from it', () => {
    for (let i = 0; i < 10; i++) admit()
    expect([wait() > 0, wait(attempt({ device: 'tablet' }))]).toEqual([true, 0])
    for (let i = 0; i < 10; i++) admit(attempt({ device: 'tablet', address: '10.0.0.2' }))
    expect(wait(attempt({ address: '10.0.0.2' }))).toBe(0)
  })

  it('counts right passwords: a hundred from an address, thirty in a known browser, none as a failure', () => {
    for (let i = 0; i < 100; i++) admit().succeeded()
    expect(wait(attempt({ usernameKey: 'somebody else' }))).toBe(900)
    for (let i = 0; i < 30; i++) admit(attempt({ device: 'tablet' })).succeeded()
    expect([wait(attempt({ device: 'tablet' })), wait(attempt({ device: 'phone' }))]).toEqual([900, 0])
  })

  it('does not count an attempt that ended without a decision', () => {
    for (let i = 0; i < 20; i++) admit().withdrawn()
    expect(wait()).toBe(0)
  })

  it('holds a refusal of the database for ten seconds, with the time that it named', () => {
    const [limit] = limitsOf(attempt())
    if (!limit) throw new Error('no limit')
    admit().refused(limit, 600_000)
    expect([wait(), wait(attempt(), 9 / 60), wait(attempt(), 10 / 60)]).toEqual([600, 591, 0])
    expect(wait(attempt({ usernameKey: 'somebody else' }))).toBe(0)
  })

  it('forgets everything when it is cleared', () => {
    for (let i = 0; i < 10; i++) admit()
    allowance.clear()
    expect(wait()).toBe(0)
  })

  it('remembers a bounded number of addresses, and the newest of them', () => {
    for (let i = 0; i < 20_000; i++)
      for (let n = 0; n < 10; n++) admit(attempt({ address: `2001:db8:${i}::`, usernameKey: `${i}` }))
    expect(wait(attempt({ address: '2001:db8:19999::', usernameKey: '19999' }))).toBe(900)
    expect(wait(attempt({ address: '2001:db8:0::', usernameKey: '0' }))).toBe(0)
  })
})
