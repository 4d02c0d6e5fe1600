import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { secondInstance, testServer } from '#server/testing/app.ts'
import { listenUrl, openTestSocket, type TestSocket, WAIT_OPTIONS } from '#server/testing/phone.ts'
import { newTable } from '#server/testing/users.ts'
import type { ServerFrame } from '#shared/contracts/live.ts'

interface Made {
  id: number
  callToken: string
}

let table = { id: 0, number: 0 }
const server = testServer()
const second = secondInstance(server)
let urls: string[] = []

beforeAll(async () => {
  urls = [await listenUrl(server.app), await listenUrl(second.app)]
})

beforeEach(async () => {
  table = await newTable(server)
})

const call = async (kind = 'waiter', at = table.id) =>
  (await server.call('POST', `/api/tables/${at}/calls`, { kind })).json<Made>()
const asOwnerCall = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) =>
  server.asOwner(method, `/api/tables/${table.id}${path}`, body)
const status = (id: number, status: string): ServerFrame =>
  ({ type: 'CALL_STATUS', payload: { id, status } }) as ServerFrame

function watch({ socket }: TestSocket, id: number, token: string): void {
  socket.send(JSON.stringify({ type: 'WATCH_CALL', payload: { id, token }, ref: -id }))
}

const expectFrames = (phone: TestSocket, frames: object[]) =>
  vi.waitFor(() => expect(phone.receivedFrames()).toEqual(frames), WAIT_OPTIONS)

describe('a phone that watches a call', () => {
  it.each([0, 1])('gets its status at once and at each change, through instance %i', async (instance) => {
    const phone = await openTestSocket(urls[instance] ?? '')
    const { id, callToken } = await call()
    watch(phone, id, callToken)
    await expectFrames(phone, [status(id, 'open')])
    await asOwnerCall('POST', `/calls/${id}/take`)
    await expectFrames(phone, [status(id, 'open'), status(id, 'taken')])
    await asOwnerCall('DELETE', `/calls/${id}`)
    await expectFrames(phone, [status(id, 'open'), status(id, 'taken'), status(id, 'ended')])
    phone.socket.close()
  })

  it.each([
    ['freed', () => asOwnerCall('PATCH', '/status', { status: 'available' })],
    ['deleted', () => asOwnerCall('DELETE', '')],
  ])('gets the end when the table is %s', async (_, change) => {
    const phone = await openTestSocket(urls[1] ?? '')
    const { id, callToken } = await call('bill')
    watch(phone, id, callToken)
    await expectFrames(phone, [status(id, 'open')])
    expect((await change()).statusCode).toBeLessThan(300)
    await expectFrames(phone, [status(id, 'open'), status(id, 'ended')])
    phone.socket.close()
  })

  it('gets the same error for a wrong token and for an unknown call, and no status later', async () => {
    const [own, other] = [await call('waiter'), await call('bill')]
    const phone = await openTestSocket(urls[0] ?? '')
    const attempts: [number, string][] = [
      [own.id, other.callToken],
      [own.id, ''],
      [999_999, own.callToken],
    ]
    for (const [id, token] of attempts) watch(phone, id, token)
    const payload = { code: 'call_over', message: 'This call has ended' }
    const errors = attempts.map(([id]) => ({ type: 'ERROR', payload, ref: -id }))
    await expectFrames(phone, errors)
    await asOwnerCall('DELETE', `/calls/${own.id}`)
    watch(phone, other.id, other.callToken)
    await expectFrames(phone, [...errors, status(other.id, 'open')])
    phone.socket.close()
  })

  it('reconnects if the database fails, so that it misses nothing', async () => {
    const phone = await openTestSocket(urls[0] ?? '')
    const { id, callToken } = await call()
    watch(phone, id, callToken)
    await expectFrames(phone, [status(id, 'open')])
    const { db } = server.connection
    await db.execute(sql`alter table table_calls rename to away`)
    await db.execute(sql.raw(`select pg_notify('masa', '{"topic":"call","id":${id}}')`))
    await vi.waitFor(() => expect(phone.closeCode()).toBe(1012), WAIT_OPTIONS)
    await db.execute(sql`alter table away rename to table_calls`)
  })
})
