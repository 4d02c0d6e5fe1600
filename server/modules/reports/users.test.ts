import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { takeaway } from '#server/testing/app.ts'
import { type People, signInPeople } from '#server/testing/people.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import { reportsFixture, testOrder } from './fixtures/reports.ts'

const { insertOrders, report, server, setDayStart, sumPastMonths } = reportsFixture()
let people: People
beforeAll(async () => {
  await setDayStart('04:00')
  people = await signInPeople(server)
})
afterEach(() => server.clock.set(new Date()))

const SOUP = 2850
const soups = async (quantity: number) => {
  const items = [
    { menuItemId: server.soup, quantity },
    { menuItemId: server.pizza, quantity: 1 },
  ]
  const body = takeaway(server, { items, total: quantity * SOUP + 4200 })
  return (await server.call('POST', '/api/orders', body)).json<PlacedOrder>()
}
const patch = (person: 'floor' | 'owner', path: string, body: object) =>
  server.call('PATCH', `/api/orders/${path}`, body, { headers: { cookie: people[person] } })
const setStatus = (person: 'floor' | 'owner', { id }: PlacedOrder, status: string) => patch(person, `${id}`, { status })
const takeOff = (person: 'floor' | 'owner', { id, items }: PlacedOrder, quantity: number) =>
  patch(person, `${id}/items/${items[0]?.id}`, { quantity })
const DAYS = ['2024-04-01', '2024-04-30'] as const
const part = async () => (await report(...DAYS)).parts[0]
const user = (username: string | null, cancelled: [number, number], takenOff: [number, number]) => ({
  username,
  cancelledOrders: cancelled[0],
  cancelledAmount: cancelled[1],
  takenOffQuantity: takenOff[0],
  takenOffAmount: takenOff[1],
})

describe('a report by user', () => {
  it('lists who cancelled orders and took lines off, an owner too, also from stored sums and after the user is gone', async () => {
    server.clock.set(new Date('2024-04-10T12:00:00Z'))
    const [first, second, third, reopened] = [await soups(5), await soups(3), await soups(2), await soups(1)]
    await takeOff('floor', first, 3)
    await takeOff('floor', first, 2)
    await takeOff('owner', second, 2)
    // Lines taken off a cancelled order are no longer counted, because its whole total is.
    await takeOff('floor', third, 1)
    await setStatus('owner', third, 'cancelled')
    await setStatus('floor', third, 'pending')
    await setStatus('floor', third, 'cancelled')
    await setStatus('floor', reopened, 'cancelled')
    await setStatus('owner', reopened, 'completed')
    await insertOrders([testOrder('2024-04-11T10:00:00Z', { status: 'cancelled' })])
    const expected = [
      user('floor', [1, SOUP + 4200], [3, 3 * SOUP]),
      user(null, [1, 2 * SOUP], [0, 0]),
      user('boss', [0, 0], [1, SOUP]),
    ]
    const before = await part()
    expect(before?.users).toEqual(expected)
    expect(before?.figures).toMatchObject({
      cancelledOrders: 2,
      cancelledAmount: 3 * SOUP + 4200,
      takenOffQuantity: 4,
      takenOffAmount: 4 * SOUP,
    })
    await sumPastMonths()
    const users = (await server.call('GET', '/api/users', undefined, { headers: { cookie: people.owner } })).json<
      { id: number; username: string }[]
    >()
    const { id } = users.find(({ username }) => username === 'floor') ?? { id: 0 }
    const removal = await server.call('DELETE', `/api/users/${id}`, {}, { headers: { cookie: people.owner } })
    expect(removal.statusCode).toBe(204)
    expect((await part())?.users).toEqual(expected)
    const file = await server.call(
      'GET',
      `/api/reports?from=${DAYS[0]}&to=${DAYS[1]}&as=csv&part=users&lang=ro`,
      undefined,
      {
        headers: { cookie: people.owner },
      },
    )
    expect(file.body.slice(1).trim().split('\r\n')).toEqual([
      'Monedă;Utilizator;Anulate;Valoare anulată;Preparate scoase;Valoare scoasă',
      'lei;floor;1;70,50;3;85,50',
      'lei;Necunoscut;1;57,00;0;0,00',
      'lei;boss;0;0,00;1;28,50',
    ])
  })

  it('is empty where nothing was cancelled or taken off', async () => {
    await insertOrders([testOrder('2024-04-11T10:00:00Z')])
    expect((await part())?.users).toEqual([])
  })
})
