import { EventEmitter } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { afterEach, expect, it, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { recordingLog } from '#server/testing/log.ts'
import { OWNER_RIGHTS } from '#shared/domain/access.ts'
import { HEARTBEAT_INTERVAL_S } from '#shared/domain/time/timing.ts'
import type { Viewer } from '../http/request.ts'
import type { Log } from '../log.ts'
import { createHub, type Hub } from './hub.ts'

let hub: Hub
afterEach(() => {
  hub.close()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const OWNER: Viewer = {
  ...OWNER_RIGHTS,
  sessionId: 1,
  userId: 1,
  username: 'boss',
  signedInAt: new Date(0),
  confirmedAt: new Date(0),
  address: '127.0.0.1',
}
const REQUEST = { ip: '127.0.0.1', headers: {}, query: {} } as FastifyRequest

/** Joins a socket that records what is written to it. */
function join(viewer: Viewer | null) {
  const written: unknown[] = []
  const socket = Object.assign(new EventEmitter(), {
    OPEN: 1,
    readyState: 1,
    bufferedAmount: 0,
    send: (data: unknown) => written.push(data),
    ping: () => written.push('ping'),
    close: () => socket.emit('close'),
    terminate: () => socket.emit('close'),
  })
  socket.on('error', () => written.push('the plugin’s listener'))
  hub.join(socket as unknown as WebSocket, REQUEST, viewer)
  written.length = 0
  return { socket, written }
}

it('a frame for owners is serialized once, and all of their sockets get the same bytes', () => {
  hub = createHub(recordingLog().log as Log)
  const boards = Array.from({ length: 200 }, () => join(OWNER))
  const guest = join(null)
  const serialize = vi.spyOn(JSON, 'stringify')
  hub.toOwners({ type: 'ORDERS_CHANGED' })
  expect(serialize).toHaveBeenCalledTimes(1)
  const [bytes] = boards[0]?.written ?? []
  expect(String(bytes)).toBe('{"type":"ORDERS_CHANGED"}')
  expect(new Set(boards.flatMap(({ written }) => written))).toEqual(new Set([bytes]))
  expect(boards.every(({ written }) => written.length === 1 && written[0] === bytes)).toBe(true)
  expect(guest.written).toEqual([])
})

it('a socket that has closed, or whose owner was signed out, is no owner’s socket any more', () => {
  hub = createHub(recordingLog().log as Log)
  const closed = join(OWNER)
  closed.socket.emit('close')
  expect(hub.hasService()).toBe(false)
  const signedOut = join(OWNER)
  expect(hub.serviceSessions()).toEqual([OWNER.sessionId])
  hub.closeSignedOut(() => false)
  hub.toOwners({ type: 'ORDERS_CHANGED' })
  expect([...closed.written, ...signedOut.written]).toEqual([])
  expect(hub.hasService()).toBe(false)
})

it('a frame for those with a duty reaches those of them who may receive it, and a frame for owners no staff', () => {
  hub = createHub(recordingLog().log as Log)
  const cook: Viewer = { ...OWNER, sessionId: 2, userId: 2, isOwner: false, duties: ['kitchen'] }
  const [board, kitchen, staff] = [join(OWNER), join(cook), join({ ...cook, userId: 3, duties: [] })]
  hub.toOwners({ type: 'ORDERS_CHANGED' })
  hub.toStaff({ type: 'MENU_CHANGED' }, () => true)
  hub.toStaff({ type: 'SETTINGS_CHANGED' }, ({ isOwner }) => !isOwner)
  const types = [board, kitchen, staff].map(({ written }) => written.map((bytes) => JSON.parse(String(bytes)).type))
  expect(types).toEqual([['ORDERS_CHANGED', 'MENU_CHANGED'], ['MENU_CHANGED', 'SETTINGS_CHANGED'], []])
})

it('the sockets of a user whose rights changed are closed, and receive nothing more as that user', () => {
  hub = createHub(recordingLog().log as Log)
  const [board, other] = [join(OWNER), join({ ...OWNER, userId: 9 })]
  const close = vi.spyOn(board.socket, 'close').mockImplementation(() => true)
  hub.dropUsers(({ userId }) => userId === OWNER.userId)
  hub.toOwners({ type: 'ORDERS_CHANGED' })
  expect([board.written.length, other.written.length]).toEqual([0, 1])
  expect(close).toHaveBeenCalledExactlyOnceWith(1012, expect.any(String))
})

it('the listener that the plugin added for errors is removed, because it holds the request', () => {
  hub = createHub(recordingLog().log as Log)
  const { socket, written } = join(null)
  socket.emit('error', new Error('reset'))
  expect(written).toEqual([])
})

it('heartbeats reach all sockets, at most fifty of them before other work has its turn', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  hub = createHub(recordingLog().log as Log)
  const phones = Array.from({ length: 120 }, () => join(null))
  const told = () => phones.filter(({ written }) => String(written) === '{"type":"HEARTBEAT"}').length
  vi.advanceTimersByTime(HEARTBEAT_INTERVAL_S * 1000)
  const counts = [0]
  while (counts.length < 5) {
    await setImmediate()
    counts.push(told())
  }
  expect(counts.at(-1)).toBe(120)
  expect(Math.max(...counts.map((count, i) => count - (counts[i - 1] ?? 0)))).toBeLessThanOrEqual(50)
})

it('a socket that answers no ping until the next one is ended', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  hub = createHub(recordingLog().log as Log)
  const [alive, dead] = [join(null), join(null)]
  const ended = vi.fn()
  for (const { socket } of [alive, dead]) socket.on('close', () => ended(socket))
  vi.advanceTimersByTime(30_000)
  await setImmediate()
  expect([alive, dead].map(({ written }) => written.includes('ping'))).toEqual([true, true])
  alive.socket.emit('pong')
  vi.advanceTimersByTime(30_000)
  await setImmediate()
  expect(ended.mock.calls).toEqual([[dead.socket]])
})
