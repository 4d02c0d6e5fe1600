import { describe, expect, it } from 'vitest'
import { countsFrom, hasBegun, isLater, isOnLaterList, isUnseen, nextLaterChange } from './later.ts'

const at = (time: string) => new Date(`2026-11-24T${time}Z`)
const iso = (time: string) => at(time).toISOString()
const order = { status: 'pending', createdAt: iso('16:00:00'), pickupAt: iso('18:30:00'), startAt: iso('18:05:00') }

describe('an order for later', () => {
  it.each([
    ['before its start', '18:04:59', [true, true, false]],
    ['at its start', '18:05:00', [false, true, true]],
    ['five minutes after its start', '18:10:00', [false, false, true]],
  ])('is later, stands on the list, and has begun, as it should %s', (_, time, expected) => {
    const now = at(time)
    expect([isLater(order, now), isOnLaterList(order, now), hasBegun(order, now)]).toEqual(expected)
  })

  it.each([
    ['that was started early', { status: 'preparing' }],
    ['without a time', { pickupAt: null }],
    ['that begins when it comes', { startAt: order.createdAt }],
    ['of an older server', { startAt: undefined }],
  ])('is an ordinary one %s', (_, fields) => {
    const other = { ...order, ...fields }
    const now = at('16:00:01')
    expect([isLater(other, now), isOnLaterList(other, now), hasBegun(other, now)]).toEqual([false, false, false])
  })

  it.each([
    ['nobody has seen it', null, '17:00:00', true],
    ['it was seen when it came', '16:01:00', '18:04:59', false],
    ['it was seen when it came, and has begun', '16:01:00', '18:05:00', true],
    ['it was seen after it had begun', '18:05:01', '18:06:00', false],
  ])('is unseen or not while %s', (_, seen, time, expected) => {
    expect(isUnseen({ ...order, seenAt: seen && iso(seen) }, at(time))).toBe(expected)
  })

  it('counts from its start, and one of an older server from when it was placed', () => {
    expect(countsFrom(order)).toBe(order.startAt)
    expect(countsFrom({ createdAt: order.createdAt })).toBe(order.createdAt)
  })
})

it('The next turn is the next start, or the end of the wait after one', () => {
  const orders = [
    order,
    { ...order, startAt: iso('18:07:00') },
    { ...order, status: 'ready', startAt: iso('18:01:00') },
  ]
  const turns = ['18:00:00', '18:05:00', '18:07:00', '18:10:00'].map((time) => nextLaterChange(orders, at(time)))
  expect(turns).toEqual(['18:05:00', '18:07:00', '18:10:00', '18:12:00'].map((time) => at(time).getTime()))
  expect(nextLaterChange(orders, at('18:12:00'))).toBeUndefined()
})
