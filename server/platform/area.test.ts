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
  const base = { app, log: log as Log }
  const failing = { close: () => Promise.reject(new Error('the database is gone')) }
  const other = { close: vi.fn(async () => {}) }
  await runAreas(base, server.connection.server, createHub(base.log), [failing, other])
  await app.close()
  expect(other.close).toHaveBeenCalledOnce()
  expect(logged()).toContain('the database is gone')
})
