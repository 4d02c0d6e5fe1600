import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sessionParticipants } from '#server/db/schema/index.ts'
import type { AppError } from '#server/platform/app-error.ts'
import type { Peer } from '#server/platform/live/frames.ts'
import type { Log } from '#server/platform/log.ts'
import { testServer } from '#server/testing/app.ts'
import { recordingLog } from '#server/testing/log.ts'
import { newTable } from '#server/testing/users.ts'
import type { ServerFrame } from '#shared/contracts/live.ts'
import type { SharedLine } from '#shared/contracts/shared-sessions.ts'
import { join, markPresent } from './joining.ts'
import { type ConnectedPhone, createConnectedPhones, notifyPhone } from './phones.ts'
import type { SessionState } from './view.ts'

const ANA = { id: 'ana', guestNumber: 1, name: 'Ana', isReady: false, isPresent: true, isAway: false }

const line = (id: number, quantity = 1): SharedLine => ({
  ...{ id, participantId: 'ana', guestName: 'Ana', menuItemId: id, name: 'Soup', nameRo: '', price: 100 },
  ...{ isOrderable: true, quantity, notes: null, options: [] },
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
  ...{ order: undefined, refsOf: () => [], keyNoticeFor: () => ({}) },
  ...more,
})

/** Returns a phone that was sent version 5, and the frames that are sent to it afterwards. */
function phone(lines: SharedLine[], more: Partial<SessionState> = {}) {
  const frames: ServerFrame[] = []
  const connected: ConnectedPhone = {
    peer: { send: (frame) => frames.push(frame), refuse: () => {} },
    ...{ sessionId: 's', participantId: 'ana', wantsCart: true, lastUpdate: undefined },
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

  it('the ids of its changes, even if nothing else has changed', () => {
    const { connected, frames } = phone([])
    notifyPhone(connected, state(5, [], { refsOf: () => [1, 3] }))
    notifyPhone(connected, state(6, [line(1)], { refsOf: () => [1, 3] }))
    expect(frames).toMatchObject([{ type: 'CART_ITEMS', refs: [1, 3] }, { type: 'ITEM_ADDED' }])
  })
})

const server = testServer()

const MINUTE_MS = 60_000

function fakePeer() {
  const frames: ServerFrame[] = []
  const state = { isOpen: true, isDropped: false, close: () => {} }
  const peer: Peer = {
    requestId: 'request',
    language: 'en',
    guest: undefined,
    send: (frame) => frames.push(frame),
    refuse: ({ code }: AppError) => frames.push({ type: 'ERROR', payload: { message: code, code } }),
    drop: () => {
      state.isDropped = true
    },
    isOpen: () => state.isOpen,
    whenClosed: (closed) => {
      state.close = closed
    },
  }
  const count = (type: ServerFrame['type']) => frames.filter((frame) => frame.type === type).length
  return { peer, frames, state, count }
}

async function seatGuests(names: readonly string[]) {
  const { db } = server.connection
  const { id: tableId } = await newTable(server)
  const now = server.clock.now()
  const joined = []
  for (const name of names) {
    const seat = await join(db, { tableId, name, tokenHash: name, now })
    const guest = { sessionId: seat.id, participantId: seat.participant.id, tokenHash: name, isAwaited: () => true }
    await markPresent(db, guest, now)
    joined.push(seat)
  }
  const seats = joined.map(({ id, participant }) => {
    return { ...fakePeer(), phone: { sessionId: id, participantId: participant.id } }
  })
  return seats
}

const presentAt = async (id: string) =>
  (await server.connection.db.select().from(sessionParticipants).where(eq(sessionParticipants.id, id)))[0]?.seenAt

const ZONE = 'Europe/Bucharest'
const createRegistry = () => createConnectedPhones(server.connection.db, server.clock, recordingLog().log as Log, ZONE)

const start = new Date('2027-03-01T18:00:00Z')
const atSecond = (seconds: number) => server.clock.set(new Date(start.getTime() + seconds * 1000))
afterEach(() => server.clock.set(new Date()))

it('a guest is away half a minute after any of their phones was last seen connected, by whichever instance, and absent later', async () => {
  atSecond(0)
  const [ana, dan] = await seatGuests(['Ana', 'Dan'])
  if (!ana || !dan) throw new Error('no guests were seated')
  const [here, other] = [createRegistry(), createRegistry()]
  here.enter(ana.peer, ana.phone)
  here.enter(dan.peer, dan.phone)
  const onOther = fakePeer()
  other.enter(onOther.peer, dan.phone)
  /** Returns what Ana was told about Dan after both instances recorded whom they see. */
  const danAt = async (second: number) => {
    atSecond(second)
    await other.tick()
    await here.tick()
    const lists = ana.frames.flatMap((frame) => (frame.type === 'PARTICIPANTS_UPDATED' ? [frame.payload] : []))
    const [own, guest] = lists.at(-1) ?? []
    expect(own).toMatchObject({ isPresent: true, isAway: false })
    return guest?.isAway ? (guest.isPresent ? 'away' : 'absent') : 'here'
  }
  expect(await danAt(60)).toBe('here')
  dan.state.close()
  expect(await danAt(120)).toBe('here')
  onOther.state.close()
  expect(await danAt(149)).toBe('here')
  expect(await danAt(150)).toBe('away')
  expect(await presentAt(dan.phone.participantId)).toEqual(new Date(start.getTime() + 120_000))
  expect(await danAt(250)).toBe('away')
  expect(await danAt(251)).toBe('absent')
  await markPresent(server.connection.db, { ...dan.phone, tokenHash: 'Dan', isAwaited: () => true }, server.clock.now())
  other.enter(fakePeer().peer, dan.phone)
  expect(await danAt(300)).toBe('here')
})

it('the oldest sockets of a guest with more than eight are dropped, but none of other guests', async () => {
  const [ana, dan] = await seatGuests(['Ana', 'Dan'])
  if (!ana || !dan) throw new Error('no guests were seated')
  const registry = createRegistry()
  registry.enter(dan.peer, dan.phone)
  const sockets = Array.from({ length: 10 }, fakePeer)
  const enter = ({ peer }: (typeof sockets)[number]) => registry.enter(peer, ana.phone)
  sockets.slice(0, 8).forEach(enter)
  // A socket that joins again is no longer the oldest.
  sockets.slice(0, 1).forEach(enter)
  expect(sockets.filter(({ state }) => state.isDropped)).toEqual([])
  sockets.slice(8).forEach(enter)
  expect(sockets.map(({ state }) => state.isDropped)).toEqual([false, true, true, ...Array(7).fill(false)])
  expect(dan.state.isDropped).toBe(false)
  await vi.waitFor(() =>
    expect(sockets.map(({ count }) => count('CART_ITEMS'))).toEqual([1, 0, 0, ...Array(7).fill(1)]),
  )
})

it('a phone that disconnected while it joined does not count as present', async () => {
  const [ana] = await seatGuests(['Ana'])
  if (!ana) throw new Error('no guests were seated')
  const before = await presentAt(ana.phone.participantId)
  server.clock.set(new Date(Date.now() + MINUTE_MS))
  const registry = createRegistry()
  ana.state.isOpen = false
  registry.enter(ana.peer, ana.phone)
  await registry.tick()
  expect(await presentAt(ana.phone.participantId)).toEqual(before)
  expect(ana.frames).toEqual([])
})

it('phones whose update failed are dropped, so that they reconnect', async () => {
  const [ana] = await seatGuests(['Ana'])
  if (!ana) throw new Error('no guests were seated')
  const { log, logged } = recordingLog()
  const broken = { execute: () => Promise.reject(new Error('away')) } as unknown as Parameters<
    typeof createConnectedPhones
  >[0]
  createConnectedPhones(broken, server.clock, log as Log, ZONE).enter(ana.peer, ana.phone)
  await vi.waitFor(() => expect(ana.state.isDropped).toBe(true))
  expect(logged()).toContain('could not be sent')
})

it('phones are notified that an expired session is over before the database records its end', async () => {
  const [ana] = await seatGuests(['Ana'])
  if (!ana) throw new Error('no guests were seated')
  const registry = createRegistry()
  server.clock.set(new Date(Date.now() + 91 * MINUTE_MS))
  registry.enter(ana.peer, ana.phone)
  await vi.waitFor(() => expect(ana.count('ERROR')).toBe(1))
  registry.changed(ana.phone.sessionId)
  await registry.tick()
  expect(ana.frames).toEqual([{ type: 'ERROR', payload: { message: 'session_over', code: 'session_over' } }])
})
