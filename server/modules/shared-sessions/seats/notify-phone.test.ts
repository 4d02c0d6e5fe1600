import { describe, expect, it } from 'vitest'
import type { ServerFrame } from '#shared/contracts/live.ts'
import type { SharedLine } from '#shared/contracts/shared-sessions.ts'
import type { SessionState } from '../view.ts'
import { type ConnectedPhone, notifyPhone } from './notify-phone.ts'

const ANA = { id: 'ana', guestNumber: 1, name: 'Ana', isReady: false, isPresent: true }

const line = (id: number, quantity = 1): SharedLine => ({
  ...{ id, participantId: 'ana', guestName: 'Ana', menuItemId: id, name: 'Soup', nameRo: '', price: 100 },
  ...{ isOrderable: true, quantity, notes: null },
})
const state = (version: number, lines: SharedLine[], more: Partial<SessionState> = {}): SessionState => ({
  ...{
    status: 'active',
    version,
    tableId: 5,
    tableNumber: 12,
    tableKey: null,
    timeRemaining: 60,
    participants: [ANA],
    isAllReady: false,
    lines,
  },
  ...{ order: undefined, refOf: () => undefined },
  ...more,
})

/** A phone that has version 5, and the frames that it is sent from then on. */
function phone(lines: SharedLine[], more: Partial<SessionState> = {}) {
  const frames: ServerFrame[] = []
  const told: ConnectedPhone = {
    peer: { send: (frame) => frames.push(frame), refuse: () => {} },
    ...{ sessionId: 's', participantId: 'ana', page: 'p', asks: true, isTimeDue: true, told: undefined },
  }
  notifyPhone(told, state(5, lines, more))
  frames.length = 0
  return { told, frames }
}

describe('a phone is told', () => {
  it.each([
    ['one line more', [line(1)], state(6, [line(1), line(2)]), 'ITEM_ADDED'],
    ['one line changed', [line(1)], state(6, [line(1, 2)]), 'ITEM_ADDED'],
    ['one line less', [line(1)], state(6, []), 'ITEM_REMOVED'],
    ['one line, two versions on', [line(1)], state(7, [line(1, 2)]), 'CART_UPDATED'],
    ['two lines', [line(1), line(2)], state(6, []), 'CART_UPDATED'],
    ['one line for another', [line(1)], state(6, [line(2)]), 'CART_UPDATED'],
    ['a new version of the same lines', [line(1)], state(6, [line(1)]), 'CART_UPDATED'],
    ['another line at the same version', [line(1)], state(5, [line(1, 2)]), 'CART_ITEMS'],
  ])('of %s', (_, before, now, type) => {
    const { told, frames } = phone(before)
    notifyPhone(told, now)
    expect(frames).toEqual([expect.objectContaining({ type, version: now.version })])
    notifyPhone(told, now)
    expect(frames).toHaveLength(1)
  })

  it('of the whole cart when it asks, whatever is new', () => {
    const { told, frames } = phone([line(1)])
    told.asks = true
    notifyPhone(told, state(6, [line(1), line(2)]))
    told.asks = true
    notifyPhone(told, state(6, [line(1), line(2)]))
    notifyPhone(told, state(6, [line(1), line(2)]))
    expect(frames.map(({ type }) => type)).toEqual(['CART_ITEMS', 'CART_ITEMS'])
  })

  it('that all are ready after each list of who is, and by the list alone that they no longer are', () => {
    const ready = { participants: [{ ...ANA, isReady: true }], isAllReady: true }
    const { told, frames } = phone([line(1)], ready)
    const types = () => frames.splice(0).map(({ type }) => type)
    notifyPhone(told, state(5, [line(1)], ready))
    expect(types()).toEqual([])
    const more = [...ready.participants, { ...ANA, id: 'dan', name: 'Dan', isPresent: false }]
    notifyPhone(told, state(5, [line(1)], { ...ready, participants: more }))
    expect(types()).toEqual(['PARTICIPANT_JOINED', 'PARTICIPANTS_UPDATED', 'ALL_READY'])
    notifyPhone(told, state(6, [], { participants: more }))
    expect(types()).toEqual(['PARTICIPANTS_UPDATED', 'ITEM_REMOVED'])
    notifyPhone(told, state(7, [line(1)], { ...ready, participants: more }))
    expect(types()).toEqual(['ITEM_ADDED', 'ALL_READY'])
  })

  it('how far its changes have come, also when nothing else is new', () => {
    const { told, frames } = phone([])
    notifyPhone(told, state(5, [], { refOf: () => 3 }))
    notifyPhone(told, state(6, [line(1)], { refOf: () => 3 }))
    expect(frames).toMatchObject([
      { type: 'CART_ITEMS', ref: 3 },
      { type: 'ITEM_ADDED', ref: 3 },
    ])
  })
})
