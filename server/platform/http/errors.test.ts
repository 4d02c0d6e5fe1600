import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastify, { LogController } from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { recordingLog } from '#server/testing/log.ts'
import { credentialsSchema, registrationSchema } from '#shared/contracts/accounts.ts'
import type { Endpoint } from '#shared/contracts/base/endpoint.ts'
import { text } from '#shared/contracts/base/fields.ts'
import { readWording } from '#shared/contracts/base/wording.ts'
import { clientFrameSchema } from '#shared/contracts/live.ts'
import { orderInputSchema } from '#shared/contracts/orders.ts'
import { joinSession } from '#shared/contracts/shared-sessions.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { DICTIONARIES } from '#shared/i18n/words/index.ts'
import { AppError } from '../app-error.ts'
import { BusyError } from '../limits/concurrency.ts'
import { frameReader, type Peer } from '../live/frames.ts'
import type { Log } from '../log.ts'
import { describeIssues, handleErrors } from './errors.ts'

describe('wording', () => {
  const CONTRACTS = new URL('../../../shared/contracts/', import.meta.url)

  const FRAMES = [
    ...new Set(clientFrameSchema.def.options.map((option) => option.shape.type.def.values[0])),
    'NONSENSE',
  ]

  const messagesOf = (schema: z.ZodMiniType, value: unknown) =>
    LANGUAGES.map((language) => describeIssues(schema.safeParse(value).error?.issues ?? [], language)?.[0]?.message)

  it.each([
    [z.string(), undefined, 'This is required', 'Acest câmp este obligatoriu'],
    [z.string(), null, 'This is required', 'Acest câmp este obligatoriu'],
    [text(5, 1), '', 'This is required', 'Acest câmp este obligatoriu'],
    [z.enum(['en', 'ro']), undefined, 'This is required', 'Acest câmp este obligatoriu'],
    [z.string(), 5, 'Must be text', 'Trebuie să fie text'],
    [z.number(), '5', 'Must be a number', 'Trebuie să fie un număr'],
    [z.int(), 1.5, 'Must be a whole number', 'Trebuie să fie un număr întreg'],
    [z.boolean(), 'yes', 'Must be yes or no', 'Trebuie să fie da sau nu'],
    [z.array(z.int()), {}, 'Must be a list', 'Trebuie să fie o listă'],
    [z.object({}), 'x', 'Must be a JSON object', 'Trebuie să fie un obiect JSON'],
    [z.enum(['en', 'ro']), 'de', 'Must be one of: en, ro', 'Trebuie să fie una dintre valorile: en, ro'],
    [text(1), 'ab', 'At most one character', 'Cel mult un caracter'],
    [text(19), 'x'.repeat(20), 'At most 19 characters', 'Cel mult 19 caractere'],
    [text(140), 'x'.repeat(141), 'At most 140 characters', 'Cel mult 140 de caractere'],
    [text(9, 2), 'x', 'At least 2 characters', 'Cel puțin 2 caractere'],
    [z.array(z.int()).check(z.maxLength(20)), Array(21).fill(1), 'At most 20 entries', 'Cel mult 20 de elemente'],
    [z.array(z.int()).check(z.minLength(1)), [], 'At least one entry', 'Cel puțin un element'],
    [z.int().check(z.gte(1)), 0, 'At least 1', 'Cel puțin 1'],
    [z.int().check(z.lte(99)), 100, 'At most 99', 'Cel mult 99'],
    [z.int().check(z.lt(0)), 0, 'Less than 0', 'Mai mic decât 0'],
    [z.int().check(z.gt(0)), 0, 'More than 0', 'Mai mare decât 0'],
    [z.iso.date(), '1.2.2026', 'This has the wrong format', 'Formatul nu este corect'],
    [z.union([z.string(), z.int()]), true, 'This is not valid', 'Valoarea nu este validă'],
  ] as const)('describeIssues says what is wrong in both languages: case %#', (schema, value, english, romanian) => {
    expect(messagesOf(schema, value)).toEqual([english, romanian])
  })

  it('describeIssues reports only the length of a text that is too long, in every field', () => {
    const tooLong = (schema: { shape: Record<string, unknown> }, field: string) =>
      messagesOf(schema.shape[field] as z.ZodMiniType, 'x'.repeat(300))[0]
    expect(tooLong(orderInputSchema, 'customerName')).toBe('At most 100 characters')
    expect(tooLong(orderInputSchema, 'phoneNumber')).toBe('At most 32 characters')
    expect(tooLong(joinSession.body, 'name')).toBe('At most 50 characters')
    expect(tooLong(credentialsSchema, 'username')).toBe('At most 50 characters')
    expect(tooLong(credentialsSchema, 'password')).toBe('At most 200 characters')
    expect(tooLong(registrationSchema, 'password')).toBe('At most 200 characters')
  })

  describe('every contract', () => {
    const sources = readdirSync(fileURLToPath(CONTRACTS), { encoding: 'utf8', recursive: true }).filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
    )
    const names = new Set(
      sources.flatMap((name) => readFileSync(new URL(name, CONTRACTS), 'utf8').match(/\b\w+(?=: )|\bid\b/g) ?? []),
    )
    const inEveryField = (value: unknown) => Object.fromEntries([...names].map((name) => [name, value]))

    const ODD = [
      ...[undefined, null, '', ' ', 'x', 'a\0b', 'x'.repeat(5000), '-1', '1.5', '9'.repeat(30)],
      ...[-1, 0, 1, 1.5, 2 ** 60, 1e308, Number.NaN, true, false, new Date(), [], [null], {}, [[]]],
    ]
    const inputs = ODD.flatMap((odd) => [
      odd,
      inEveryField(odd),
      inEveryField([odd]),
      inEveryField([inEveryField(odd)]),
      inEveryField(Array(300).fill(inEveryField(odd))),
      ...FRAMES.map((type) => ({ type, payload: inEveryField(odd), ref: odd })),
      ...FRAMES.map((type) => ({ type, payload: odd })),
    ])

    /** Returns a pattern for each text of the dictionary, in which each {{value}} matches anything. */
    const patternsOf = (words: object): RegExp[] =>
      Object.values(words).flatMap((word: unknown) =>
        typeof word === 'string'
          ? [new RegExp(`^${word.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\{\w+\}\}/g, '.+')}$`)]
          : patternsOf(word as object),
      )

    it.each(LANGUAGES)('has only messages from the dictionary, in %s', async (language) => {
      const { nameRequired, phoneRequired, emailInvalid, validation, cart } = DICTIONARIES[language]
      const patterns = patternsOf([nameRequired, phoneRequired, emailInvalid, validation, cart.validation])
      const contracts = await Promise.all(sources.map((name) => import(new URL(name, CONTRACTS).href)))
      const schemas = contracts
        .flatMap((contract) => Object.values<Partial<Endpoint>>(contract))
        .flatMap((value) => (value?.summary === undefined ? [] : [value.params, value.query, value.body]))
        .filter((schema) => schema !== undefined)
      expect(schemas.length).toBeGreaterThan(10)
      const messages = new Set<string>()
      for (const schema of [...schemas, clientFrameSchema]) {
        for (const input of inputs) {
          const { error } = schema.safeParse(input)
          for (const { message } of describeIssues(error?.issues ?? [], language) ?? []) messages.add(message)
        }
      }
      expect(messages.size).toBeGreaterThan(20)
      expect([...messages].filter((message) => !patterns.some((pattern) => pattern.test(message)))).toEqual([])
    })
  })

  it('readWording splits a message into its translation key and the values for its text', () => {
    expect(readWording('nameRequired')).toEqual({ key: 'nameRequired', values: {} })
    expect(readWording('validation.atMost 99')).toEqual({
      key: 'validation.atMost',
      values: { count: 99, value: '99' },
    })
    expect(readWording('validation.oneOf a, b')).toEqual({ key: 'validation.oneOf', values: { value: 'a, b' } })
  })
})

describe('slowed', () => {
  it('the server delays responses with 429, up to a maximum number at a time, and no others', async () => {
    const app = fastify()
    handleErrors(app, { slowedMs: 2_000, maxSlowed: 3 })
    app.get('/often', async () => {
      throw new AppError('too_many_requests')
    })
    app.get('/wrong', async () => {
      throw new AppError('not_found')
    })
    await app.ready()
    const responses: string[] = []
    const request = async (path: string, name = path) => {
      const { statusCode } = await app.inject(path)
      responses.push(`${name} ${statusCode}`)
    }
    const slowed = Array.from({ length: 3 }, () => request('/often', 'slowed'))
    await request('/wrong')
    await request('/often', 'beyond')
    expect(responses).toEqual(['/wrong 404', 'beyond 429'])
    await Promise.all(slowed)
    expect(responses.slice(2)).toEqual(['slowed 429', 'slowed 429', 'slowed 429'])
    await app.close()
  })
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
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

  vi.setSystemTime(Date.now() + 999)
  await ask('/bucket')
  expect(lines()).toEqual([])
  vi.setSystemTime(Date.now() + 1)
  const [id] = await ask('/bucket')
  const [second, ...more] = lines()
  expect([second.msg, second.suppressed, second.reqId]).toEqual(['request failed', 300, id])
  expect([JSON.stringify(second).includes('"stack"'), more]).toEqual([false, []])
  await app.close()
})

it('a reason does not hide another one', async () => {
  const { app, ask, lines } = await serve()
  for (const path of ['/bucket', '/database', '/bucket', '/database']) await ask(path)
  expect(lines().map(({ err }) => err.message)).toEqual(['unavailable', 'connect ECONNREFUSED'])
  await app.close()
})

it('each error of Masa itself is logged with its stack, and that too much work waits is not logged', async () => {
  const { app, ask, lines } = await serve()
  await ask('/busy', 5)
  expect(lines()).toEqual([])
  await ask('/broken', 5)
  const stacks = lines().map(({ err }) => err.stack)
  expect(stacks).toHaveLength(5)
  for (const stack of stacks) expect(stack).toContain('errors.test.ts')
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
  vi.setSystemTime(Date.now() + 1_000)
  reader.read(Buffer.from(JSON.stringify({ type: 'GET_CART' })))
  while (refused.length < 6) await new Promise(setImmediate)
  expect(lines()).toMatchObject([{ msg: 'a frame failed', suppressed: 4 }])
  await app.close()
})
