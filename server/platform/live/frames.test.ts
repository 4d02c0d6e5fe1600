import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { recordingLog } from '#server/testing/log.ts'
import { FRAMES_PER_SECOND, MAX_FRAME_BURST, MAX_REFUSED_FRAMES } from '#shared/contracts/live.ts'
import type { AppError } from '../app-error.ts'
import type { Log } from '../log.ts'
import { frameReader, type Peer } from './frames.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Creates a frame reader whose handler finishes a frame only when the test calls the function in `ends`. */
function open({ isCrowded = false } = {}) {
  const rejected: [string, number | undefined][] = []
  const begun: number[] = []
  const ends: (() => void)[] = []
  const state = { isOpen: true, disconnects: 0 }
  const peer: Peer = {
    requestId: 'request-of-the-socket',
    language: 'en',
    guest: undefined,
    send: () => {},
    refuse: ({ code }: AppError, ref) => rejected.push([code, ref]),
    drop: () => {},
    isOpen: () => state.isOpen,
    whenClosed: () => {},
  }
  const { log, logged } = recordingLog()
  const SET_READY = (_: Peer, { ref = 0 }: { ref?: number | undefined }) => {
    begun.push(ref)
    return new Promise<void>((resolve) => ends.push(resolve))
  }
  const reader = frameReader(peer, { SET_READY }, log as Log, {
    disconnect: () => {
      state.isOpen = false
      state.disconnects++
    },
    countAtAddress: () => !isCrowded,
  })
  const send = (ref: number) =>
    reader.read(Buffer.from(JSON.stringify({ type: 'SET_READY', payload: { isReady: true }, ref })))
  const sendMany = (from: number, count: number) => {
    for (let ref = from; ref < from + count; ref++) send(ref)
  }
  return { reader, send, sendMany, rejected, begun, ends, state, logged }
}

describe('the frame limit of a socket', () => {
  it('rejects each frame above the limit with its ref, and disconnects the socket after many', () => {
    const { sendMany, rejected, state } = open()
    sendMany(0, MAX_FRAME_BURST)
    expect(rejected).toEqual([])
    sendMany(MAX_FRAME_BURST, MAX_REFUSED_FRAMES)
    expect(rejected).toEqual(
      Array.from({ length: MAX_REFUSED_FRAMES }, (_, i) => ['too_many_frames', MAX_FRAME_BURST + i]),
    )
    expect(state.disconnects).toBe(0)
    sendMany(1000, 1)
    expect([rejected.length, state.disconnects]).toEqual([MAX_REFUSED_FRAMES, 1])
  })

  it('does not parse frames after the disconnect', () => {
    const { reader, sendMany } = open()
    sendMany(0, MAX_FRAME_BURST + MAX_REFUSED_FRAMES)
    const [parse, text] = [vi.spyOn(JSON, 'parse'), vi.spyOn(Buffer.prototype, 'toString')]
    for (let i = 0; i < 1000; i++) reader.read(Buffer.from('x'))
    expect(parse).not.toHaveBeenCalled()
    expect(text).not.toHaveBeenCalled()
  })

  it('always allows frames at the permitted rate, even after an exceeded limit and a pause', () => {
    const { reader, rejected, state } = open()
    const sendInvalid = () => reader.read(Buffer.from('x'))
    for (let i = 0; i < MAX_FRAME_BURST + MAX_REFUSED_FRAMES / 2; i++) sendInvalid()
    vi.advanceTimersByTime((1000 * (MAX_FRAME_BURST + MAX_REFUSED_FRAMES / 2)) / FRAMES_PER_SECOND)
    const before = rejected.filter(([code]) => code === 'too_many_frames').length
    expect(before).toBe(MAX_REFUSED_FRAMES / 2)
    for (let i = 0; i < 1000; i++) {
      sendInvalid()
      vi.advanceTimersByTime(1000 / FRAMES_PER_SECOND)
    }
    expect(rejected.filter(([code]) => code === 'too_many_frames')).toHaveLength(before)
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

  it('leaves a person’s pace while the address is over its limit', () => {
    const { reader, rejected, state } = open({ isCrowded: true })
    const tooMany = () => rejected.filter(([code]) => code === 'too_many_frames').length
    const sendInvalid = (times: number) => {
      for (let i = 0; i < times; i++) reader.read(Buffer.from('x'))
    }
    for (let second = 0; second < 100; second++) {
      sendInvalid(2)
      vi.advanceTimersByTime(1000)
    }
    expect([tooMany(), state.disconnects]).toEqual([0, 0])
    sendInvalid(5)
    expect([tooMany(), state.disconnects]).toEqual([1, 0])
    sendInvalid(4)
    expect(state.disconnects).toBe(1)
  })

  it('counts pings and pongs', () => {
    const { reader, rejected, state } = open()
    for (let i = 0; i < MAX_FRAME_BURST + MAX_REFUSED_FRAMES; i++) reader.count()
    expect([state.disconnects, rejected]).toEqual([0, []])
    reader.count()
    expect(state.disconnects).toBe(1)
  })
})

describe('the queue of unread frames', () => {
  it('is bounded: further frames are rejected with their refs', () => {
    const { sendMany, begun, rejected } = open()
    sendMany(1, MAX_FRAME_BURST)
    vi.advanceTimersByTime(60_000)
    sendMany(MAX_FRAME_BURST + 1, 3)
    expect(begun).toEqual([1])
    expect(rejected).toEqual([
      ['too_many_frames', MAX_FRAME_BURST + 2],
      ['too_many_frames', MAX_FRAME_BURST + 3],
    ])
  })

  it('disconnects a socket that keeps sending while the queue is full, even at the permitted rate', () => {
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
