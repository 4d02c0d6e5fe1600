import fastify from 'fastify'
import { expect, it, vi } from 'vitest'
import { testServer } from '../testing/app.ts'
import { recordingLog } from '../testing/log.ts'
import { runAreas } from './area.ts'
import { createHub } from './live/hub.ts'
import type { Log } from './log.ts'

const server = testServer()

it('closes every area when one fails to close', async () => {
  const { log, logged } = recordingLog()
  const app = fastify()
  const base = { app, clock: server.clock, log: log as Log }
  const failing = { close: () => Promise.reject(new Error('the database is gone')) }
  const other = { close: vi.fn(async () => {}) }
  await runAreas(base, server.connection.server, createHub(base.log), [failing, other])
  await app.close()
  expect(other.close).toHaveBeenCalledOnce()
  expect(logged()).toContain('the database is gone')
})

it('tells each area once of another minute, also when the clock is set back, and one that fails stops no other', async () => {
  const { log, logged } = recordingLog()
  const app = fastify()
  const NOON = new Date('2026-11-21T12:00:59.500Z')
  server.clock.set(NOON)
  const timers = vi.spyOn(globalThis, 'setInterval')
  const failing = { onMinute: vi.fn(() => Promise.reject(new Error('the database is gone'))) }
  const other = { onMinute: vi.fn(async () => {}), onSecond: vi.fn(async () => {}) }
  const base = { app, clock: server.clock, log: log as Log }
  await runAreas(base, server.connection.server, createHub(base.log), [failing, other])
  const look = timers.mock.calls.find(([, everyMs]) => everyMs === 1_000)?.[0] as () => Promise<void>
  timers.mockRestore()
  await app.close()
  const moments = [0, 500, 1_000, -5_000].map((ms) => new Date(NOON.getTime() + ms))
  for (const moment of moments) {
    server.clock.set(moment)
    await look()
  }
  expect(other.onSecond).toHaveBeenCalledTimes(4)
  expect(other.onMinute.mock.calls).toEqual([
    [moments[1], moments[0]],
    [moments[3], moments[2]],
  ])
  expect(failing.onMinute).toHaveBeenCalledTimes(2)
  expect(logged()).toContain('the database is gone')
})
