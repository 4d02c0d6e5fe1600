import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LiveConnection, type SocketEvents } from './connection.ts'

class FakeSocket {
  closed = false
  heard: string[] = []
  readonly events: SocketEvents
  constructor(events: SocketEvents) {
    this.events = events
  }
  say = (text: string) => {
    this.heard.push(text)
  }
  // A dead socket never says that it closed: neither does this one.
  close = () => {
    this.closed = true
  }
}

function connect() {
  const sockets: FakeSocket[] = []
  const opened = vi.fn()
  const said = vi.fn()
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
    { opened, said, status: ({ state }) => states.push(state) },
  )
  const newest = () => {
    const socket = sockets.at(-1)
    if (!socket) throw new Error('no socket was opened')
    return socket
  }
  connection.start()
  return { connection, sockets, newest, opened, said, states }
}

const START = new Date('2026-11-20T17:00:00Z')
const at = (seconds: number) => START.getTime() + seconds * 1000

beforeEach(() => {
  vi.useFakeTimers({ now: START })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('a live connection', () => {
  it('says things only while it stands, and never later', () => {
    const { connection, newest, sockets } = connect()
    expect(connection.say('too early')).toBe(false)
    newest().events.opened()
    expect(connection.say('now')).toBe(true)
    newest().events.closed()
    expect(connection.say('too late')).toBe(false)
    vi.advanceTimersByTime(5000)
    newest().events.opened()
    expect(sockets.map(({ heard }) => heard)).toEqual([['now'], []])
  })

  it('is live once opened, and says so at every opening', () => {
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

  it('opens again 5 s after it closed, not before', () => {
    const { connection, sockets, newest } = connect()
    newest().events.opened()
    newest().events.closed()
    expect(connection.status).toEqual({ state: 'reconnecting', since: at(0) })
    vi.advanceTimersByTime(4_999)
    expect(sockets).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(sockets).toHaveLength(2)
  })

  it('has said within 25 s of silence that the connection is lost, drops the old socket and opens anew at once', () => {
    const { connection, sockets, newest } = connect()
    newest().events.opened()
    vi.advanceTimersByTime(10_000)
    newest().events.said('{"type":"HEARTBEAT"}')
    vi.advanceTimersByTime(24_000)
    expect(connection.status.state).toBe('live')
    vi.advanceTimersByTime(999)
    expect(connection.status).toEqual({ state: 'reconnecting', since: at(10) })
    expect(sockets[0]?.closed).toBe(true)
    expect(sockets).toHaveLength(2)
  })

  it('gives up an attempt that hangs, and tries again 5 s later', () => {
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

  it('keeps the moment of the loss through failed attempts, and goes on trying', () => {
    const { connection, sockets, newest } = connect()
    newest().events.opened()
    vi.advanceTimersByTime(2_000)
    newest().events.said('x')
    newest().events.closed()
    for (let attempt = 0; attempt < 50; attempt++) {
      vi.advanceTimersByTime(5_000)
      newest().events.closed()
    }
    expect(connection.status).toEqual({ state: 'offline', since: at(2) })
    expect(sockets).toHaveLength(51)
  })

  it('is offline since the beginning when the first attempt fails', () => {
    const { connection, newest } = connect()
    newest().events.closed()
    expect(connection.status).toEqual({ state: 'offline', since: at(0) })
  })

  it('ignores what a dropped socket still says', () => {
    const { connection, sockets, newest, said, opened } = connect()
    newest().events.opened()
    vi.advanceTimersByTime(25_000)
    sockets[0]?.events.said('late')
    sockets[0]?.events.closed()
    sockets[0]?.events.opened()
    expect(said).not.toHaveBeenCalled()
    expect(opened).toHaveBeenCalledTimes(1)
    expect(connection.status.state).toBe('reconnecting')
  })

  it('connects at once when asked to: the network is back, or somebody signed in', () => {
    const { connection, sockets, newest } = connect()
    newest().events.opened()
    newest().events.closed()
    vi.advanceTimersByTime(1_000)
    connection.reopen()
    expect(sockets).toHaveLength(2)
    // The wait that was running is over: no second socket comes of it.
    vi.advanceTimersByTime(5_000)
    expect(sockets).toHaveLength(2)
    newest().events.opened()
    connection.reopen()
    expect(sockets).toHaveLength(3)
    expect(sockets[1]?.closed).toBe(true)
  })

  it('connects anew for another session without a word of a loss', () => {
    const { connection, sockets, newest, states } = connect()
    newest().events.opened()
    connection.renew()
    expect(sockets[0]?.closed).toBe(true)
    newest().events.opened()
    newest().events.ended()
    newest().events.opened()
    expect(sockets).toHaveLength(3)
    expect(states).toEqual(['connecting', 'live', 'connecting', 'live', 'connecting', 'live'])
  })

  it('says that it is offline when it cannot connect anew for another session', () => {
    const { connection, newest } = connect()
    newest().events.opened()
    connection.renew()
    newest().events.closed()
    expect(connection.status).toEqual({ state: 'offline', since: at(0) })
    connection.renew()
    expect(connection.status.state).toBe('offline')
  })

  it('waits before it tries again where a session is ended before it was live', () => {
    const { sockets, newest } = connect()
    newest().events.ended()
    expect(sockets).toHaveLength(1)
    vi.advanceTimersByTime(5_000)
    expect(sockets).toHaveLength(2)
  })

  it('notices at a look what sleeping timers missed', () => {
    const { connection, sockets, newest } = connect()
    newest().events.opened()
    connection.check()
    expect(sockets).toHaveLength(1)
    vi.setSystemTime(at(3_600))
    connection.check()
    expect(sockets).toHaveLength(2)
    expect(connection.status).toEqual({ state: 'reconnecting', since: at(0) })
  })

  it('stops for good: nothing is opened and no timer is left', () => {
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
