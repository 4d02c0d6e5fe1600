import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openWhatsapp, type TestWhatsapp } from '#server/testing/whatsapp.ts'
import { outcomeOf, type WhatsappApi, whatsappApi } from './whatsapp.ts'

describe('outcome', () => {
  const error = (code: number, error_subcode?: number) =>
    JSON.stringify({ error: { code, error_subcode, message: 'x' } })
  describe('outcomeOf', () => {
    it('is accepted if the response contains a message id', () => {
      expect(outcomeOf(200, '{"messages":[{"id":"wamid.1"}]}')).toEqual({ kind: 'accepted' })
      expect(outcomeOf(202, '{"messages":[{"id":"wamid.1","message_status":"held"}]}')).toEqual({ kind: 'accepted' })
    })

    it.each([
      '',
      '<h1>Welcome</h1>',
      '{}',
      '[]',
      'null',
      '{"messages":[]}',
      '{"messages":[{}]}',
      '{"messages":[{"id":""}]}',
    ])('is unknown for an unexpected 200 with %j', (body) => {
      expect(outcomeOf(200, body)).toMatchObject({ kind: 'failed', why: '200', isUnknown: true, stop: 'refused' })
    })

    it.each([
      [400, 131056],
      [400, 130429],
      [400, 80007],
      [400, 4],
      [500, 1],
      [503, 2],
      [500, 131000],
      [500, 131016],
      [500, 131057],
      [503, 133004],
      [500, 999999],
      [429, 130429],
    ])('passes by itself for status %i with code %i', (status, code) => {
      const why = `${status}, code ${code}`
      expect(outcomeOf(status, error(code))).toEqual({ kind: 'failed', why, isUnknown: false, stop: null })
    })

    it.each([
      [401, error(190), 'token'],
      [400, error(190), 'token'],
      [401, error(0), 'token'],
      [401, '', 'token'],
      [404, error(132001), 'template'],
      [400, error(132000), 'template'],
      [400, error(132005), 'template'],
      [400, error(132007), 'template'],
      [400, error(132012), 'template'],
      [400, error(132015), 'template'],
      [400, error(132016), 'template'],
      [400, error(131026), 'recipient'],
      [400, error(131030), 'recipient'],
      [400, error(131021), 'recipient'],
      [403, error(10), 'account'],
      [500, error(3), 'account'],
      [403, error(200), 'account'],
      [403, error(299), 'account'],
      [403, error(131031), 'account'],
      [400, error(131042), 'account'],
      [500, error(131045), 'account'],
      [400, error(133010), 'account'],
      [403, error(368), 'account'],
      [400, error(100, 33), 'account'],
    ] as const)('needs somebody to act for status %i with %s because of the %s', (status, body, stop) => {
      expect(outcomeOf(status, body)).toMatchObject({ kind: 'failed', isUnknown: false, stop })
    })

    it.each([
      [400, error(100)],
      [400, error(131009)],
      [400, error(199)],
      [400, error(300)],
      [404, '<h1>Not found</h1>'],
      [302, ''],
      [200, error(131009)],
    ])('is refused for the undocumented error %i %s', (status, body) => {
      expect(outcomeOf(status, body)).toMatchObject({ kind: 'failed', isUnknown: false, stop: 'refused' })
    })

    it.each([500, 502, 503, 504])('is unknown for a %i without an error of WhatsApp’s own', (status) => {
      expect(outcomeOf(status, '<h1>Bad gateway</h1>')).toMatchObject({ why: `${status}`, isUnknown: true, stop: null })
    })
  })
})

describe('api', () => {
  let whatsapp: TestWhatsapp
  let api: WhatsappApi
  const MESSAGE = { to: '40712345678', template: 'masa_order', parameters: ['12', 'Masa 5', '57.00 LEI'] }
  /** For tests in which WhatsApp never responds. Other tests wait longer, because a busy machine is slow. */
  const SHORT_TIMEOUTS_MS = { send: 300, check: 300 }

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
      ['another token', { token: 'EAAother' }, { stop: 'token', why: '401, code 190' }],
      ['another sender', { phoneNumberId: '1' }, { stop: 'account', why: '400, code 100' }],
      ['another language', { language: 'en' }, { stop: 'template', why: '404, code 132001' }],
    ])('reports the cause of a rejection: %s', async (_, change, outcome) => {
      expect(await whatsappApi({ ...whatsapp.account, ...change }).send(MESSAGE)).toMatchObject(outcome)
    })

    it('reports an unknown template and invalid parameters', async () => {
      expect(await api.send({ ...MESSAGE, template: 'other' })).toMatchObject({ stop: 'template' })
      expect(await api.send({ ...MESSAGE, parameters: ['12'] })).toMatchObject({ why: '400, code 132000' })
      expect(await api.send({ ...MESSAGE, parameters: ['1\n2', 'a', 'b'] })).toMatchObject({ why: '400, code 132012' })
    })

    it('reports busy for a second message to the same number within 6 s', async () => {
      whatsapp.paceMs = 6_000
      expect(await api.send(MESSAGE)).toMatchObject({ kind: 'accepted' })
      expect(await api.send(MESSAGE)).toMatchObject({ stop: null, why: '400, code 131056' })
      expect(await api.send({ ...MESSAGE, to: '40712345679' })).toMatchObject({ kind: 'accepted' })
    })

    it.each([
      ['lost', { stop: null }, 1],
      ['cut', { stop: null }, 1],
      ['silent', { stop: null, why: 'TimeoutError' }, 0],
      ['foreign', { stop: 'refused', why: '200' }, 0],
    ] as const)('reports an unknown outcome when the response is %s', async (mishap, outcome, accepted) => {
      whatsapp.mishap = () => mishap
      const client = mishap === 'silent' ? whatsappApi(whatsapp.account, SHORT_TIMEOUTS_MS) : api
      expect(await client.send(MESSAGE)).toMatchObject({ kind: 'failed', isUnknown: true, ...outcome })
      expect(whatsapp.acceptedMessages).toHaveLength(accepted)
    })

    it('reports an unknown outcome when the response to an accepted message is too late', async () => {
      whatsapp.mishap = () => ({ until: new Promise(() => {}) })
      const sending = whatsappApi(whatsapp.account, SHORT_TIMEOUTS_MS).send(MESSAGE)
      expect(await sending).toMatchObject({ isUnknown: true, why: 'TimeoutError' })
      await expect.poll(() => whatsapp.acceptedMessages).toHaveLength(1)
    })

    it('reports a message as certainly not sent if nothing listens or the host is unknown', async () => {
      const closed = await openWhatsapp()
      await closed.close()
      const sendTo = (apiUrl: string) => whatsappApi({ ...whatsapp.account, apiUrl }).send(MESSAGE)
      expect(await sendTo(closed.account.apiUrl)).toMatchObject({ isUnknown: false, why: 'ECONNREFUSED' })
      expect(await sendTo('http://nobody.invalid')).toMatchObject({ kind: 'failed', isUnknown: false })
    })

    it('does not follow redirects', async () => {
      whatsapp.mishap = () => ({ status: 302 })
      expect(await api.send(MESSAGE)).toMatchObject({ kind: 'failed', why: '302' })
    })
  })

  it('checking the number sends no message, and never has an unknown outcome', async () => {
    expect(await api.check()).toEqual({ kind: 'accepted' })
    whatsapp.mishap = () => ({ status: 401, code: 190 })
    expect(await api.check()).toMatchObject({ isUnknown: false, stop: 'token' })
    for (const mishap of [{ status: 503 }, 'foreign', 'silent'] as const) {
      whatsapp.mishap = () => mishap
      const outcome = await whatsappApi(whatsapp.account, SHORT_TIMEOUTS_MS).check()
      expect(outcome).toMatchObject({ kind: 'failed', isUnknown: false })
    }
    expect(whatsapp.acceptedMessages).toEqual([])
  })
})
