import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LiveConnection, type SocketEvents } from './live.ts'

class FakeSocket {
  closed = false
  sent: string[] = []
  readonly events: SocketEvents
  constructor(events: SocketEvents) {
    this.events = events
  }
  send = (text: string) => {
    this.sent.push(text)
  }
  // Emits no close event, like a dead connection.
  close = () => {
    this.closed = true
  }
}

function connect() {
  const sockets: FakeSocket[] = []
  const opened = vi.fn()
  const received = vi.fn()
  const ended = vi.fn()
  const states: string[] = []
  const connection = new LiveConnection(
    {
      open: (events) => {
        const socket = new FakeSocket(events)
        sockets.push(socket)
        return socket
      },
      now: Date.now,
      after: (ms, run) => {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
    },
    { opened, received, ended, status: ({ state }) => states.push(state) },
  )
  const newest = () => {
    const socket = sockets.at(-1)
    if (!socket) throw new Error('no socket was opened')
    return socket
  }
  connection.start()
  return { connection, sockets, newest, opened, received, ended, states }
}

const START = new Date('2026-11-20T17:00:00Z')
const at = (seconds: number) => START.getTime() + seconds * 1000

beforeEach(() => {
  vi.useFakeTimers({ now: START })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('LiveConnection', () => {
  it('sends a text only while it is live, and does not queue it otherwise', () => {
    const { connection, newest, sockets } = connect()
    expect(connection.send('too early')).toBe(false)
    newest().events.opened()
    expect(connection.send('now')).toBe(true)
    newest().events.closed()
    expect(connection.send('too late')).toBe(false)
    vi.advanceTimersByTime(5000)
    newest().events.opened()
    expect(sockets.map(({ sent }) => sent)).toEqual([['now'], []])
  })

  it('is live once opened, and reports every opening', () => {
    const { connection, newest, opened } = connect()
    expect(connection.status.state).toBe('connecting')
    newest().events.opened()
    expect(connection.status.state).toBe('live')
    expect(opened).toHaveBeenCalledTimes(1)
    newest().events.closed()
    vi.advanceTimersByTime(5_000)
    newest().events.opened()
    expect(opened).toHaveBeenCalledTimes(2)
  })

  it('reconnects 5 s after it was closed, not before', () => {
    const { connection, sockets, newest } = connect()
    newest().events.opened()
    newest().events.closed()
    expect(connection.status).toEqual({ state: 'reconnecting', since: at(0) })
    vi.advanceTimersByTime(4_999)
    expect(sockets).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(sockets).toHaveLength(2)
  })

  it('reports the loss after at most 25 s without a frame, drops the old socket, and reconnects at once', () => {
    const { connection, sockets, newest } = connect()
    newest().events.opened()
    vi.advanceTimersByTime(10_000)
    newest().events.received('{"type":"HEARTBEAT"}')
    vi.advanceTimersByTime(24_000)
    expect(connection.status.state).toBe('live')
    vi.advanceTimersByTime(999)
    expect(connection.status).toEqual({ state: 'reconnecting', since: at(10) })
    expect(sockets[0]?.closed).toBe(true)
    expect(sockets).toHaveLength(2)
  })

  it('gives up an attempt that gets no response, and tries again 5 s later', () => {
    const { connection, sockets, newest } = connect()
    newest().events.opened()
    vi.advanceTimersByTime(25_000)
    expect(connection.status.state).toBe('reconnecting')
    vi.advanceTimersByTime(10_000)
    expect(connection.status).toEqual({ state: 'offline', since: at(0) })
    expect(sockets[1]?.closed).toBe(true)
    vi.advanceTimersByTime(5_000)
    expect(sockets).toHaveLength(3)
    newest().events.opened()
    expect(connection.status.state).toBe('live')
  })

  it('keeps the time of the loss through failed attempts, and goes on trying', () => {
    const { connection, sockets, newest } = connect()
    newest().events.opened()
    vi.advanceTimersByTime(2_000)
    newest().events.received('x')
    newest().events.closed()
    for (let attempt = 0; attempt < 50; attempt++) {
      vi.advanceTimersByTime(5_000)
      newest().events.closed()
    }
    expect(connection.status).toEqual({ state: 'offline', since: at(2) })
    expect(sockets).toHaveLength(51)
  })

  it('is offline since its start when the first attempt fails', () => {
    const { connection, newest } = connect()
    newest().events.closed()
    expect(connection.status).toEqual({ state: 'offline', since: at(0) })
  })

  it('ignores events of a dropped socket', () => {
    const { connection, sockets, newest, received, opened } = connect()
    newest().events.opened()
    vi.advanceTimersByTime(25_000)
    sockets[0]?.events.received('late')
    sockets[0]?.events.closed()
    sockets[0]?.events.opened()
    expect(received).not.toHaveBeenCalled()
    expect(opened).toHaveBeenCalledTimes(1)
    expect(connection.status.state).toBe('reconnecting')
  })

  it('reopens at once on `reopen`, and cancels the waiting attempt', () => {
    const { connection, sockets, newest } = connect()
    newest().events.opened()
    newest().events.closed()
    vi.advanceTimersByTime(1_000)
    connection.reopen()
    expect(sockets).toHaveLength(2)
    // The waiting attempt is cancelled: it opens no second socket.
    vi.advanceTimersByTime(5_000)
    expect(sockets).toHaveLength(2)
    newest().events.opened()
    connection.reopen()
    expect(sockets).toHaveLength(3)
    expect(sockets[1]?.closed).toBe(true)
  })

  it('reconnects without reporting a loss on `renew`; after its login session has ended, only then', () => {
    const { connection, sockets, newest, states, ended } = connect()
    newest().events.opened()
    connection.renew()
    expect(sockets[0]?.closed).toBe(true)
    newest().events.opened()
    newest().events.ended()
    expect(ended).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(60_000)
    expect(sockets).toHaveLength(2)
    connection.renew()
    newest().events.opened()
    expect(sockets).toHaveLength(3)
    expect(states).toEqual(['connecting', 'live', 'connecting', 'live', 'connecting', 'live'])
  })

  it('is offline if `renew` cannot connect', () => {
    const { connection, newest } = connect()
    newest().events.opened()
    connection.renew()
    newest().events.closed()
    expect(connection.status).toEqual({ state: 'offline', since: at(0) })
    connection.renew()
    expect(connection.status.state).toBe('offline')
  })

  it('waits before it tries again if the session ends before the connection is live', () => {
    const { sockets, newest } = connect()
    newest().events.ended()
    expect(sockets).toHaveLength(1)
    vi.advanceTimersByTime(5_000)
    expect(sockets).toHaveLength(2)
  })

  it('reconnects on `check` if timers did not run in the background', () => {
    const { connection, sockets, newest } = connect()
    newest().events.opened()
    connection.check()
    expect(sockets).toHaveLength(1)
    vi.setSystemTime(at(3_600))
    connection.check()
    expect(sockets).toHaveLength(2)
    expect(connection.status).toEqual({ state: 'reconnecting', since: at(0) })
  })

  it('has no socket and no timer after `stop`, and connects again on `start`', () => {
    const { connection, sockets, newest, states } = connect()
    newest().events.opened()
    connection.stop()
    expect(vi.getTimerCount()).toBe(0)
    expect(sockets[0]?.closed).toBe(true)
    connection.reopen()
    connection.check()
    expect(sockets).toHaveLength(1)
    expect(states).toEqual(['connecting', 'live', 'closed'])
    connection.start()
    expect(sockets).toHaveLength(2)
  })
})
