import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { databaseAt } from '#server/db/index.ts'
import type { WhatsappAccount } from '#server/modules/notifications/index.ts'
import type { Log } from '#server/platform/log.ts'
import { secondInstance, takeaway, testServer } from '#server/testing/app.ts'
import { backupsOf, newFolder, restoreFrom } from '#server/testing/backups.ts'
import { query } from '#server/testing/databases.ts'
import { recordingLog } from '#server/testing/log.ts'
import { WAIT_OPTIONS } from '#server/testing/phone.ts'
import { TestPrinter, TestStarPrinter } from '#server/testing/printer.ts'
import { PROFILE } from '#server/testing/receipts.ts'
import { TestReceiver } from '#server/testing/receiver.ts'
import { openWhatsapp, type TestWhatsapp } from '#server/testing/whatsapp.ts'
import type { BeforeService } from '#shared/contracts/before-service.ts'
import type { JournalEntry } from '#shared/contracts/journal.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import { readErased } from './folder.ts'

const account = {} as WhatsappAccount
const OUTSIDE = { whatsapp: account, printersOnLoopback: true, webhooksOnLoopback: true }
/** The bodies of requests that need one. */
const BODIES: Record<string, object> = {
  '/printers/1/test': { answers: true },
  '/webhooks/1/deliveries/1': { again: true },
}
const printer = new TestPrinter()
const receiver = new TestReceiver()
let whatsapp: TestWhatsapp
let copyUrl = ''
let backupDir = ''
let token = ''
let word = ''
let starToken = ''
let bridgeToken = ''

const server = testServer({ webhooksOnLoopback: true })
const url = () => server.connection.server.url()

beforeAll(async () => {
  whatsapp = await openWhatsapp()
  Object.assign(account, whatsapp.account)
  await Promise.all([printer.open(), receiver.open()])
  const post = async (route: string, body: object = {}) => {
    const response = await server.asOwner('POST', `/api${route}`, body)
    expect([route, response.statusCode]).toEqual([route, expect.toBeOneOf([200, 201])])
    return response.json()
  }
  const kind = { mode: 'text', stations: [1] }
  await post('/printers', { name: 'Kitchen', kind: 'network', address: 'kitchen.invalid', port: printer.port, ...kind })
  const { id: star } = await post('/printers', { name: 'Cloud', kind: 'star', ...kind })
  starToken = (await post(`/printers/${star}/token`)).token
  const { id: device } = await post('/printers', { name: 'Device', kind: 'fiscal', profile: PROFILE })
  bridgeToken = (await post(`/printers/${device}/token`)).token
  receiver.secret = (await post('/webhooks', { url: receiver.url, events: ['order.created'] })).secret
  token = (await post('/programs', { name: 'Till', scopes: ['orders:read'] })).token
  const { id: user } = await post('/users', { username: 'ana', isOwner: false, duties: [], password: 'parola1' })
  word = (await post(`/users/${user}/link`, { currentPassword: 'secret-boss' })).link.split(/[#/=]/).at(-1)
  await server.asOwner('PATCH', '/api/settings', { ownerPhoneNumber: '40712000111' })
  await server.asOwner('PATCH', '/api/settings', { payments: true, fiscal: true })
  const made = await backupsOf(server)
  const { name } = await made.make()
  copyUrl = (await restoreFrom(path.join(made.dir, name))).url
  backupDir = path.join(await newFolder(), 'backups')
  // All that the stand-ins hear comes from the copy: they had other addresses when the backup was made.
  await query(copyUrl, `update printers set address = '127.0.0.1' where kind = 'network'`)
  // The owner of the first restaurant is signed in here too.
  const [session] = await query<{ hash: string }>(url(), 'select token_hash as hash from sessions')
  await query(
    copyUrl,
    `insert into sessions (token_hash, user_id, created_at, used_at, expires_at)
     select '${session?.hash}', id, now(), now(), now() + interval '1 day' from users where is_owner`,
  )
})
afterAll(() => Promise.all([whatsapp.close(), printer.close(), receiver.close()]))

const copy = secondInstance(server, OUTSIDE, () => {
  const { pictures, clock } = server
  const log = recordingLog().log as Log
  return {
    url: copyUrl,
    backups: { server: databaseAt(copyUrl), dir: backupDir, keep: 14, pictures, clock, log },
  }
})
const answer = async (method: 'GET' | 'POST', route: string, body?: object) => {
  const response = await copy.asOwner(method, `/api${route}`, body)
  return [response.statusCode, response.json<{ code?: string }>().code]
}
const place = async () => (await copy.call('POST', '/api/orders', takeaway(server))).json<PlacedOrder>()
const checks = async () => {
  const { checks } = (await copy.asOwner('GET', '/api/before-service')).json<BeforeService>()
  return checks.map(({ name, state }) => `${name} ${state}`)
}
const asBridge = async () => (await copy.call('POST', `/api/printing/${bridgeToken}/next`)).statusCode
const numbersOn = (papers: readonly string[]) => papers.map((paper) => Number(/#(\d+)/.exec(paper)?.[1]))
const until = (claim: () => Promise<void> | void) => vi.waitFor(claim, WAIT_OPTIONS)

it('lets nobody in by what may have been revoked since the backup', async () => {
  const headers = { authorization: `Bearer ${token}` }
  expect((await server.call('GET', '/api/orders', undefined, { headers })).statusCode).toBe(200)
  expect((await copy.call('GET', '/api/orders', undefined, { headers })).statusCode).toBe(401)
  expect((await copy.call('POST', '/api/login/link', { word })).statusCode).toBe(404)
  expect((await server.call('POST', '/api/login/link', { word })).statusCode).toBe(200)
})

it('leads nothing outside until an owner says that it is the real one, and then nothing that was made before', async () => {
  const star = new TestStarPrinter(async (method, route, body) => {
    const { statusCode, body: text } = await copy.call(method, route, body)
    return { status: statusCode, body: text }
  }, starToken)
  const old = await place()
  await star.ask()
  expect(await answer('GET', `/printing/${starToken}`)).toEqual([404, 'not_found'])
  for (const route of [
    '/printers/1/test',
    '/webhooks/1/test',
    '/webhooks/1/deliveries/1',
    '/whatsapp/test',
    '/backups',
  ])
    expect([route, ...(await answer('POST', route, BODIES[route]))]).toEqual([route, 409, 'restored_copy'])
  expect(await answer('POST', '/printers/search', {})).toEqual([409, 'restored_copy'])
  const print = { document: 'receipt', orderId: old.id }
  expect(await answer('POST', '/printers/1/print', print)).toEqual([409, 'restored_copy'])
  const found = await checks()
  expect(found[0]).toBe('restored wrong')
  expect(found).toEqual(
    expect.arrayContaining(['printers unused', 'webhooks unused', 'whatsapp unused', 'backup unused']),
  )
  await copy.asOwner('PATCH', `/api/orders/${old.id}`, { status: 'completed', withoutPayment: true })
  const [customer] = (await copy.asOwner('GET', '/api/customers')).json<{ id: number }[]>()
  expect((await copy.asOwner('DELETE', `/api/customers/${customer?.id}`)).statusCode).toBe(204)
  const tried = await place()
  const payment = { orders: [tried.id], due: tried.total, amount: tried.total, method: 1 }
  expect((await copy.asOwner('POST', '/api/payments', payment, { 'idempotency-key': 'tried' })).statusCode).toBe(201)
  await star.ask()
  expect(await asBridge()).toBe(204)
  expect([printer.connections, receiver.types, whatsapp.calls, star.papers]).toEqual([0, [], [], []])
  expect(await readdir(path.dirname(backupDir))).toEqual([])

  for (let n = 0; n < 2; n++) expect((await copy.asOwner('POST', '/api/restored')).statusCode).toBe(204)
  const { id } = await place()
  await until(() => expect(numbersOn(printer.papers)).toEqual([id]))
  await until(() => expect(receiver.events.map(({ data }) => data.id)).toEqual([id]))
  await until(() => expect(whatsapp.acceptedMessages.map(({ parameters }) => parameters[0])).toEqual([String(id)]))
  await star.ask()
  expect(numbersOn(star.papers)).toEqual([id])
  expect(await asBridge()).toBe(204)
  expect(await query(copyUrl, 'select state from fiscal_receipts')).toEqual([{ state: 'unclear' }])
  expect((await readErased(backupDir)).length).toBeGreaterThan(0)
  const after = await checks()
  expect(after.filter((check) => check.startsWith('restored'))).toEqual([])
  expect(after).toEqual(expect.arrayContaining(['printers ok', 'webhooks ok', 'whatsapp ok']))
  expect(await answer('POST', '/printers/1/test', { answers: true })).toEqual([201, undefined])
  const { statusCode, body } = await copy.asOwner('POST', '/api/backups')
  // A minute that has just begun makes the day's.
  if (!body.includes('backup_running')) expect(statusCode).toBe(202)
  const { entries } = (await copy.asOwner('GET', '/api/journal')).json<{ entries: JournalEntry[] }>()
  expect(entries.filter(({ kind }) => kind === 'restored_real')).toMatchObject([{ username: 'boss' }])
})
