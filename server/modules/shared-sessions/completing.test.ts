import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { inTransaction, removeOver } from '#server/db/index.ts'
import { menuItems, orders, sessionParticipants, sharedSessions } from '#server/db/schema/index.ts'
import { testServer } from '#server/testing/app.ts'
import { listenUrl, Phone, WAIT_OPTIONS } from '#server/testing/phone.ts'
import { newTable, seat } from '#server/testing/users.ts'
import type { Order, PlacedOrder } from '#shared/contracts/orders.ts'

// The tests send more requests than an address may send within a minute.
const server = testServer({ guestWritesPerMinute: 0 })

let url = ''

beforeAll(async () => {
  url = await listenUrl(server.app)
})

describe('complete', () => {
  let table = { id: 0, number: 0 }

  let start = new Date()

  let ana: Phone

  let dan: Phone

  beforeEach(async () => {
    start = new Date()
    server.clock.set(start)
    table = await newTable(server)
    ;[ana, dan] = await seat(url, table.id, ['Ana', 'Dan'])
  })

  const ordersAt = (tableId: number) =>
    server.connection.db.select({ id: orders.id }).from(orders).where(eq(orders.tableId, tableId))

  const asOwner = (method: 'PATCH', path: string, body: unknown) =>
    server.call(method, path, body, { headers: { cookie: server.owner } })

  /** Whether each participant is present, as last sent to Ana. */
  const presenceOfAll = () =>
    ana
      .framesOf('PARTICIPANTS_UPDATED')
      .at(-1)
      ?.payload.map(({ isPresent }) => isPresent)

  /** Gives Ana two soups and Dan a pizza, and makes both ready. */
  async function allReady(): Promise<void> {
    ana.add(server.soup, 2)
    dan.add(server.pizza)
    await ana.waitForCart({ [server.soup]: 2, [server.pizza]: 1 })
    ana.ready()
    dan.ready()
    await ana.frame('ALL_READY')
  }

  describe('completing a session', () => {
    it('returns the stored response when it is repeated, even if another version of Masa stored it', async () => {
      await allReady()
      const first = (await ana.complete()).body as PlacedOrder
      await server.connection.db.execute(
        sql`update shared_sessions set placed = placed - 'version' - 'seenAt' where id = ${ana.joined.id}`,
      )
      const { version, seenAt, ...stored } = first
      expect(await dan.complete()).toEqual({ status: 200, body: stored })
    })

    it('is rejected for a participant whose phone never connected, who never gets the order or its token', async () => {
      const eve = new Phone(url)
      await eve.join(table.id, 'Eve')
      await allReady()
      expect(await eve.complete()).toMatchObject({ status: 409, body: { code: 'not_everybody_ready' } })
      expect(await ordersAt(table.id)).toEqual([])
      expect((await ana.complete()).status).toBe(200)
      const notFound = { status: 404, body: { code: 'session_not_found' } }
      expect(await eve.complete()).toMatchObject(notFound)
      await eve.open()
      eve.sendJoin()
      expect((await eve.frame('ERROR')).payload.code).toBe('session_not_found')
      expect(await eve.complete()).toMatchObject(notFound)
      // Joining again starts a new session, without this order.
      expect((await eve.join(table.id, 'Eve')).id).not.toBe(ana.joined.id)
      await eve.enter()
      expect(eve.framesOf('SESSION_COMPLETED')).toEqual([])
    })

    it('gives the order only to participants who have lines or are present, even if they are disconnected', async () => {
      const [eva, ion] = await seat(url, table.id, ['Eva', 'Ion'])
      for (const phone of [eva, ion]) phone.ready()
      await allReady()
      for (const phone of [dan, eva]) phone.socket?.close()
      server.clock.set(new Date(start.getTime() + 131_000))
      for (const phone of [ana, ion]) await phone.enter()
      await ana.frame('ALL_READY')
      ion.socket?.close()
      // Eva has no lines, and has been absent for two minutes: she can neither place nor get the order.
      expect(await eva.complete()).toMatchObject({ status: 409, body: { code: 'not_everybody_ready' } })
      const { body } = await ana.complete()
      for (const phone of [ana, dan, ion]) {
        expect(await phone.complete()).toEqual({ status: 200, body })
        await phone.open()
        phone.sendJoin()
        await phone.frame('SESSION_COMPLETED')
      }
      expect(await eva.complete()).toMatchObject({ status: 404, body: { code: 'session_not_found' } })
      await eva.open()
      eva.sendJoin()
      expect((await eva.frame('ERROR')).payload.code).toBe('session_not_found')
      const { db } = server.connection
      const remaining = await db
        .select()
        .from(sessionParticipants)
        .where(eq(sessionParticipants.sessionId, ana.joined.id))
      expect(remaining.map(({ name }) => name).sort()).toEqual(['Ana', 'Dan', 'Ion'])
    })

    it('places one order of all lines, each with its guest, and sends it to every phone with the total', async () => {
      await allReady()
      const itemId = dan.cart().find(({ menuItemId }) => menuItemId === server.pizza)?.id
      dan.send({ type: 'SET_ITEM', payload: { itemId, quantity: 1, notes: 'no olives' } })
      await vi.waitFor(() => expect(ana.cart().find(({ id }) => id === itemId)?.notes).toBe('no olives'))
      // Waits for the cleared mark: a mark that changes and changes back between two snapshots is never sent.
      await vi.waitFor(() => expect(ana.framesOf('PARTICIPANTS_UPDATED').at(-1)?.payload[1]?.isReady).toBe(false))
      dan.ready()
      await ana.frame('ALL_READY', 2)
      const { status, body } = await dan.complete({ notes: 'one bill', total: 9900 })
      const order = body as PlacedOrder
      expect([status, order]).toEqual([
        200,
        expect.objectContaining({
          customerName: `Table ${table.number}`,
          phoneNumber: '0000000000',
          diningOption: 'dine-in',
          tableId: table.id,
          tableNumber: table.number,
          notes: 'one bill',
          total: 9900,
          status: 'pending',
          orderToken: expect.any(String),
        }),
      ])
      expect(order.items.map(({ guestName, quantity, name, notes }) => [guestName, quantity, name, notes])).toEqual([
        ['Ana', 2, 'Bean soup', null],
        ['Dan', 1, 'Pizza', 'no olives'],
      ])
      const payload = { orderId: order.id, orderToken: order.orderToken, total: 9900 }
      expect((await ana.frame('SESSION_COMPLETED')).payload).toEqual(payload)
      expect((await dan.frame('SESSION_COMPLETED')).payload).toEqual(payload)
      // The frame is sent once, and again to a phone that reconnects.
      expect(ana.framesOf('SESSION_COMPLETED')).toHaveLength(1)
      await ana.open()
      ana.sendJoin()
      expect((await ana.frame('SESSION_COMPLETED')).payload).toEqual(payload)
      ana.add(server.soup)
      expect((await ana.frame('ERROR')).payload.code).toBe('session_over')
    })

    it('distinguishes guests with the same name by their numbers', async () => {
      const [other] = await seat(url, table.id, ['Ana'])
      other.add(server.pizza)
      other.ready()
      await allReady()
      const { items } = (await ana.complete()).body as PlacedOrder
      expect(items.map(({ guestName, quantity }) => [guestName, quantity])).toEqual([
        ['Ana 1', 2],
        ['Dan', 1],
        ['Ana 3', 1],
      ])
    })

    it('places one order even if all participants complete it, and returns it to those who repeat the request', async () => {
      const others = await seat(url, table.id, ['Eva', 'Ion', 'Mia', 'Vlad'])
      for (const phone of others) phone.ready()
      await allReady()
      const phones = [ana, dan, ...others]
      const responses = await Promise.all([...phones, ...phones].map((phone) => phone.complete()))
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
      for (const { body } of responses) expect(body).toEqual(responses[0]?.body)
      expect(await ordersAt(table.id)).toHaveLength(1)
      expect((await ana.complete({ notes: 'again' })).body).toEqual(responses[0]?.body)
    })

    it('sends the order to a phone whose last change was too late, and rejects that change', async () => {
      await allReady()
      const { db } = server.connection
      const expectWaiting = (count: number) =>
        vi.waitFor(async () => {
          const { rows } = await db.execute(sql`select pid from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and query like '%shared_sessions%'`)
          expect(rows).toHaveLength(count)
        })
      const complete = () => ana.complete()
      let completion: ReturnType<typeof complete> | undefined
      await inTransaction(db, async (tx) => {
        await tx.execute(sql`select id from shared_sessions where id = ${ana.joined.id} for update`)
        completion = complete()
        await expectWaiting(1)
        // The second request waits in memory behind the completion.
        dan.add(server.soup, 1, 1)
      })
      expect(await completion).toMatchObject({ status: 200 })
      const { payload, refs } = await dan.frame('SESSION_COMPLETED')
      expect(refs).toBeUndefined()
      await dan.frame('ERROR')
      expect(dan.framesOf('ERROR')).toMatchObject([{ payload: { code: 'session_over' }, ref: 1 }])
      expect(await ordersAt(table.id)).toEqual([{ id: payload.orderId }])
    })

    it("names the table in the restaurant's language", async () => {
      await asOwner('PATCH', '/api/settings', { language: 'ro' })
      await allReady()
      expect((await ana.complete()).body).toMatchObject({ customerName: `Masa ${table.number}` })
      await asOwner('PATCH', '/api/settings', { language: 'en' })
    })

    it('is rejected with an empty cart, and until everybody is ready', async () => {
      ana.ready()
      dan.ready()
      await vi.waitFor(() => expect(ana.readyMarks()).toEqual({ Ana: true, Dan: true }))
      const rejection = { status: 409, body: { code: 'not_everybody_ready' } }
      expect(await ana.complete()).toMatchObject(rejection)
      ana.add(server.soup)
      await dan.waitForCart({ [server.soup]: 1 })
      expect(await dan.complete()).toMatchObject(rejection)
      expect(await ordersAt(table.id)).toEqual([])
    })

    it('is rejected for guests who are not in the session', async () => {
      await allReady()
      const stranger = new Phone(url)
      stranger.joined = ana.joined
      expect(await stranger.complete()).toMatchObject({ status: 404, body: { code: 'session_not_found' } })
      await stranger.join((await newTable(server)).id, 'Eve')
      stranger.joined = ana.joined
      expect((await stranger.complete()).status).toBe(404)
      expect((await stranger.leave()).status).toBe(404)
      const malformedId = await ana.call('POST', '/api/shared-sessions/1/complete')
      expect(malformedId.status).toBe(400)
      expect(await ordersAt(table.id)).toEqual([])
    })

    // Prices stand for every reason for which an order is rejected (server/modules/orders/place.test.ts).
    it('is rejected without any change when a price was changed', async () => {
      await allReady()
      const setPrice = (price: number) =>
        server.connection.db.update(menuItems).set({ price }).where(eq(menuItems.id, server.soup))
      await setPrice(3000)
      const details = { code: 'price_changed', total: 10200 }
      expect(await ana.complete({ total: 9900 })).toMatchObject({ status: 409, body: details })
      expect(await ordersAt(table.id)).toEqual([])
      await setPrice(2850)
      expect(await ana.complete({ total: 9900 })).toMatchObject({ status: 200, body: { total: 9900 } })
    })

    it('leaves the table occupied, and allows a new session', async () => {
      await allReady()
      const order = (await ana.complete()).body as Order
      const first = ana.joined.id
      expect((await ana.join(table.id, 'Ana')).id).not.toBe(first)
      await ana.enter()
      await asOwner('PATCH', `/api/orders/${order.id}`, { status: 'completed' })
      const status = async () =>
        (await server.call('GET', '/api/tables'))
          .json<{ id: number; status: string }[]>()
          .find(({ id }) => id === table.id)?.status
      expect(await status()).toBe('occupied')
      await ana.leave()
      expect(await status()).toBe('available')
    })
  })

  describe('a session over time', () => {
    const setTimeAfterStart = (ms: number) => server.clock.set(new Date(start.getTime() + ms))

    it('makes guests absent after two minutes without a phone, until they return; their lines stay', async () => {
      await allReady()
      dan.ready(false)
      await vi.waitFor(() => expect(ana.readyMarks()).toEqual({ Ana: true, Dan: false }))
      dan.socket?.close()
      setTimeAfterStart(2 * 60_000)
      expect((await ana.complete()).status).toBe(409)
      setTimeAfterStart(2 * 60_000 + 15_000)
      // Ana is present as soon as her phone joins.
      ana.sendJoin()
      await vi.waitFor(() => expect(presenceOfAll()).toEqual([true, false]))
      await ana.frame('ALL_READY', 2)
      await dan.enter()
      await vi.waitFor(() => expect(presenceOfAll()).toEqual([true, true]))
      expect((await ana.complete()).status).toBe(409)
      dan.socket?.close()
      setTimeAfterStart(5 * 60_000)
      const { body } = await ana.complete()
      expect(body).toMatchObject({ total: 9900 })
    })

    describe('with a guest who is away', () => {
      const isAway = () =>
        ana
          .framesOf('PARTICIPANTS_UPDATED')
          .at(-1)
          ?.payload.map((guest) => guest.isAway)
      const rejection = { status: 409, body: { code: 'not_everybody_ready' } }

      beforeEach(async () => {
        await allReady()
        dan.ready(false)
        await vi.waitFor(() => expect(ana.readyMarks()).toEqual({ Ana: true, Dan: false }))
      })

      async function leaveDan(): Promise<void> {
        dan.socket?.close()
        // A moment passes first, so that the server has read the end of the socket.
        await new Promise((resolve) => dan.socket?.once('close', resolve))
        setTimeAfterStart(31_000)
        // Ana was seen no later than Dan: no instance has recorded its phones since.
        ana.sendJoin()
        await vi.waitFor(() => expect(isAway()).toEqual([false, true]), WAIT_OPTIONS)
      }

      it('shows that to the others, and orders without them if asked to; they get the order when they are back', async () => {
        await leaveDan()
        expect(presenceOfAll()).toEqual([true, true])
        expect(await ana.complete()).toMatchObject(rejection)
        const { status, body } = await ana.complete({ without: [dan.joined.participant.id] })
        const order = body as PlacedOrder
        expect([status, order.items.map(({ guestName }) => guestName), order.total]).toEqual([
          200,
          ['Ana', 'Dan'],
          9900,
        ])
        await dan.open()
        dan.sendJoin()
        expect((await dan.frame('SESSION_COMPLETED')).payload).toMatchObject({ orderId: order.id })
        expect(await ordersAt(table.id)).toHaveLength(1)
      })

      it('leaves out nobody who is connected, has come back, or is not named', async () => {
        const without = { without: [dan.joined.participant.id] }
        expect(await ana.complete(without)).toMatchObject(rejection)
        await leaveDan()
        expect(await ana.complete({ without: [ana.joined.participant.id] })).toMatchObject(rejection)
        await dan.enter()
        await vi.waitFor(() => expect(isAway()).toEqual([false, false]))
        expect(await ana.complete(without)).toMatchObject(rejection)
        ana.ready(false)
        dan.ready()
        await vi.waitFor(() => expect(ana.readyMarks()).toEqual({ Ana: false, Dan: true }))
        // Nobody waits for the caller, but the caller must be ready like everybody who is present.
        expect(await ana.complete(without)).toMatchObject(rejection)
        expect(await ordersAt(table.id)).toEqual([])
      })
    })

    it('waits for the mark of a guest who is alone, too', async () => {
      const alone = await newTable(server)
      const [eva] = await seat(url, alone.id, ['Eva'])
      eva.add(server.soup)
      await eva.waitForCart({ [server.soup]: 1 })
      expect((await eva.complete()).status).toBe(409)
      eva.ready()
      await vi.waitFor(() => expect(eva.readyMarks()).toEqual({ Eva: true }))
      expect(await eva.complete()).toMatchObject({ status: 200, body: { total: 2850 } })
    })

    it('is deleted a week after its end', async () => {
      await ana.leave()
      await dan.leave()
      const { db } = server.connection
      const stored = () => db.select().from(sharedSessions).where(eq(sharedSessions.tableId, table.id))
      const removeAfter = (days: number) =>
        removeOver(db, new Date(Date.now() + days * 24 * 60 * 60_000), 'Europe/Bucharest')
      await removeAfter(6.9)
      expect(await stored()).toHaveLength(1)
      await removeAfter(7.1)
      expect(await stored()).toEqual([])
    })
  })
})
