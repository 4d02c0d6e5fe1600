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
    isClosed: false,
    version,
    tableId: 5,
    tableNumber: 12,
    timeRemaining: 60,
    participants: [ANA],
    isAllReady: false,
    lines,
  },
  ...{ order: undefined, refOf: () => undefined, keyNoticeFor: () => ({}) },
  ...more,
})

/** Returns a phone that was sent version 5, and the frames that are sent to it afterwards. */
function phone(lines: SharedLine[], more: Partial<SessionState> = {}) {
  const frames: ServerFrame[] = []
  const connected: ConnectedPhone = {
    peer: { send: (frame) => frames.push(frame), refuse: () => {} },
    ...{ sessionId: 's', participantId: 'ana', page: 'p', wantsCart: true, isTimeDue: true, lastUpdate: undefined },
  }
  notifyPhone(connected, state(5, lines, more))
  frames.length = 0
  return { connected, frames }
}

describe('a phone is sent', () => {
  it.each([
    ['one more line', [line(1)], state(6, [line(1), line(2)]), 'ITEM_ADDED'],
    ['one changed line', [line(1)], state(6, [line(1, 2)]), 'ITEM_ADDED'],
    ['one line less', [line(1)], state(6, []), 'ITEM_REMOVED'],
    ['one changed line two versions later', [line(1)], state(7, [line(1, 2)]), 'CART_UPDATED'],
    ['two lines less', [line(1), line(2)], state(6, []), 'CART_UPDATED'],
    ['one line replaced by another', [line(1)], state(6, [line(2)]), 'CART_UPDATED'],
    ['a new version of the same lines', [line(1)], state(6, [line(1)]), 'CART_UPDATED'],
    ['a changed line at the same version', [line(1)], state(5, [line(1, 2)]), 'CART_ITEMS'],
  ])('the smallest frame for %s', (_, before, now, type) => {
    const { connected, frames } = phone(before)
    notifyPhone(connected, now)
    expect(frames).toEqual([expect.objectContaining({ type, version: now.version })])
    notifyPhone(connected, now)
    expect(frames).toHaveLength(1)
  })

  it('the whole cart if it requests it, even if only one line or nothing has changed', () => {
    const { connected, frames } = phone([line(1)])
    connected.wantsCart = true
    notifyPhone(connected, state(6, [line(1), line(2)]))
    connected.wantsCart = true
    notifyPhone(connected, state(6, [line(1), line(2)]))
    notifyPhone(connected, state(6, [line(1), line(2)]))
    expect(frames.map(({ type }) => type)).toEqual(['CART_ITEMS', 'CART_ITEMS'])
  })

  it('ALL_READY after each list of participants while all are ready, otherwise only the list', () => {
    const ready = { participants: [{ ...ANA, isReady: true }], isAllReady: true }
    const { connected, frames } = phone([line(1)], ready)
    const types = () => frames.splice(0).map(({ type }) => type)
    notifyPhone(connected, state(5, [line(1)], ready))
    expect(types()).toEqual([])
    const more = [...ready.participants, { ...ANA, id: 'dan', name: 'Dan', isPresent: false }]
    notifyPhone(connected, state(5, [line(1)], { ...ready, participants: more }))
    expect(types()).toEqual(['PARTICIPANT_JOINED', 'PARTICIPANTS_UPDATED', 'ALL_READY'])
    notifyPhone(connected, state(6, [], { participants: more }))
    expect(types()).toEqual(['PARTICIPANTS_UPDATED', 'ITEM_REMOVED'])
    notifyPhone(connected, state(7, [line(1)], { ...ready, participants: more }))
    expect(types()).toEqual(['ITEM_ADDED', 'ALL_READY'])
  })

  it('the ref of its last change, even if nothing else has changed', () => {
    const { connected, frames } = phone([])
    notifyPhone(connected, state(5, [], { refOf: () => 3 }))
    notifyPhone(connected, state(6, [line(1)], { refOf: () => 3 }))
    expect(frames).toMatchObject([
      { type: 'CART_ITEMS', ref: 3 },
      { type: 'ITEM_ADDED', ref: 3 },
    ])
  })
})
