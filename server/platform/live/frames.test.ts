import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { recordingLog } from '#server/testing/log.ts'
import { FRAMES_AT_ONCE, FRAMES_PER_SECOND, FRAMES_REFUSED } from '#shared/contracts/live.ts'
import type { AppError } from '../app-error.ts'
import type { Log } from '../log.ts'
import { frameReader } from './frames.ts'
import type { Peer } from './peer.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** A frame reader whose handler finishes a frame only when the test calls the function in `ends`. */
function open() {
  const refused: [string, number | undefined][] = []
  const begun: number[] = []
  const ends: (() => void)[] = []
  const state = { isOpen: true, disconnects: 0 }
  const peer: Peer = {
    request: { headers: {} } as Peer['request'],
    send: () => {},
    refuse: ({ code }: AppError, ref) => refused.push([code, ref]),
    drop: () => {},
    isOpen: () => state.isOpen,
    whenClosed: () => {},
  }
  const { log, logged } = recordingLog()
  const SET_READY = (_: Peer, { ref = 0 }: { ref?: number | undefined }) => {
    begun.push(ref)
    return new Promise<void>((resolve) => ends.push(resolve))
  }
  const reader = frameReader(peer, { SET_READY }, log as Log, () => {
    state.isOpen = false
    state.disconnects++
  })
  const send = (ref: number) =>
    reader.read(Buffer.from(JSON.stringify({ type: 'SET_READY', payload: { isReady: true }, ref })))
  const sendMany = (from: number, count: number) => {
    for (let ref = from; ref < from + count; ref++) send(ref)
  }
  return { reader, send, sendMany, refused, begun, ends, state, logged }
}

describe('the frame limit of a socket', () => {
  it('refuses each frame above the limit with its ref, and disconnects the socket after many', () => {
    const { sendMany, refused, state } = open()
    sendMany(0, FRAMES_AT_ONCE)
    expect(refused).toEqual([])
    sendMany(FRAMES_AT_ONCE, FRAMES_REFUSED)
    expect(refused).toEqual(Array.from({ length: FRAMES_REFUSED }, (_, i) => ['too_many_frames', FRAMES_AT_ONCE + i]))
    expect(state.disconnects).toBe(0)
    sendMany(1000, 1)
    expect([refused.length, state.disconnects]).toEqual([FRAMES_REFUSED, 1])
  })

  it('does not parse frames after the disconnect', () => {
    const { reader, sendMany } = open()
    sendMany(0, FRAMES_AT_ONCE + FRAMES_REFUSED)
    const [parse, text] = [vi.spyOn(JSON, 'parse'), vi.spyOn(Buffer.prototype, 'toString')]
    for (let i = 0; i < 1000; i++) reader.read(Buffer.from('x'))
    expect(parse).not.toHaveBeenCalled()
    expect(text).not.toHaveBeenCalled()
  })

  it('allows frames at the permitted rate for ever, and again after a pause', () => {
    const { reader, refused, state } = open()
    const sendInvalid = () => reader.read(Buffer.from('x'))
    for (let i = 0; i < FRAMES_AT_ONCE + FRAMES_REFUSED / 2; i++) sendInvalid()
    vi.advanceTimersByTime((1000 * (FRAMES_AT_ONCE + FRAMES_REFUSED / 2)) / FRAMES_PER_SECOND)
    const before = refused.filter(([code]) => code === 'too_many_frames').length
    expect(before).toBe(FRAMES_REFUSED / 2)
    for (let i = 0; i < 1000; i++) {
      sendInvalid()
      vi.advanceTimersByTime(1000 / FRAMES_PER_SECOND)
    }
    expect(refused.filter(([code]) => code === 'too_many_frames')).toHaveLength(before)
    expect(state.disconnects).toBe(0)
  })

  it('disconnects a socket that stays slightly above the permitted rate', () => {
    const { reader, state } = open()
    for (let s = 0; s < 100; s++) {
      for (let i = 0; i < FRAMES_PER_SECOND + 1; i++) reader.read(Buffer.from('x'))
      vi.advanceTimersByTime(1000)
    }
    expect(state.disconnects).toBeGreaterThan(0)
  })

  it('counts pings and pongs', () => {
    const { reader, refused, state } = open()
    for (let i = 0; i < FRAMES_AT_ONCE + FRAMES_REFUSED; i++) reader.count()
    expect([state.disconnects, refused]).toEqual([0, []])
    reader.count()
    expect(state.disconnects).toBe(1)
  })
})

describe('the queue of unread frames', () => {
  it('is bounded: further frames are refused with their refs', () => {
    const { sendMany, begun, refused } = open()
    sendMany(1, FRAMES_AT_ONCE)
    vi.advanceTimersByTime(60_000)
    sendMany(FRAMES_AT_ONCE + 1, 3)
    expect(begun).toEqual([1])
    expect(refused).toEqual([
      ['too_many_frames', FRAMES_AT_ONCE + 2],
      ['too_many_frames', FRAMES_AT_ONCE + 3],
    ])
  })

  it('disconnects a socket that keeps sending while the queue is full, also at the permitted rate', () => {
    const { sendMany, state } = open()
    for (let s = 0; s < 10; s++) {
      sendMany(s * FRAMES_PER_SECOND, FRAMES_PER_SECOND)
      vi.advanceTimersByTime(1000)
    }
    expect(state.disconnects).toBeGreaterThan(0)
  })

  it('is processed in order, one frame at a time', async () => {
    const { sendMany, begun, ends } = open()
    sendMany(1, 3)
    for (const count of [1, 2, 3]) {
      await setImmediate()
      expect(begun).toHaveLength(count)
      ends[count - 1]?.()
    }
    expect(begun).toEqual([1, 2, 3])
    await setImmediate()
    sendMany(4, 1)
    expect(begun).toEqual([1, 2, 3, 4])
  })

  it('is dropped when the socket closes', async () => {
    const { send, sendMany, begun, ends, state } = open()
    sendMany(1, 10)
    state.isOpen = false
    ends[0]?.()
    await setImmediate()
    send(11)
    await setImmediate()
    expect(begun).toEqual([1])
  })
})
