import pg from 'pg'
import { beforeAll, expect, it, vi } from 'vitest'
import { takeaway, testServer } from '#server/testing/app.ts'
import { type Traffic, watchTraffic } from '#server/testing/database-traffic.ts'
import { furnishServer } from '#server/testing/furnished.ts'
import { listenUrl, openTestSocket, Phone } from '#server/testing/phone.ts'
import { LIVE_TRAFFIC } from './budgets.ts'

const BOARDS = 5
const server = testServer()
let traffic: ReturnType<typeof watchTraffic>

beforeAll(async () => {
  await furnishServer(server)
  traffic = watchTraffic(server.connection)
})

/** The least of five counts, because the server may do other work meanwhile. */
async function leastTraffic(work: () => Promise<unknown>): Promise<Traffic> {
  await work()
  const spent: Traffic[] = []
  for (let n = 0; n < 5; n++) spent.push(await traffic.during(work))
  return {
    statements: Math.min(...spent.map(({ statements }) => statements)),
    roundTrips: Math.min(...spent.map(({ roundTrips }) => roundTrips)),
  }
}

it('an announced order is read once for all boards', async () => {
  const url = await listenUrl(server.app)
  const boards = await Promise.all(Array.from({ length: BOARDS }, () => openTestSocket(url, { cookie: server.owner })))
  const { id } = (await server.call('POST', '/api/orders', takeaway(server))).json()
  const announcer = new pg.Client({ connectionString: server.connection.server.url() })
  await announcer.connect()
  const updates = (board: (typeof boards)[number]) =>
    board.receivedFrames().filter(({ type }) => type === 'ORDER_UPDATE').length
  await vi.waitFor(() => expect(boards.map(updates)).toEqual(boards.map(() => 1)))
  let announced = 1
  const announce = async () => {
    announced++
    await announcer.query('select pg_notify($1, $2)', ['masa', JSON.stringify({ topic: 'order', id })])
    // One frame for each board and announcement.
    await vi.waitFor(() => expect(boards.map(updates)).toEqual(boards.map(() => announced)))
  }
  const spent = await leastTraffic(announce).finally(() => announcer.end())
  expect(spent).toEqual(LIVE_TRAFFIC['an announced order'])
})

it('a change of a shared cart, until all phones have it', async () => {
  const url = await listenUrl(server.app)
  const phones = ['Ana', 'Ion', 'Mia'].map(() => new Phone(url))
  for (const [i, phone] of phones.entries()) {
    await phone.join(server.table, `Guest ${i}`)
    await phone.enter()
  }
  const count = (phone: Phone) => phone.frames.filter(({ type }) => type === 'ITEM_ADDED').length
  let changes = 0
  const [first] = phones
  const change = async () => {
    changes++
    first?.send({ type: 'ADD_ITEM', payload: { menuItemId: server.soup, quantity: 1 }, ref: changes })
    await vi.waitFor(() => expect(phones.map(count)).toEqual(phones.map(() => changes)))
  }
  expect(await leastTraffic(change)).toEqual(LIVE_TRAFFIC['a change of a shared cart'])
})
