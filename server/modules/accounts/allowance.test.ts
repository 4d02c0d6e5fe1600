import { beforeEach, describe, expect, it } from 'vitest'
import type { AppError } from '#server/platform/app-error.ts'
import { Allowance, type limitsOf } from './allowance.ts'

const START = Date.parse('2026-11-20T18:00:00Z')
let allowance = new Allowance()
beforeEach(() => {
  allowance = new Allowance()
})

const attempt = (changes: Partial<Parameters<typeof limitsOf>[0]> = {}) => ({
  address: '10.0.0.1',
  usernameKey: 'ana',
  device: null,
  ...changes,
})
const admit = (signIn = attempt(), minute = 0) => allowance.admit(signIn, new Date(START + minute * 60_000))
/** The seconds after which an attempt is allowed; 0 if it is allowed now. */
function waitSeconds(signIn = attempt(), minute = 0): number {
  try {
    admit(signIn, minute).withdraw()
    return 0
  } catch (error) {
    expect((error as AppError).code).toBe('too_many_requests')
    return (error as AppError).retryAfter ?? Number.NaN
  }
}

describe('the limits on sign-in attempts in memory', () => {
  it.each([
    ['ten failures as one user from one address', 10, () => attempt()],
    ['fifty failures from one address', 50, (i: number) => attempt({ usernameKey: `name ${i}` })],
    ['a hundred failures as one user', 100, (i: number) => attempt({ address: `10.0.0.${i}` })],
    ['ten failures in a known browser', 10, (i: number) => attempt({ device: 'tablet', address: `10.0.0.${i}` })],
    ['a hundred failures as one user in known browsers', 100, (i: number) => attempt({ device: `tablet ${i}` })],
  ])('allow %s, even concurrent ones, but not one more', (_, max, attemptNumber) => {
    for (let i = 0; i < max; i++) admit(attemptNumber(i))
    expect(waitSeconds(attemptNumber(max))).toBeGreaterThan(0)
  })

  it('reject with the time until the oldest attempt stops counting, and allow attempts from then on', () => {
    for (let minute = 0; minute < 10; minute++) admit(attempt(), minute)
    expect([waitSeconds(attempt(), 10), waitSeconds(attempt(), 15)]).toEqual([300, 0])
  })

  it('count attempts from a known browser and from its address separately', () => {
    for (let i = 0; i < 10; i++) admit()
    expect([waitSeconds() > 0, waitSeconds(attempt({ device: 'tablet' }))]).toEqual([true, 0])
    for (let i = 0; i < 10; i++) admit(attempt({ device: 'tablet', address: '10.0.0.2' }))
    expect(waitSeconds(attempt({ address: '10.0.0.2' }))).toBe(0)
  })

  it('allow a hundred right passwords from an address and thirty in a known browser, and count none as a failure', () => {
    for (let i = 0; i < 100; i++) admit().recordSuccess()
    expect(waitSeconds(attempt({ usernameKey: 'somebody else' }))).toBe(900)
    for (let i = 0; i < 30; i++) admit(attempt({ device: 'tablet' })).recordSuccess()
    expect([waitSeconds(attempt({ device: 'tablet' })), waitSeconds(attempt({ device: 'phone' }))]).toEqual([900, 0])
  })

  it('do not count an attempt that was withdrawn', () => {
    for (let i = 0; i < 20; i++) admit().withdraw()
    expect(waitSeconds()).toBe(0)
  })

  it('count from zero after being cleared', () => {
    for (let i = 0; i < 10; i++) admit()
    allowance.clear()
    expect(waitSeconds()).toBe(0)
  })

  it('count a bounded number of addresses, dropping the oldest', () => {
    for (let i = 0; i < 20_000; i++)
      for (let n = 0; n < 10; n++) admit(attempt({ address: `2001:db8:${i}::`, usernameKey: `${i}` }))
    expect(waitSeconds(attempt({ address: '2001:db8:19999::', usernameKey: '19999' }))).toBe(900)
    expect(waitSeconds(attempt({ address: '2001:db8:0::', usernameKey: '0' }))).toBe(0)
  })
})
