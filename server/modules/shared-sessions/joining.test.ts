import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { inTransaction } from '#server/db/index.ts'
import { sessionParticipants, sharedSessions } from '#server/db/schema/index.ts'
import type { Log } from '#server/platform/log.ts'
import { takeaway, testServer } from '#server/testing/app.ts'
import { countLockWaits, untilLockWaits } from '#server/testing/database.ts'
import { recordingLog } from '#server/testing/log.ts'
import { type Joined, listenUrl, openTestSocket, Phone } from '#server/testing/phone.ts'
import { newTable, seat, seatAtNewTable, tableStatus } from '#server/testing/users.ts'
import { addItem, changeOnce } from './cart.ts'
import { endExpired, leave } from './ending.ts'
import { join, markPresent } from './joining.ts'

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
      },
    })
    const durationMs = Date.parse(joined.expiresAt) - before
    expect(Math.round(durationMs / 60_000)).toBe(90)
    expect(await tableStatus(server, table.id)).toBe('available')
    await phone.enter()
    expect(await tableStatus(server, table.id)).toBe('occupied')
  })

  it('adds concurrent phones to one session', async () => {
    const table = await newTable(server)
    const phones = Array.from({ length: 12 }, () => new Phone(url))
    const joined = await Promise.all(phones.map((phone, i) => phone.join(table.id, `Guest ${i}`)))
    expect(new Set(joined.map(({ id }) => id)).size).toBe(1)
    expect(new Set(joined.map(({ participant }) => participant.id)).size).toBe(12)
    expect(joined.map(({ participant }) => participant.guestNumber).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, i) => i + 1),
    )
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

  it('is rejected when 20 participants are seated, until one of them leaves', async () => {
    const table = await newTable(server)
    const phones = Array.from({ length: 20 }, () => new Phone(url))
    for (const [i, phone] of phones.entries()) {
      await phone.join(table.id, `Guest ${i}`)
      await phone.enter()
    }
    const latePhone = new Phone(url)
    const joinLate = () => latePhone.call('POST', '/api/shared-sessions', { tableId: table.id, name: 'Late' })
    expect(await joinLate()).toMatchObject({ status: 409, body: { code: 'session_full' } })
    await phones[3]?.leave()
    const { body } = await joinLate()
    expect(body).toMatchObject({ participant: { guestNumber: 21 } })
    latePhone.joined = body as Joined
    await latePhone.enter()
    expect(await phones[3]?.call('POST', '/api/shared-sessions', { tableId: table.id, name: 'Back' })).toMatchObject({
      status: 409,
    })
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

  it('is counted together for all addresses of an IPv6 /64 network', async () => {
    const statuses = []
    for (let i = 1; i <= 4; i++) {
      const remoteAddress = `2001:db8:0:7::${i}`
      const body = { tableId: strict.table, name: 'Ana' }
      statuses.push((await strict.call('POST', '/api/shared-sessions', body, { remoteAddress })).statusCode)
    }
    expect(statuses).toEqual([201, 201, 201, 429])
  })
})

const placeOrder = () => server.call('POST', '/api/orders', takeaway(server))

it('many concurrent frames and requests for one cart wait on only three connections, and orders are placed meanwhile', async () => {
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
    await untilLockWaits(server, 3)
    const responses = await Promise.all(Array.from({ length: 10 }, placeOrder))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(201))
    expect(await countLockWaits(server)).toBe(3)
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

describe('seats', () => {
  const start = new Date('2027-03-01T18:00:00Z')

  const SECOND_MS = 1000

  let table = { id: 0, number: 0 }

  let guests = 0

  beforeEach(async () => {
    table = await newTable(server)
    atSecond(0)
  })

  const atSecond = (seconds: number) => server.clock.set(new Date(start.getTime() + seconds * SECOND_MS))

  const db = () => server.connection.db

  const now = () => server.clock.now()

  const isAwaited = () => true

  /** Joins by HTTP without opening a socket. */
  async function joinWithoutPhone(name = `Guest ${++guests}`, tableId = table.id) {
    const tokenHash = `token of ${name}`
    const { id: sessionId, participant } = await join(db(), { tableId, name, tokenHash, now: now() })
    return { sessionId, participantId: participant.id, tokenHash, isAwaited }
  }

  type Guest = Awaited<ReturnType<typeof joinWithoutPhone>>

  /** Marks the guest's phone as connected, as JOIN_SESSION does. */
  const connectPhone = (guest: Guest) => markPresent(db(), guest, now())

  async function joinWithPhone(name?: string): Promise<Guest> {
    const guest = await joinWithoutPhone(name)
    await connectPhone(guest)
    return guest
  }

  const add = (guest: Guest) =>
    changeOnce(db(), { ...guest, ref: undefined }, now(), addItem({ menuItemId: server.soup, quantity: 1 }))

  const endExpiredSessions = (log = recordingLog()) => endExpired(db(), now(), log.log as Log).then(log.logged)

  const currentTableStatus = () => tableStatus(server, table.id)

  let signedIn: ReturnType<typeof signIn> | undefined

  async function signIn(): Promise<string> {
    const { cookies } = await server.call('POST', '/api/login', { username: 'boss', password: 'secret-boss' })
    return `masa_session=${cookies.find(({ name }) => name === 'masa_session')?.value}`
  }

  async function asOwner(path: string, body: unknown): Promise<void> {
    signedIn ??= signIn()
    const response = await server.call('PATCH', path, body, { headers: { cookie: await signedIn } })
    expect(response.statusCode).toBe(200)
  }

  const setStatus = (to: string) => asOwner(`/api/tables/${table.id}/status`, { status: to })

  /** Whether the table has no active session. */
  async function hasNoSession(tableId = table.id): Promise<boolean> {
    const rows = await db().select().from(sharedSessions).where(eq(sharedSessions.tableId, tableId))
    return rows.every((session) => session.status !== 'active')
  }

  describe('a seat', () => {
    it('is not used by participants without a phone: even with fifty of them, guests can join', async () => {
      for (let i = 0; i < 50; i++) await joinWithoutPhone()
      await joinWithPhone('Ana')
      for (let i = 0; i < 50; i++) await joinWithoutPhone()
      await joinWithPhone('Dan')
    })

    it('is one of 20, even for a participant who joined earlier without a phone', async () => {
      const early = await joinWithoutPhone('Early')
      for (let i = 0; i < 20; i++) await joinWithPhone()
      await expect(joinWithoutPhone('Late')).rejects.toMatchObject({ code: 'session_full' })
      await expect(connectPhone(early)).rejects.toMatchObject({ code: 'session_full' })
    })

    it('is one of 20, even when more phones connect concurrently', async () => {
      const joined = []
      for (let i = 0; i < 24; i++) joined.push(await joinWithoutPhone())
      const outcomes = await Promise.allSettled(joined.map(connectPhone))
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    })

    it('is lost after two minutes without a phone, unless the participant has lines', async () => {
      const [ana, dan] = [await joinWithPhone('Ana'), await joinWithPhone('Dan')]
      await add(ana)
      atSecond(119)
      for (let i = 0; i < 18; i++) await joinWithPhone()
      await expect(joinWithPhone()).rejects.toMatchObject({ code: 'session_full' })
      atSecond(121)
      await joinWithPhone()
      await expect(connectPhone(dan)).rejects.toMatchObject({ code: 'session_full' })
      await expect(joinWithoutPhone('Dan')).rejects.toMatchObject({ code: 'session_full' })
      expect(await joinWithoutPhone('Ana')).toEqual(ana)
      await connectPhone(ana)
    })

    it('is missing for at most about 100 stored participants; older ones are deleted', async () => {
      const ana = await joinWithPhone('Ana')
      await add(ana)
      const dan = await joinWithPhone('Dan')
      atSecond(200)
      for (let i = 0; i < 150; i++) await joinWithoutPhone()
      const ghost = await joinWithoutPhone('Ghost')
      const rows = await db().select().from(sessionParticipants).where(eq(sessionParticipants.sessionId, ana.sessionId))
      expect(rows.length).toBeLessThan(110)
      const storedIds = new Set(rows.map(({ id }) => id))
      expect([ana, dan, ghost].map(({ participantId }) => storedIds.has(participantId))).toEqual([true, true, true])
    })
  })

  describe('a participant without a phone', () => {
    it('is not in the list of participants, and need not be ready for the order', async () => {
      const url = await listenUrl(server.app)
      const [ana] = await seat(url, table.id, ['Ana'])
      const dan = new Phone(url)
      await dan.join(table.id, 'Dan')
      ana.add(server.soup)
      await ana.waitForCart({ [server.soup]: 1 })
      ana.ready()
      await ana.frame('ALL_READY')
      expect(ana.framesOf('PARTICIPANT_JOINED')).toEqual([])
      await dan.enter()
      expect((await ana.frame('PARTICIPANT_JOINED')).payload).toEqual({ name: 'Dan' })
      expect(await ana.complete()).toMatchObject({ status: 409, body: { code: 'not_everybody_ready' } })
    })
  })

  describe('a session without a connected phone', () => {
    it.each(['available', 'occupied', 'reserved'])('ends after a minute and leaves its table %s', async (before) => {
      await setStatus(before)
      await joinWithoutPhone()
      expect(await currentTableStatus()).toBe(before)
      atSecond(59)
      await joinWithoutPhone()
      await endExpiredSessions()
      expect(await hasNoSession()).toBe(false)
      atSecond(60)
      await endExpiredSessions()
      expect(await hasNoSession()).toBe(true)
      expect(await currentTableStatus()).toBe(before)
    })

    it('occupies its table once, when the first phone connects', async () => {
      const [ana, dan] = [await joinWithoutPhone('Ana'), await joinWithoutPhone('Dan')]
      await setStatus('reserved')
      await Promise.all([connectPhone(ana), connectPhone(dan)])
      expect(await currentTableStatus()).toBe('occupied')
      await setStatus('reserved')
      await joinWithPhone('Eva')
      await connectPhone(ana)
      expect(await currentTableStatus()).toBe('reserved')
    })

    it('does not keep the table occupied when its last order ends', async () => {
      const order = await server.call('POST', '/api/orders', takeaway(server, { tableId: table.id }))
      await joinWithoutPhone()
      await asOwner(`/api/orders/${order.json().id}`, { status: 'completed' })
      expect(await currentTableStatus()).toBe('available')
    })

    it('ends a minute after the last participant with a phone left, and the table is free', async () => {
      const [ana] = [await joinWithPhone('Ana'), await joinWithoutPhone()]
      await leave(db(), ana.sessionId, ana.tokenHash, now())
      expect(await hasNoSession()).toBe(false)
      atSecond(60)
      await endExpiredSessions()
      expect([await hasNoSession(), await currentTableStatus()]).toEqual([true, 'available'])
    })

    it('is replaced by a new session for guests who connect after a minute', async () => {
      const early = await joinWithoutPhone()
      atSecond(61)
      const ana = await joinWithPhone('Ana')
      expect(ana.sessionId).not.toBe(early.sessionId)
      await endExpiredSessions()
      expect([await hasNoSession(), await currentTableStatus()]).toEqual([false, 'occupied'])
    })

    it('does not end until all participants whose phones once connected have left', async () => {
      const url = await listenUrl(server.app)
      const [ana] = await seat(url, table.id, ['Ana'])
      await joinWithoutPhone('Dan')
      ana.socket?.close()
      atSecond(600)
      await endExpiredSessions()
      expect(await hasNoSession()).toBe(false)
      await ana.leave()
      await endExpiredSessions()
      expect(await hasNoSession()).toBe(true)
    })
  })

  describe('ending expired sessions', () => {
    it('ends all others if one fails, and the failed one on the next run', async () => {
      const tables = [table, await newTable(server), await newTable(server)]
      for (const { id } of tables) await joinWithoutPhone(undefined, id)
      const failingId = tables[0]?.id ?? 0
      await db().execute(
        sql.raw(`
      create function reject_end() returns trigger language plpgsql as $$ begin raise exception 'not this one'; end $$;
      create trigger reject_end before update on shared_sessions for each row when (old.table_id = ${failingId})
      execute function reject_end()`),
      )
      atSecond(90 * 60)
      expect(await endExpiredSessions()).toContain('P0001')
      await db().execute(sql.raw('drop function reject_end() cascade'))
      const ended = []
      for (const { id } of tables) ended.push(await hasNoSession(id))
      expect(ended).toEqual([false, true, true])
      await endExpiredSessions()
      expect(await hasNoSession()).toBe(true)
    })
  })

  describe('starting sessions', () => {
    it('is limited to 60 per address in ten minutes, without counting guests who join an active session', async () => {
      const postJoin = (tableId: number, remoteAddress: string) =>
        server.call('POST', '/api/shared-sessions', { tableId, name: 'Ana' }, { remoteAddress })
      const statuses = []
      for (let i = 0; i < 60; i++) {
        const { id } = await newTable(server)
        statuses.push((await postJoin(id, `2001:db8:5:5::${i}`)).statusCode)
      }
      expect(statuses).toEqual(Array(60).fill(201))
      const rejected = await postJoin(table.id, '2001:db8:5:5::ffff')
      expect(rejected.statusCode).toBe(429)
      const retryAfter = Number(rejected.headers['retry-after'])
      expect(retryAfter).toBeGreaterThan(0)
      expect(retryAfter).toBeLessThanOrEqual(600)
      expect(await hasNoSession()).toBe(true)
      expect((await postJoin(table.id, '2001:db8:5:6::1')).statusCode).toBe(201)
      expect((await postJoin(table.id, '2001:db8:5:5::1')).statusCode).toBe(201)
    })
  })
})
