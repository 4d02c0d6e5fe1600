import { beforeAll, beforeEach, expect } from 'vitest'
import type { FiscalLeft, MadeReceipt } from '#shared/contracts/fiscal.ts'
import { type Person, payingFixture } from './paying.ts'

export const PROFILE = {
  groups: { none: 2, '9': 1 },
  ...{ depositGroup: 4, tipGroup: 4, articleGroup: 1, codes: { 1: 1, 2: 2, 3: 4 }, withTaxNumber: true },
}
export const PRINTED = 'BONOK=1\r\nNRBON=123\r\n'
export const REFUSED = 'BONOK=0\r\nERRCODE=-111018\r\nERRINFO=no paper\r\n'

/** A restaurant with a fiscal device, whose receipts are on; each test begins without any. */
export function receiptsFixture() {
  const fixture = payingFixture()
  const { server, call, post } = fixture
  const device = { id: 0, token: '' }

  beforeAll(async () => {
    const { asOwner: owner } = server
    device.id = (await owner('POST', '/api/printers', { kind: 'fiscal', name: 'Casa', profile: PROFILE })).json<{
      id: number
    }>().id
    device.token = (await owner('POST', `/api/printers/${device.id}/token`)).json<{ token: string }>().token
    expect((await call('owner', 'PATCH', '/settings', { fiscal: true })).statusCode).toBe(200)
  })
  beforeEach(async () => {
    await server.connection.db.$client.query('delete from fiscal_receipts')
    await server.connection.db.$client.query('update day_entries set is_receipted = true where not is_receipted')
  })

  const list = async (orderId?: number, person: Person = 'floor') =>
    (await call(person, 'GET', `/fiscal${orderId === undefined ? '' : `?orderId=${orderId}`}`)).json<{
      seenAt: string | null
      receipts: MadeReceipt[]
      left: FiscalLeft[]
    }>()
  const receiptsOf = async (orderId?: number) => (await list(orderId)).receipts
  const statesOf = async (orderId?: number) => (await receiptsOf(orderId)).map(({ state }) => state)
  const leftOf = async (orderId?: number) => (await list(orderId)).left
  const keyIn = (body: object, person: Person = 'floor', key?: string) => post(person, '/fiscal/left', body, key)
  const asBridge = (what: 'next' | 'answer', body: object = {}, token = device.token) =>
    server.call('POST', `/api/printing/${token}/${what}`, body)
  /** What is handed over; undefined if there is nothing. */
  const next = async () => {
    const response = await asBridge('next')
    expect([200, 204]).toContain(response.statusCode)
    return response.statusCode === 204 ? undefined : response.json<{ name: string; text: string }>()
  }
  const answer = async (name: string, text: string) => (await asBridge('answer', { name, text })).statusCode
  const decide = (id: number, decision: string, person: Person = 'floor') =>
    call(person, 'POST', `/fiscal/${id}`, { decision })
  const z = (key?: string) => call('owner', 'POST', '/fiscal/z', undefined, key)
  return { ...fixture, ...{ device, list, receiptsOf, statesOf, leftOf, keyIn, asBridge, next, answer, decide, z } }
}
