import fastify, { LogController } from 'fastify'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { recordingLog } from '#server/testing/log.ts'
import { AppError } from './app-error.ts'
import { handleErrors } from './http/errors.ts'
import { BusyError } from './limits/concurrency.ts'
import { frameReader, type Peer } from './live/frames.ts'
import type { Log } from './log.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Serves routes that fail. @returns a function that sends requests, and one for the log's lines since its last call */
async function serve() {
  const { log, logged } = recordingLog()
  const app = fastify({
    childLoggerFactory: () => log as Log,
    logController: new LogController({ disableRequestLogging: true }),
  })
  handleErrors(app)
  app.get('/bucket', async () => {
    throw Object.assign(new AppError('unavailable'), { cause: new Error('the bucket did not answer') })
  })
  app.get('/moving', async () => {
    throw new AppError('moving')
  })
  app.get('/database', async () => {
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  })
  app.get('/busy', async () => {
    throw new BusyError()
  })
  app.get('/broken', async () => {
    throw new TypeError('a mistake')
  })
  await app.ready()
  let read = 0
  return {
    log: log as Log,
    app,
    async ask(path: string, times = 1) {
      const answers = await Promise.all(Array.from({ length: times }, () => app.inject(path)))
      return answers.map((answer) => answer.json().requestId as string)
    },
    lines() {
      const lines = logged().split('\n').slice(read, -1)
      read += lines.length
      return lines.map((line) => JSON.parse(line))
    },
  }
}

it('of requests that are answered 503 for one reason, one in a second is logged, without a stack', async () => {
  const { app, ask, lines } = await serve()
  const ids = await ask('/bucket', 300)
  const [first, ...others] = lines()
  expect(first).toMatchObject({ level: 50, msg: 'request failed', err: { message: 'unavailable' } })
  expect(first.err.cause).toEqual({ type: 'Error', message: 'the bucket did not answer' })
  expect([JSON.stringify(first).includes('"stack"'), first.suppressed, ids.includes(first.reqId)]).toEqual([
    ...[false, undefined, true],
  ])
  expect(others).toEqual([])

  vi.advanceTimersByTime(999)
  expect(lines()).toEqual([])
  vi.advanceTimersByTime(1)
  const [second, ...more] = lines()
  // The last of the 299, and how many others there were.
  expect([second.msg, second.suppressed, second.reqId === first.reqId]).toEqual(['request failed', 298, false])
  expect([JSON.stringify(second).includes('"stack"'), more]).toEqual([false, []])

  vi.advanceTimersByTime(60_000)
  expect(lines()).toEqual([])
  const [id] = await ask('/bucket')
  expect(lines()).toMatchObject([{ msg: 'request failed', reqId: id }])
  await app.close()
})

it('a reason does not hide another one', async () => {
  const { app, ask, lines } = await serve()
  for (const path of ['/bucket', '/moving', '/database', '/bucket', '/moving', '/database']) await ask(path)
  expect(lines().map(({ err }) => err.message)).toEqual(['unavailable', 'moving', 'connect ECONNREFUSED'])
  await app.close()
})

it('each error of Masa itself is logged with its stack, and that too much work waits is not logged', async () => {
  const { app, ask, lines } = await serve()
  await ask('/busy', 5)
  expect(lines()).toEqual([])
  await ask('/broken', 5)
  const stacks = lines().map(({ err }) => err.stack)
  expect(stacks).toHaveLength(5)
  for (const stack of stacks) expect(stack).toContain('failures.test.ts')
  await app.close()
})

it('frames that fail while something is unavailable are logged in the same way', async () => {
  const { app, log, lines } = await serve()
  const refused: string[] = []
  const peer = {
    language: 'en',
    requestId: 'of-the-socket',
    isOpen: () => true,
    refuse: ({ code }: AppError) => refused.push(code),
  } as unknown as Peer
  const unavailable = () => Promise.reject(new AppError('unavailable'))
  const reader = frameReader(peer, { GET_CART: unavailable } as never, log, {
    disconnect: () => {},
    countAtAddress: () => true,
  })
  for (let i = 0; i < 5; i++) reader.read(Buffer.from(JSON.stringify({ type: 'GET_CART' })))
  while (refused.length < 5) await new Promise(setImmediate)
  expect(lines()).toMatchObject([{ msg: 'a frame failed', reqId: 'of-the-socket', err: { message: 'unavailable' } }])
  vi.advanceTimersByTime(1_000)
  expect(lines()).toMatchObject([{ msg: 'a frame failed', suppressed: 3 }])
  await app.close()
})
