import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWhatsapp, type TestWhatsapp } from '#server/testing/whatsapp.ts'
import { type WhatsappApi, whatsappApi } from './api.ts'

let service: TestWhatsapp
let api: WhatsappApi
const MESSAGE = { to: '40712345678', template: 'masa_order', parameters: ['12', 'Masa 5', '57.00 LEI'] }
/** Only for a service that never answers: an answer may take its time on a busy machine. */
const HASTY = { send: 300, ask: 300 }
const open = new AbortController().signal

beforeAll(async () => {
  service = await openWhatsapp()
  api = whatsappApi(service.account)
})
beforeEach(() => {
  Object.assign(service, { taken: [], calls: [], mishap: () => undefined, paceMs: 0 })
})
afterAll(() => service.close())

describe('a message', () => {
  it('is accepted as it was sent', async () => {
    expect(await api.send(MESSAGE)).toEqual({ kind: 'accepted' })
    expect(service.taken).toEqual([{ ...MESSAGE, at: expect.any(Number) }])
  })

  it.each([
    ['another token', { token: 'EAAother' }, { kind: 'stopped', stop: 'token', why: '401, code 190' }],
    ['another sender', { phoneNumberId: '1' }, { kind: 'stopped', stop: 'account', why: '400, code 100' }],
    ['another language', { language: 'en' }, { kind: 'stopped', stop: 'template', why: '404, code 132001' }],
  ])('is refused by %s', async (_, change, outcome) => {
    expect(await whatsappApi({ ...service.account, ...change }).send(MESSAGE)).toEqual(outcome)
  })

  it('is refused by its template and its parameters', async () => {
    expect(await api.send({ ...MESSAGE, template: 'other' })).toMatchObject({ stop: 'template' })
    expect(await api.send({ ...MESSAGE, parameters: ['12'] })).toMatchObject({ why: '400, code 132000' })
    expect(await api.send({ ...MESSAGE, parameters: ['1\n2', 'a', 'b'] })).toMatchObject({ why: '400, code 132012' })
  })

  it('is refused within 6 s of another one for the number, not for another number', async () => {
    service.paceMs = 6_000
    expect(await api.send(MESSAGE)).toMatchObject({ kind: 'accepted' })
    expect(await api.send(MESSAGE)).toEqual({ kind: 'busy', why: '400, code 131056', retryAfterMs: 0 })
    expect(await api.send({ ...MESSAGE, to: '40712345679' })).toMatchObject({ kind: 'accepted' })
  })

  it.each([
    ['lost', { isStrange: false }, 1],
    ['cut', { isStrange: false }, 1],
    ['endless', { isStrange: true }, 1],
    ['silent', { isStrange: false, why: 'TimeoutError' }, 0],
    ['foreign', { isStrange: true, why: '200' }, 0],
  ] as const)('has an outcome that nobody knows: %s', async (mishap, outcome, taken) => {
    service.mishap = () => mishap
    const asked = mishap === 'silent' ? whatsappApi(service.account, HASTY) : api
    expect(await asked.send(MESSAGE)).toMatchObject({ kind: 'unknown', ...outcome })
    expect(service.taken).toHaveLength(taken)
  })

  it('has an outcome that nobody knows: taken, and answered too late', async () => {
    service.mishap = () => ({ until: new Promise(() => {}) })
    const sending = whatsappApi(service.account, HASTY).send(MESSAGE)
    expect(await sending).toEqual({ kind: 'unknown', why: 'TimeoutError', isStrange: false })
    await expect.poll(() => service.taken).toHaveLength(1)
  })

  it('was never sent where nobody listens, or the name is nobody’s', async () => {
    const nobody = await openWhatsapp()
    await nobody.close()
    const sentTo = (apiUrl: string) => whatsappApi({ ...service.account, apiUrl }).send(MESSAGE)
    expect(await sentTo(nobody.account.apiUrl)).toEqual({ kind: 'unreached', why: 'ECONNREFUSED' })
    expect(await sentTo('http://nobody.invalid')).toMatchObject({ kind: 'unreached' })
  })

  it('follows no one to another address', async () => {
    service.mishap = () => ({ status: 302 })
    expect(await api.send(MESSAGE)).toEqual({ kind: 'refused', why: '302' })
  })
})

describe('the question whether the service answers', () => {
  it('sends nothing; any answer will do that is not a failure of its own', async () => {
    expect(await api.answers(open)).toBe(true)
    service.mishap = () => ({ status: 401, code: 190 })
    expect(await api.answers(open)).toBe(true)
    service.mishap = () => ({ status: 503 })
    expect(await api.answers(open)).toBe(false)
    service.mishap = () => 'silent'
    expect(await whatsappApi(service.account, HASTY).answers(open)).toBe(false)
    expect(await api.answers(AbortSignal.abort())).toBe(false)
    expect(service.taken).toEqual([])
  })
})
