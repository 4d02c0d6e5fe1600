import { eq, sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { inTransaction } from '#server/db/index.ts'
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
import { type SessionState, shareUnchanged } from './view.ts'

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
    ...{ sessionId: 's', participantId: 'ana', wantsCart: true, isTimeDue: true, lastUpdate: undefined },
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

it('parts of a state that are equal to the ones before are the same objects', () => {
  const before = state(1, [line(1), line(2)])
  const equal = shareUnchanged(state(1, [line(1), line(2)]), before)
  expect(equal.lines).toBe(before.lines)
  expect(equal.participants).toBe(before.participants)
})

it('changed parts are those of the new state, in its order', () => {
  const before = state(1, [line(1), line(2)])
  const after = state(1, [line(2), line(1, 3)], { participants: [{ ...ANA, name: 'Ion' }] })
  const shared = shareUnchanged(after, before)
  expect(shared.lines).toEqual(after.lines)
  expect(shared.lines[0]).toBe(before.lines[1])
  expect(shared.participants).toBe(after.participants)
  expect(shareUnchanged(state(1, [line(1)]), before).lines).toEqual([line(1)])
})

const server = testServer()

const MINUTE_MS = 60_000

function fakePeer() {
  const frames: ServerFrame[] = []
  const state = { isOpen: true, isDropped: false }
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
    whenClosed: () => {},
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
    const fake = fakePeer()
    const phone: ConnectedPhone = {
      ...{ peer: fake.peer, sessionId: id, participantId: participant.id },
      ...{ wantsCart: true, isTimeDue: true, lastUpdate: undefined },
    }
    return { ...fake, phone }
  })
  return seats
}

const presentAt = async (id: string) =>
  (await server.connection.db.select().from(sessionParticipants).where(eq(sessionParticipants.id, id)))[0]?.seenAt

const createRegistry = () => createConnectedPhones(server.connection.db, server.clock, recordingLog().log as Log)

it('tick records connected participants as present, lets disconnected ones become absent, and sends the remaining time', async () => {
  const start = new Date('2027-03-01T18:00:00Z')
  const atMinute = (minutes: number) => server.clock.set(new Date(start.getTime() + minutes * MINUTE_MS))
  atMinute(0)
  const [ana, dan] = await seatGuests(['Ana', 'Dan'])
  if (!ana || !dan) throw new Error('no guests were seated')
  const registry = createRegistry()
  registry.enter(ana.peer, ana.phone)
  registry.enter(dan.peer, dan.phone)
  const timesLeft = () => ana.frames.map((frame) => frame.type === 'SESSION_INFO' && frame.payload.timeRemaining)
  await vi.waitFor(() => expect(timesLeft()).toContain(5400))
  atMinute(1)
  registry.leave(dan.peer)
  for (const minute of [1.5, 2, 2.5, 3]) {
    atMinute(minute)
    await registry.tick()
  }
  await vi.waitFor(() => expect(timesLeft()).toContain(5220))
  expect(await presentAt(ana.phone.participantId)).toEqual(server.clock.now())
  expect((await presentAt(dan.phone.participantId))?.getTime()).toBe(start.getTime() + MINUTE_MS)
  const presence = () =>
    ana.frames
      .flatMap((frame) => (frame.type === 'PARTICIPANTS_UPDATED' ? [frame.payload] : []))
      .at(-1)
      ?.map(({ isPresent }) => isPresent)
  expect(presence()).toEqual([true, true])
  atMinute(3.5)
  await registry.tick()
  await vi.waitFor(() => expect(presence()).toEqual([true, false]))
  server.clock.set(new Date())
})

it('a guest is away once none of their phones has been connected for 20 seconds, until one is again', async () => {
  const start = new Date('2027-03-01T18:00:00Z')
  const atSecond = (seconds: number) => server.clock.set(new Date(start.getTime() + seconds * 1000))
  atSecond(0)
  const [ana, dan] = await seatGuests(['Ana', 'Dan'])
  if (!ana || !dan) throw new Error('no guests were seated')
  const registry = createRegistry()
  registry.enter(ana.peer, ana.phone)
  registry.enter(dan.peer, dan.phone)
  const other = fakePeer()
  registry.enter(other.peer, { ...dan.phone, peer: other.peer })
  const areAway = async () => {
    await registry.recordAway()
    // As the announcement does.
    await registry.tick()
    return ana.frames
      .flatMap((frame) => (frame.type === 'PARTICIPANTS_UPDATED' ? [frame.payload] : []))
      .at(-1)
      ?.map(({ isAway }) => isAway)
  }
  atSecond(1)
  registry.leave(other.peer)
  atSecond(30)
  expect(await areAway()).toEqual([false, false])
  registry.leave(dan.peer)
  atSecond(49)
  expect(await areAway()).toEqual([false, false])
  atSecond(50)
  expect(await areAway()).toEqual([false, true])
  atSecond(80)
  expect(await areAway()).toEqual([false, true])
  await markPresent(server.connection.db, { ...dan.phone, tokenHash: 'Dan', isAwaited: () => true }, server.clock.now())
  registry.enter(dan.peer, { ...dan.phone, lastUpdate: undefined })
  expect(await areAway()).toEqual([false, false])
  // A phone that came back in time, and one that came back to another instance.
  registry.leave(dan.peer)
  atSecond(90)
  registry.enter(dan.peer, { ...dan.phone, lastUpdate: undefined })
  atSecond(120)
  expect(await areAway()).toEqual([false, false])
  registry.leave(dan.peer)
  atSecond(130)
  await markPresent(server.connection.db, { ...dan.phone, tokenHash: 'Dan', isAwaited: () => true }, server.clock.now())
  atSecond(145)
  expect(await areAway()).toEqual([false, false])
  server.clock.set(new Date())
})

it('a guest whose phone another instance has lost is not away while one is connected here', async () => {
  const start = new Date('2027-03-01T18:00:00Z')
  const atSecond = (seconds: number) => server.clock.set(new Date(start.getTime() + seconds * 1000))
  atSecond(0)
  const [dan] = await seatGuests(['Dan'])
  if (!dan) throw new Error('no guest was seated')
  const [here, other] = [createRegistry(), createRegistry()]
  const otherPeer = fakePeer().peer
  here.enter(dan.peer, dan.phone)
  other.enter(otherPeer, { ...dan.phone, peer: otherPeer })
  atSecond(1)
  other.leave(otherPeer)
  atSecond(25)
  await other.recordAway()
  here.changed(dan.phone.sessionId)
  await vi.waitFor(async () => expect(await presentAt(dan.phone.participantId)).toEqual(server.clock.now()))
  server.clock.set(new Date())
})

it('tick does not wait for a locked participant row, and records that participant on the next tick', async () => {
  const { db } = server.connection
  const [ana, dan] = await seatGuests(['Ana', 'Dan'])
  if (!ana || !dan) throw new Error('no guests were seated')
  const registry = createRegistry()
  for (const { peer, phone } of [ana, dan]) registry.enter(peer, phone)
  const leftAt = new Date(Date.now() + MINUTE_MS)
  server.clock.set(leftAt)
  registry.leave(dan.peer)
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select 1 from session_participants where id = ${dan.phone.participantId} for update`)
    await registry.tick()
    expect(await presentAt(ana.phone.participantId)).toEqual(leftAt)
  })
  expect(await presentAt(dan.phone.participantId)).not.toEqual(leftAt)
  server.clock.set(new Date(leftAt.getTime() + MINUTE_MS))
  await registry.tick()
  expect(await presentAt(dan.phone.participantId)).toEqual(leftAt)
  server.clock.set(new Date())
})

it('the oldest sockets of a guest with more than eight are dropped, but none of other guests', async () => {
  const [ana, dan] = await seatGuests(['Ana', 'Dan'])
  if (!ana || !dan) throw new Error('no guests were seated')
  const registry = createRegistry()
  registry.enter(dan.peer, dan.phone)
  const sockets = Array.from({ length: 10 }, fakePeer)
  const enter = ({ peer }: (typeof sockets)[number]) => registry.enter(peer, { ...ana.phone, peer })
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
  server.clock.set(new Date())
})

it('phones whose update failed are dropped, so that they reconnect', async () => {
  const [ana] = await seatGuests(['Ana'])
  if (!ana) throw new Error('no guests were seated')
  const { log, logged } = recordingLog()
  const broken = { execute: () => Promise.reject(new Error('away')) } as unknown as Parameters<
    typeof createConnectedPhones
  >[0]
  createConnectedPhones(broken, server.clock, log as Log).enter(ana.peer, ana.phone)
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
  server.clock.set(new Date())
})
