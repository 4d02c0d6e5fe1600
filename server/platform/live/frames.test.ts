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

/** A socket whose frames end when the test says so. */
function open() {
  const refused: [string, number | undefined][] = []
  const begun: number[] = []
  const ends: (() => void)[] = []
  const state = { isOpen: true, cutOffs: 0 }
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
    state.cutOffs++
  })
  const say = (ref: number) =>
    reader.read(Buffer.from(JSON.stringify({ type: 'SET_READY', payload: { isReady: true }, ref })))
  const sayMany = (from: number, count: number) => {
    for (let ref = from; ref < from + count; ref++) say(ref)
  }
  return { reader, say, sayMany, refused, begun, ends, state, logged }
}

describe('a socket that says too much', () => {
  it('is refused what is too much, each with its number, and is cut off after many', () => {
    const { sayMany, refused, state } = open()
    sayMany(0, FRAMES_AT_ONCE)
    expect(refused).toEqual([])
    sayMany(FRAMES_AT_ONCE, FRAMES_REFUSED)
    expect(refused).toEqual(Array.from({ length: FRAMES_REFUSED }, (_, i) => ['too_many_frames', FRAMES_AT_ONCE + i]))
    expect(state.cutOffs).toBe(0)
    sayMany(1000, 1)
    expect([refused.length, state.cutOffs]).toEqual([FRAMES_REFUSED, 1])
  })

  it('is no longer looked at', () => {
    const { reader, sayMany } = open()
    sayMany(0, FRAMES_AT_ONCE + FRAMES_REFUSED)
    const [parse, text] = [vi.spyOn(JSON, 'parse'), vi.spyOn(Buffer.prototype, 'toString')]
    for (let i = 0; i < 1000; i++) reader.read(Buffer.from('x'))
    expect(parse).not.toHaveBeenCalled()
    expect(text).not.toHaveBeenCalled()
  })

  it('may go on for ever at the pace that is allowed, and after a pause', () => {
    const { reader, refused, state } = open()
    const sayNothing = () => reader.read(Buffer.from('x'))
    for (let i = 0; i < FRAMES_AT_ONCE + FRAMES_REFUSED / 2; i++) sayNothing()
    vi.advanceTimersByTime((1000 * (FRAMES_AT_ONCE + FRAMES_REFUSED / 2)) / FRAMES_PER_SECOND)
    const before = refused.filter(([code]) => code === 'too_many_frames').length
    expect(before).toBe(FRAMES_REFUSED / 2)
    for (let i = 0; i < 1000; i++) {
      sayNothing()
      vi.advanceTimersByTime(1000 / FRAMES_PER_SECOND)
    }
    expect(refused.filter(([code]) => code === 'too_many_frames')).toHaveLength(before)
    expect(state.cutOffs).toBe(0)
  })

  it('is cut off when it goes on only a little above it', () => {
    const { reader, state } = open()
    for (let s = 0; s < 100; s++) {
      for (let i = 0; i < FRAMES_PER_SECOND + 1; i++) reader.read(Buffer.from('x'))
      vi.advanceTimersByTime(1000)
    }
    expect(state.cutOffs).toBeGreaterThan(0)
  })

  it('is cut off for pings and pongs too, which are work and say nothing', () => {
    const { reader, refused, state } = open()
    for (let i = 0; i < FRAMES_AT_ONCE + FRAMES_REFUSED; i++) reader.count()
    expect([state.cutOffs, refused]).toEqual([0, []])
    reader.count()
    expect(state.cutOffs).toBe(1)
  })
})

describe('what a socket has said and nobody has begun to do', () => {
  it('is bounded, however slow the doing: what comes over it is refused with its number', () => {
    const { sayMany, begun, refused } = open()
    sayMany(1, FRAMES_AT_ONCE)
    vi.advanceTimersByTime(60_000)
    sayMany(FRAMES_AT_ONCE + 1, 3)
    expect(begun).toEqual([1])
    expect(refused).toEqual([
      ['too_many_frames', FRAMES_AT_ONCE + 2],
      ['too_many_frames', FRAMES_AT_ONCE + 3],
    ])
  })

  it('cuts off who goes on all the same, also at the pace that is allowed', () => {
    const { sayMany, state } = open()
    for (let s = 0; s < 10; s++) {
      sayMany(s * FRAMES_PER_SECOND, FRAMES_PER_SECOND)
      vi.advanceTimersByTime(1000)
    }
    expect(state.cutOffs).toBeGreaterThan(0)
  })

  it('is done in order, one after another', async () => {
    const { sayMany, begun, ends } = open()
    sayMany(1, 3)
    for (const done of [1, 2, 3]) {
      await setImmediate()
      expect(begun).toHaveLength(done)
      ends[done - 1]?.()
    }
    expect(begun).toEqual([1, 2, 3])
    await setImmediate()
    sayMany(4, 1)
    expect(begun).toEqual([1, 2, 3, 4])
  })

  it('is dropped when the socket closes', async () => {
    const { say, sayMany, begun, ends, state } = open()
    sayMany(1, 10)
    state.isOpen = false
    ends[0]?.()
    await setImmediate()
    say(11)
    await setImmediate()
    expect(begun).toEqual([1])
  })
})
