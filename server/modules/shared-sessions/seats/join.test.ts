import { beforeAll, describe, expect, it } from 'vitest'
import { testServer } from '#server/testing/app.ts'
import { type Joined, listening, Phone } from '#server/testing/phone.ts'
import { newTable, seat, tableStatus } from '#server/testing/tables.ts'

const server = testServer()
let url = ''
beforeAll(async () => {
  url = await listening(server.app)
})

describe('joining', () => {
  it('starts a session and says when it ends; the table is occupied once the first phone is there', async () => {
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
    const lasts = Date.parse(joined.expiresAt) - before
    expect(Math.round(lasts / 60_000)).toBe(90)
    expect(await tableStatus(server, table.id)).toBe('available')
    await phone.enter()
    expect(await tableStatus(server, table.id)).toBe('occupied')
  })

  it('is joining one session, however many phones ask at once', async () => {
    const table = await newTable(server)
    const phones = Array.from({ length: 12 }, () => new Phone(url))
    const joined = await Promise.all(phones.map((phone, i) => phone.join(table.id, `Guest ${i}`)))
    expect(new Set(joined.map(({ id }) => id)).size).toBe(1)
    expect(new Set(joined.map(({ participant }) => participant.id)).size).toBe(12)
    expect(joined.map(({ participant }) => participant.guestNumber).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, i) => i + 1),
    )
  })

  it('by the same browser is being the same participant, under the name given last', async () => {
    const table = await newTable(server)
    const phone = new Phone(url)
    const first = await phone.join(table.id, 'Ana')
    const again = await phone.join(table.id, 'Ana Maria')
    expect(again.participant).toEqual({ ...first.participant, name: 'Ana Maria' })
    await phone.leave()
    const other = new Phone(url)
    const started = await other.join(table.id, 'Dan')
    expect(started.id).not.toBe(first.id)
  })

  describe('by a browser that has never joined anything', () => {
    // As a page does: it asks for the tables first, and keeps the cookie of that answer.
    const newBrowser = async () => {
      const phone = new Phone(url)
      await phone.call('GET', '/api/tables')
      return phone
    }
    const sameBrowser = (phone: Phone) => Object.assign(new Phone(url), { cookie: phone.cookie })

    it('is joining once, though the first answer is lost', async () => {
      const table = await newTable(server)
      const phone = await newBrowser()
      const lost = await sameBrowser(phone).join(table.id, 'Ana')
      const joined = await phone.join(table.id, 'Ana')
      expect(joined).toEqual(lost)
      await phone.enter()
      expect((await phone.heard('PARTICIPANTS_UPDATED')).payload).toHaveLength(1)
    })

    it('is being one guest, though two tabs join at once', async () => {
      const table = await newTable(server)
      const phone = await newBrowser()
      const tabs = [sameBrowser(phone), sameBrowser(phone)]
      const joined = await Promise.all(tabs.map((tab) => tab.join(table.id, 'Ana')))
      expect(new Set(joined.map(({ participant }) => participant.id)).size).toBe(1)
    })

    it('begins with a token of its own, which stays and which no cache may keep', async () => {
      const ask = (cookie = '') => server.call('GET', '/api/tables', undefined, { headers: { cookie } })
      const [first, second] = [await ask(), await ask()]
      expect(first.headers['cache-control']).toBe('no-store')
      const [mine, other] = [first, second].map(({ cookies }) => cookies[0]?.value)
      expect(first.cookies).toEqual([expect.objectContaining({ name: 'masa_guest', httpOnly: true, sameSite: 'Lax' })])
      expect(mine).not.toBe(other)
      expect((await ask(`masa_guest=${mine}`)).cookies).toEqual([])
    })
  })

  it('is refused for a table that is not there and for a name of one letter', async () => {
    const phone = new Phone(url)
    const ask = (body: unknown) => phone.call('POST', '/api/shared-sessions', body)
    expect(await ask({ tableId: 999_999, name: 'Ana' })).toMatchObject({
      status: 404,
      body: { code: 'table_not_found' },
    })
    const { id } = await newTable(server)
    expect(await ask({ tableId: id, name: 'A' })).toMatchObject({
      status: 400,
      body: { message: 'Name must be at least 2 characters', issues: [{ path: 'name' }] },
    })
    expect(await tableStatus(server, id)).toBe('available')
  })

  it('is for twenty; who leaves makes room', async () => {
    const table = await newTable(server)
    const phones = Array.from({ length: 20 }, () => new Phone(url))
    for (const [i, phone] of phones.entries()) {
      await phone.join(table.id, `Guest ${i}`)
      await phone.enter()
    }
    const late = new Phone(url)
    const ask = () => late.call('POST', '/api/shared-sessions', { tableId: table.id, name: 'Late' })
    expect(await ask()).toMatchObject({ status: 409, body: { code: 'session_full' } })
    await phones[3]?.leave()
    const { body } = await ask()
    expect(body).toMatchObject({ participant: { guestNumber: 21 } })
    late.joined = body as Joined
    await late.enter()
    expect(await phones[3]?.call('POST', '/api/shared-sessions', { tableId: table.id, name: 'Back' })).toMatchObject({
      status: 409,
    })
  })

  it('is told to the others, and everything there is to the one who joins', async () => {
    const table = await newTable(server)
    const [ana] = await seat(url, table.id, ['Ana'])
    ana.add(server.soup, 2)
    await ana.sees({ [server.soup]: 2 })
    const [dan] = await seat(url, table.id, ['Dan'])
    expect(await ana.heard('PARTICIPANT_JOINED')).toMatchObject({ payload: { name: 'Dan' } })
    const list = await dan.heard('PARTICIPANTS_UPDATED')
    expect(list.payload.map(({ name, isPresent }) => [name, isPresent])).toEqual([
      ['Ana', true],
      ['Dan', true],
    ])
    expect((await dan.heard('SESSION_INFO')).payload.timeRemaining).toBeGreaterThan(90 * 60 - 30)
    expect(dan.of('PARTICIPANT_JOINED')).toEqual([])
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
    await ana.heard('PARTICIPANTS_UPDATED', 2)
  })

  it('on a socket is refused for what does not exist, for another’s participant and without the cookie', async () => {
    const table = await newTable(server)
    const [ana, dan] = await seat(url, table.id, ['Ana', 'Dan'])
    const refused = async (phone: Phone, joined: Joined) => {
      await phone.open()
      phone.joined = joined
      phone.sayJoin()
      expect((await phone.heard('ERROR')).payload).toEqual({
        message: 'This shared cart does not exist, or belongs to another phone',
        code: 'session_not_found',
      })
      phone.add(server.soup)
      expect((await phone.heard('ERROR', 2)).payload.code).toBe('session_not_found')
    }
    const cookie = dan.cookie
    await refused(dan, ana.joined)
    await refused(dan, { ...dan.joined, id: 'a'.repeat(24) })
    await refused(dan, { ...ana.joined, participant: { ...dan.joined.participant, id: 'b'.repeat(24) } })
    dan.cookie = ''
    await refused(dan, ana.joined)
    dan.cookie = cookie
    expect(ana.of('ERROR')).toEqual([])
  })
})

describe('asking too often', () => {
  const strict = testServer({ guestWritesPerMinute: 3 })

  it('is refused, like any other writing of a guest', async () => {
    const ask = () => strict.call('POST', '/api/shared-sessions', { tableId: strict.table, name: 'Ana' })
    const statuses = []
    for (let i = 0; i < 4; i++) statuses.push((await ask()).statusCode)
    expect(statuses).toEqual([201, 201, 201, 429])
  })

  it('is refused to a whole IPv6 /64 at once', async () => {
    const statuses = []
    for (let i = 1; i <= 4; i++) {
      const remoteAddress = `2001:db8:0:7::${i}`
      const body = { tableId: strict.table, name: 'Ana' }
      statuses.push((await strict.call('POST', '/api/shared-sessions', body, { remoteAddress })).statusCode)
    }
    expect(statuses).toEqual([201, 201, 201, 429])
  })
})
