import { expect, it } from 'vitest'
import type { SharedLine } from '#shared/contracts/shared-sessions.ts'
import { type SessionState, shareUnchanged } from './view.ts'

const line = (id: number, quantity = 1): SharedLine => ({
  id,
  participantId: 'p',
  guestName: 'Ana',
  menuItemId: 1,
  name: 'Soup',
  nameRo: 'Supă',
  price: 100,
  isOrderable: true,
  quantity,
  notes: null,
})
const state = (lines: SharedLine[], name = 'Ana') =>
  ({
    version: 1,
    lines,
    participants: [{ id: 'p', guestNumber: 1, name, isReady: false, isPresent: true }],
  }) as unknown as SessionState

it('parts of a state that are equal to the ones before are the same objects', () => {
  const before = state([line(1), line(2)])
  const equal = shareUnchanged(state([line(1), line(2)]), before)
  expect(equal.lines).toBe(before.lines)
  expect(equal.participants).toBe(before.participants)
})

it('changed parts are those of the new state, in its order', () => {
  const before = state([line(1), line(2)])
  const after = state([line(2), line(1, 3)], 'Ion')
  const shared = shareUnchanged(after, before)
  expect(shared.lines).toEqual(after.lines)
  expect(shared.lines[0]).toBe(before.lines[1])
  expect(shared.participants).toBe(after.participants)
  expect(shareUnchanged(state([line(1)]), before).lines).toEqual([line(1)])
})
