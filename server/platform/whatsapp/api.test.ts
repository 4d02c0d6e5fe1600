import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWhatsapp, type TestWhatsapp } from '#server/testing/whatsapp.ts'
import { type WhatsappApi, whatsappApi } from './api.ts'

let whatsapp: TestWhatsapp
let api: WhatsappApi
const MESSAGE = { to: '40712345678', template: 'masa_order', parameters: ['12', 'Masa 5', '57.00 LEI'] }
/** For tests in which WhatsApp never responds. Other tests wait longer, because a busy machine is slow. */
const SHORT_TIMEOUTS_MS = { send: 300, check: 300 }
const notAborted = new AbortController().signal

beforeAll(async () => {
  whatsapp = await openWhatsapp()
  api = whatsappApi(whatsapp.account)
})
beforeEach(() => {
  Object.assign(whatsapp, { acceptedMessages: [], calls: [], mishap: () => undefined, paceMs: 0 })
})
afterAll(() => whatsapp.close())

describe('sending a message', () => {
  it('reports an accepted message', async () => {
    expect(await api.send(MESSAGE)).toEqual({ kind: 'accepted' })
    expect(whatsapp.acceptedMessages).toEqual([{ ...MESSAGE, at: expect.any(Number) }])
  })

  it.each([
    ['another token', { token: 'EAAother' }, { kind: 'stopped', stop: 'token', why: '401, code 190' }],
    ['another sender', { phoneNumberId: '1' }, { kind: 'stopped', stop: 'account', why: '400, code 100' }],
    ['another language', { language: 'en' }, { kind: 'stopped', stop: 'template', why: '404, code 132001' }],
  ])('reports the cause of a rejection: %s', async (_, change, outcome) => {
    expect(await whatsappApi({ ...whatsapp.account, ...change }).send(MESSAGE)).toEqual(outcome)
  })

  it('reports an unknown template and invalid parameters', async () => {
    expect(await api.send({ ...MESSAGE, template: 'other' })).toMatchObject({ stop: 'template' })
    expect(await api.send({ ...MESSAGE, parameters: ['12'] })).toMatchObject({ why: '400, code 132000' })
    expect(await api.send({ ...MESSAGE, parameters: ['1\n2', 'a', 'b'] })).toMatchObject({ why: '400, code 132012' })
  })

  it('reports busy for a second message to the same number within 6 s', async () => {
    whatsapp.paceMs = 6_000
    expect(await api.send(MESSAGE)).toMatchObject({ kind: 'accepted' })
    expect(await api.send(MESSAGE)).toEqual({ kind: 'busy', why: '400, code 131056', retryAfterMs: 0 })
    expect(await api.send({ ...MESSAGE, to: '40712345679' })).toMatchObject({ kind: 'accepted' })
  })

  it.each([
    ['lost', { isUndocumented: false }, 1],
    ['cut', { isUndocumented: false }, 1],
    ['endless', { isUndocumented: true }, 1],
    ['silent', { isUndocumented: false, why: 'TimeoutError' }, 0],
    ['foreign', { isUndocumented: true, why: '200' }, 0],
  ] as const)('reports an unknown outcome when the response is %s', async (mishap, outcome, accepted) => {
    whatsapp.mishap = () => mishap
    const client = mishap === 'silent' ? whatsappApi(whatsapp.account, SHORT_TIMEOUTS_MS) : api
    expect(await client.send(MESSAGE)).toMatchObject({ kind: 'unknown', ...outcome })
    expect(whatsapp.acceptedMessages).toHaveLength(accepted)
  })

  it('reports an unknown outcome when the response to an accepted message is too late', async () => {
    whatsapp.mishap = () => ({ until: new Promise(() => {}) })
    const sending = whatsappApi(whatsapp.account, SHORT_TIMEOUTS_MS).send(MESSAGE)
    expect(await sending).toEqual({ kind: 'unknown', why: 'TimeoutError', isUndocumented: false })
    await expect.poll(() => whatsapp.acceptedMessages).toHaveLength(1)
  })

  it('reports unreached if nothing listens or the host is unknown', async () => {
    const closed = await openWhatsapp()
    await closed.close()
    const sendTo = (apiUrl: string) => whatsappApi({ ...whatsapp.account, apiUrl }).send(MESSAGE)
    expect(await sendTo(closed.account.apiUrl)).toEqual({ kind: 'unreached', why: 'ECONNREFUSED' })
    expect(await sendTo('http://nobody.invalid')).toMatchObject({ kind: 'unreached' })
  })

  it('does not follow redirects', async () => {
    whatsapp.mishap = () => ({ status: 302 })
    expect(await api.send(MESSAGE)).toEqual({ kind: 'refused', why: '302' })
  })
})

describe('checking whether WhatsApp responds', () => {
  it('sends no message, and accepts any response except a server error', async () => {
    expect(await api.isReachable(notAborted)).toBe(true)
    whatsapp.mishap = () => ({ status: 401, code: 190 })
    expect(await api.isReachable(notAborted)).toBe(true)
    whatsapp.mishap = () => ({ status: 503 })
    expect(await api.isReachable(notAborted)).toBe(false)
    whatsapp.mishap = () => 'silent'
    expect(await whatsappApi(whatsapp.account, SHORT_TIMEOUTS_MS).isReachable(notAborted)).toBe(false)
    expect(await api.isReachable(AbortSignal.abort())).toBe(false)
    expect(whatsapp.acceptedMessages).toEqual([])
  })
})
