import { beforeAll, describe, expect, it, vi } from 'vitest'
import { testServer } from '#server/testing/app.ts'
import { listenUrl, Phone } from '#server/testing/phone.ts'
import { newTable, seat, tableStatus } from '#server/testing/tables.ts'

const server = testServer()
let url = ''
beforeAll(async () => {
  url = await listenUrl(server.app)
})

const asOwner = (method: 'GET' | 'POST', path: string) =>
  server.call(method, path, undefined, { headers: { cookie: server.owner } })

describe('the end of a session', () => {
  it('is after 90 minutes: every phone is notified, later changes are rejected, and the table is free', async () => {
    const table = await newTable(server)
    const [ana] = await seat(url, table.id, ['Ana'])
    server.clock.set(new Date(Date.now() + 90 * 60_000 + 1000))
    ana.add(server.soup)
    expect((await ana.frame('ERROR')).payload).toEqual({
      message: 'This shared cart has ended',
      code: 'session_over',
    })
    // The phone may have been notified from a snapshot before the end was written.
    await vi.waitFor(async () => expect(await tableStatus(server, table.id)).toBe('available'))
    const next = await new Phone(url).join(table.id, 'Dan')
    expect(next.id).not.toBe(ana.joined.id)
    expect(await ana.complete()).toMatchObject({ status: 409, body: { code: 'session_over' } })
    server.clock.set(new Date())
  })

  it('by the restaurant is announced as such, also to a phone that comes back after its time would have been up', async () => {
    const table = await newTable(server)
    const [ana] = await seat(url, table.id, ['Ana'])
    expect((await asOwner('POST', `/api/shared-sessions/${ana.joined.id}/end`)).statusCode).toBeLessThan(300)
    const closed = { message: 'The table was closed by the restaurant', code: 'session_closed' }
    expect((await ana.frame('ERROR')).payload).toEqual(closed)
    server.clock.set(new Date(Date.now() + 91 * 60_000))
    await ana.open()
    ana.sendJoin()
    expect((await ana.frame('ERROR')).payload).toEqual(closed)
    server.clock.set(new Date())
  })

  it('leaves the table occupied while it has an open order, and completing an order leaves it occupied during a session', async () => {
    const table = await newTable(server)
    const [ana] = await seat(url, table.id, ['Ana'])
    const order = await server.call('POST', '/api/orders', {
      items: [{ menuItemId: server.soup, quantity: 1 }],
      total: 2850,
      tableId: table.id,
      customerName: `Table ${table.number}`,
      phoneNumber: '0000000000',
    })
    const setStatus = (status: string) =>
      server.call('PATCH', `/api/orders/${order.json().id}`, { status }, { headers: { cookie: server.owner } })
    await setStatus('completed')
    expect(await tableStatus(server, table.id)).toBe('occupied')
    await setStatus('ready')
    await ana.leave()
    expect(await tableStatus(server, table.id)).toBe('occupied')
    await setStatus('cancelled')
    expect(await tableStatus(server, table.id)).toBe('available')
  })

  it('can be requested by an owner, who gets the list of active sessions', async () => {
    const table = await newTable(server)
    const [ana, dan] = await seat(url, table.id, ['Ana', 'Dan'])
    ana.add(server.soup, 2)
    await dan.waitForCart({ [server.soup]: 2 })
    // Eve joined without a phone, so her session is not listed.
    await new Phone(url).join((await newTable(server)).id, 'Eve')
    const list = async () => (await asOwner('GET', '/api/shared-sessions')).json<unknown[]>()
    expect(await list()).toEqual([
      {
        ...{ id: ana.joined.id, tableId: table.id, tableNumber: table.number },
        ...{ guests: 2, unproven: 2, names: ['Ana', 'Dan'], total: 5700, minutesLeft: 90 },
      },
    ])
    expect((await asOwner('POST', `/api/shared-sessions/${ana.joined.id}/end`)).statusCode).toBe(204)
    await ana.frame('ERROR')
    await dan.frame('ERROR')
    expect(await list()).toEqual([])
    expect(await tableStatus(server, table.id)).toBe('available')
    expect((await asOwner('POST', `/api/shared-sessions/${ana.joined.id}/end`)).statusCode).toBe(204)
    expect((await asOwner('POST', `/api/shared-sessions/${'x'.repeat(24)}/end`)).statusCode).toBe(404)
  })
})
