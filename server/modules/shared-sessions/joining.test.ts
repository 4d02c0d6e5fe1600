import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { inTransaction } from '#server/db/index.ts'
import { secondInstance, takeaway, testServer } from '#server/testing/app.ts'
import { countLockWaits, untilLockWaits } from '#server/testing/database.ts'
import { type Joined, listenUrl, openTestSocket, Phone } from '#server/testing/phone.ts'
import { newTable, seat, seatAtNewTable, tableStatus } from '#server/testing/users.ts'

const server = testServer()

let url = ''

beforeAll(async () => {
  url = await listenUrl(server.app)
})

describe('joining a table', () => {
  it('starts a session of 90 minutes, and the table is occupied once the first phone connects', async () => {
    const table = await newTable(server)
    const phone = new Phone(url)
    const before = Date.now()
    const joined = await phone.join(table.id, '  Ana ')
    expect(joined).toEqual({
      id: expect.stringMatching(/^[\w-]{24}$/),
      tableId: table.id,
      tableNumber: table.number,
      expiresAt: expect.any(String),
      participant: {
        id: expect.stringMatching(/^[\w-]{24}$/),
        guestNumber: 1,
        name: 'Ana',
        isReady: false,
        isPresent: true,
        isAway: false,
      },
    })
    const durationMs = Date.parse(joined.expiresAt) - before
    expect(Math.round(durationMs / 60_000)).toBe(90)
    expect(await tableStatus(server, table.id)).toBe('available')
    await phone.enter()
    expect(await tableStatus(server, table.id)).toBe('occupied')
  })

  it('again from the same browser renames the participant instead of adding one', async () => {
    const table = await newTable(server)
    const phone = new Phone(url)
    const first = await phone.join(table.id, 'Ana')
    const repeated = await phone.join(table.id, 'Ana Maria')
    expect(repeated.participant).toEqual({ ...first.participant, name: 'Ana Maria' })
    await phone.leave()
    const other = new Phone(url)
    const next = await other.join(table.id, 'Dan')
    expect(next.id).not.toBe(first.id)
  })

  describe('from a new browser', () => {
    // Like the page, it first requests the tables, and stores the cookie of that response.
    const newBrowser = async () => {
      const phone = new Phone(url)
      await phone.call('GET', '/api/tables')
      return phone
    }
    const sameBrowser = (phone: Phone) => Object.assign(new Phone(url), { cookie: phone.cookie })

    it('adds one participant, even if the first response is lost', async () => {
      const table = await newTable(server)
      const phone = await newBrowser()
      const lost = await sameBrowser(phone).join(table.id, 'Ana')
      const joined = await phone.join(table.id, 'Ana')
      expect(joined).toEqual(lost)
      await phone.enter()
      expect((await phone.frame('PARTICIPANTS_UPDATED')).payload).toHaveLength(1)
    })

    it('adds one participant, even if two tabs join concurrently', async () => {
      const table = await newTable(server)
      const phone = await newBrowser()
      const tabs = [sameBrowser(phone), sameBrowser(phone)]
      const joined = await Promise.all(tabs.map((tab) => tab.join(table.id, 'Ana')))
      expect(new Set(joined.map(({ participant }) => participant.id)).size).toBe(1)
    })

    it('uses a guest token that is set once, differs between browsers and is not cached', async () => {
      const getTables = (cookie = '') => server.call('GET', '/api/tables', undefined, { headers: { cookie } })
      const [first, second] = [await getTables(), await getTables()]
      expect(first.headers['cache-control']).toBe('no-store')
      const [own, other] = [first, second].map(({ cookies }) => cookies[0]?.value)
      expect(first.cookies).toEqual([expect.objectContaining({ name: 'masa_guest', httpOnly: true, sameSite: 'Lax' })])
      expect(own).not.toBe(other)
      expect((await getTables(`masa_guest=${own}`)).cookies).toEqual([])
    })
  })

  it('is rejected for an unknown table and for a name of one letter', async () => {
    const phone = new Phone(url)
    const postJoin = (body: unknown) => phone.call('POST', '/api/shared-sessions', body)
    expect(await postJoin({ tableId: 999_999, name: 'Ana' })).toMatchObject({
      status: 404,
      body: { code: 'table_not_found' },
    })
    const { id } = await newTable(server)
    expect(await postJoin({ tableId: id, name: 'A' })).toMatchObject({
      status: 400,
      body: { message: 'Name must be at least 2 characters', issues: [{ path: 'name' }] },
    })
    expect(await tableStatus(server, id)).toBe('available')
  })

  it('notifies the other phones, and sends the new phone the session with its participants and cart', async () => {
    const table = await newTable(server)
    const [ana] = await seat(url, table.id, ['Ana'])
    ana.add(server.soup, 2)
    await ana.waitForCart({ [server.soup]: 2 })
    const [dan] = await seat(url, table.id, ['Dan'])
    expect(await ana.frame('PARTICIPANT_JOINED')).toMatchObject({ payload: { name: 'Dan' } })
    const list = await dan.frame('PARTICIPANTS_UPDATED')
    expect(list.payload.map(({ name, isPresent }) => [name, isPresent])).toEqual([
      ['Ana', true],
      ['Dan', true],
    ])
    expect((await dan.frame('SESSION_INFO')).payload.timeRemaining).toBeGreaterThan(90 * 60 - 30)
    expect(dan.framesOf('PARTICIPANT_JOINED')).toEqual([])
    expect(dan.cart()).toEqual([
      {
        id: expect.any(Number),
        participantId: ana.joined.participant.id,
        guestName: 'Ana',
        menuItemId: server.soup,
        name: 'Bean soup',
        nameRo: 'Ciorbă de fasole',
        price: 2850,
        isOrderable: true,
        quantity: 2,
        notes: null,
        options: [],
      },
    ])
    await ana.frame('PARTICIPANTS_UPDATED', 2)
  })

  it("by JOIN_SESSION is rejected for an unknown session, for another browser's participant, and without the cookie", async () => {
    const table = await newTable(server)
    const [ana, dan] = await seat(url, table.id, ['Ana', 'Dan'])
    const expectRejected = async (phone: Phone, joined: Joined) => {
      await phone.open()
      phone.joined = joined
      phone.sendJoin()
      expect((await phone.frame('ERROR')).payload).toEqual({
        message: 'This shared cart does not exist, or belongs to another phone',
        code: 'session_not_found',
      })
      phone.add(server.soup)
      expect((await phone.frame('ERROR', 2)).payload.code).toBe('session_not_found')
    }
    const cookie = dan.cookie
    await expectRejected(dan, ana.joined)
    await expectRejected(dan, { ...dan.joined, id: 'a'.repeat(24) })
    await expectRejected(dan, { ...ana.joined, participant: { ...dan.joined.participant, id: 'b'.repeat(24) } })
    dan.cookie = ''
    await expectRejected(dan, ana.joined)
    dan.cookie = cookie
    expect(ana.framesOf('ERROR')).toEqual([])
  })
})

describe('joining too often', () => {
  const strict = testServer({ guestWritesPerMinute: 3 })

  it("is rejected by the limit on guests' writes", async () => {
    const postJoin = () => strict.call('POST', '/api/shared-sessions', { tableId: strict.table, name: 'Ana' })
    const statuses = []
    for (let i = 0; i < 4; i++) statuses.push((await postJoin()).statusCode)
    expect(statuses).toEqual([201, 201, 201, 429])
  })
})

const placeOrder = () => server.call('POST', '/api/orders', takeaway(server))

it('many concurrent frames and requests for one cart wait on only two connections, and orders are placed meanwhile', async () => {
  const phones = await seatAtNewTable(server, ['Ana', 'Dan', 'Eva', 'Ion', 'Mia'])
  const [ana] = phones
  const { id: tableId } = await newTable(server)
  const joining = Array.from({ length: 10 }, (_, i) => ({ tableId, name: `Guest ${i}` }))
  const requests: Promise<unknown>[] = []
  await inTransaction(server.connection.db, async (tx) => {
    await tx.execute(sql`select id from shared_sessions where id = ${ana.joined.id} for update`)
    await tx.execute(sql`lock table shared_sessions in share row exclusive mode`)
    for (const phone of phones) for (let i = 0; i < 4; i++) phone.ready(i % 2 === 0)
    for (let i = 0; i < 10; i++) requests.push(ana.complete({}))
    for (const body of joining) requests.push(server.call('POST', '/api/shared-sessions', body))
    await untilLockWaits(server, 2)
    const responses = await Promise.all(Array.from({ length: 10 }, placeOrder))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(201))
    expect(await countLockWaits(server)).toBe(2)
  })
  await Promise.all(requests)
})

it('a frame that is still queued when its socket closes is not processed', async () => {
  const [ana, dan] = await seatAtNewTable(server, ['Ana', 'Dan'])
  const url = await listenUrl(server.app)
  const { id: sessionId, participant } = dan.joined
  const join = JSON.stringify({ type: 'JOIN_SESSION', payload: { sessionId, participantId: participant.id } })
  const add = JSON.stringify({ type: 'ADD_ITEM', payload: { menuItemId: server.pizza, quantity: 1 } })
  const sockets = await Promise.all(Array.from({ length: 5 }, () => openTestSocket(url, { cookie: dan.cookie })))
  for (const { socket } of sockets) socket.send(join)
  for (const { receivedFrames } of sockets)
    await vi.waitFor(() => expect(receivedFrames().map(({ type }) => type)).toContain('CART_ITEMS'))
  await inTransaction(server.connection.db, async (tx) => {
    await tx.execute(sql`select id from shared_sessions where id = ${sessionId} for update`)
    ana.ready()
    await untilLockWaits(server, 1)
    for (const { socket, closeCode } of sockets) {
      socket.send(add)
      socket.close()
      await vi.waitFor(() => expect(closeCode()).toBeDefined())
    }
    dan.add(server.pizza)
    dan.ready()
  })
  await vi.waitFor(() => expect(ana.readyMarks()).toEqual({ Ana: true, Dan: true }))
  expect(ana.cart()).toMatchObject([{ menuItemId: server.pizza, quantity: 1 }])
})

describe('two instances', () => {
  const second = secondInstance(server)
  let urls: [string, string]

  beforeAll(async () => {
    urls = [url, await listenUrl(second.app)]
  })

  it('share one cart, one list of participants and one order', async () => {
    const table = await newTable(server)
    const [ana] = await seat(urls[0], table.id, ['Ana'])
    const [dan] = await seat(urls[1], table.id, ['Dan'])
    expect(dan.joined.id).toBe(ana.joined.id)
    ana.add(server.soup)
    dan.add(server.pizza, 3)
    await Promise.all([ana, dan].map((phone) => phone.waitForCart({ [server.soup]: 1, [server.pizza]: 3 })))
    ana.ready()
    dan.ready()
    await Promise.all([ana.frame('ALL_READY'), dan.frame('ALL_READY')])
    const [first, second] = await Promise.all([ana.complete(), dan.complete()])
    expect([first.status, second.body]).toEqual([200, first.body])
    expect((await ana.frame('SESSION_COMPLETED')).payload).toEqual((await dan.frame('SESSION_COMPLETED')).payload)
  })

  it('start one session for twelve phones that join concurrently', async () => {
    const table = await newTable(server)
    const phones = Array.from({ length: 12 }, (_, i) => new Phone(urls[i % 2 ? 0 : 1]))
    const joined = await Promise.all(phones.map((phone, i) => phone.join(table.id, `Guest ${i}`)))
    expect(new Set(joined.map(({ id }) => id)).size).toBe(1)
    expect(new Set(joined.map(({ participant }) => participant.id)).size).toBe(12)
    expect(joined.map(({ participant }) => participant.guestNumber).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, i) => i + 1),
    )
  })

  it('make unconfirmed changes once that a page repeats after it reconnects to the other instance', async () => {
    const table = await newTable(server)
    const [ana] = await seat(urls[0], table.id, ['Ana'])
    ana.add(server.soup, 2, 1)
    await ana.waitForCart({ [server.soup]: 2 })
    const reconnected = Object.assign(new Phone(urls[1]), { cookie: ana.cookie, joined: ana.joined })
    await reconnected.enter()
    expect(reconnected.framesOf('CART_ITEMS')[0]?.refs).toEqual([1])
    reconnected.add(server.soup, 2, 1)
    reconnected.add(server.soup, 1, 2)
    await vi.waitFor(() => expect(ana.cart()[0]?.quantity).toBe(3))
  })
})
