import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { recordingLog } from '#server/testing/log.ts'
import { createSender, type Sender } from './sender.ts'

let looks = 0
let answer: () => Promise<Date | undefined>
let sender: Sender
const { log, logged } = recordingLog()

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T18:00:00.000Z') })
  looks = 0
  answer = async () => undefined
  sender = createSender({ now: () => new Date() }, log, () => {
    looks++
    return answer()
  })
})
afterEach(async () => {
  await sender.close()
  vi.useRealTimers()
})

const inMs = (ms: number) => new Date(Date.now() + ms)
const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms)

it('looks when it is woken, and at the moment that was named', async () => {
  answer = async () => (looks === 1 ? inMs(6_000) : undefined)
  sender.wake()
  await passes(5_999)
  expect(looks).toBe(1)
  await passes(1)
  expect(looks).toBe(2)
  await passes(60_000)
  expect(looks).toBe(2)
})

it('does not look for each newcomer while the next moment is known; when it is not, it does', async () => {
  answer = async () => (looks === 1 ? inMs(6_000) : undefined)
  sender.newcomer()
  await passes(0)
  for (let n = 0; n < 100; n++) sender.newcomer()
  await passes(5_999)
  expect(looks).toBe(1)
  await passes(1)
  sender.newcomer()
  await passes(0)
  expect(looks).toBe(3)
})

it('looks once more, and never twice at once, where it is woken meanwhile', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  answer = () => promise
  sender.wake()
  for (let n = 0; n < 10; n++) sender.newcomer()
  sender.wake()
  expect(looks).toBe(1)
  resolve(undefined)
  await passes(0)
  expect(looks).toBe(2)
})

it('goes on after a failure, which is logged', async () => {
  answer = () => Promise.reject(new Error('no database'))
  sender.wake()
  await passes(0)
  expect(logged()).toContain('messages to the owner could not be looked after')
  sender.newcomer()
  await passes(0)
  expect(looks).toBe(2)
})

it('looks no more once it is closed', async () => {
  answer = async () => inMs(1_000)
  sender.wake()
  await passes(0)
  await sender.close()
  sender.wake()
  await passes(60_000)
  expect(looks).toBe(1)
})
