import { beforeAll, describe, expect, test } from 'vitest'
import { takeaway, testServer } from '#server/testing/app.ts'
import { type Traffic, watchTraffic } from '#server/testing/database-traffic.ts'
import { furnishServer } from '#server/testing/furnished.ts'
import { LISTED_DISH_BYTES, TRAFFIC } from './budgets.ts'

const server = testServer()
beforeAll(() => furnishServer(server))
let number = 0
const order = (more = {}, key = `budget-${++number}`) =>
  server.call('POST', '/api/orders', takeaway(server, more), { headers: { 'idempotency-key': key } })
const guest = (url: string) => () => server.call('GET', url)
const owner = (url: string) => () => server.asOwner('GET', url)
const atOnce = (times: number, send: () => ReturnType<typeof server.call>) => async () => {
  const [first] = await Promise.all(Array.from({ length: times }, send))
  return first as Awaited<ReturnType<typeof send>>
}
const atTable = () => order({ tableId: server.table, diningOption: 'dine-in' })

const requests: Record<keyof typeof TRAFFIC, () => ReturnType<typeof server.call>> = {
  'an order of a guest': order,
  'an order for a table': atTable,
  'the same order again': () => order({}, 'budget-same'),
  'the next status of an order': changeStatus,
  'the menu': guest('/api/menu'),
  'the categories': guest('/api/menu/categories'),
  'the settings': guest('/api/settings'),
  'the promotions': guest('/api/promotions'),
  'the tables': guest('/api/tables'),
  'the board': owner('/api/orders'),
  'the summary': owner('/api/summary'),
  'the summary for twenty boards at once': atOnce(20, owner('/api/summary')),
  'a page of older orders': owner('/api/orders?status=pending&before=1000'),
  'a search among orders': owner('/api/orders?q=ana'),
  'a page of customers': owner('/api/customers'),
  'one customer': owner('/api/customers/1'),
  'a report': owner('/api/reports?from=2026-01-01&to=2026-01-31'),
}

let statusOrder = 0
const STATUSES = ['preparing', 'ready', 'delivered', 'completed']
function changeStatus() {
  const [id, status] = [Math.floor(statusOrder / STATUSES.length) + 1, STATUSES[statusOrder % STATUSES.length]]
  statusOrder++
  return server.asOwner('PATCH', `/api/orders/${id}`, { status })
}

describe('a request asks the database for no more than its budget allows', () => {
  let traffic: ReturnType<typeof watchTraffic>

  beforeAll(() => {
    traffic = watchTraffic(server.connection)
  })

  test.for(Object.entries(TRAFFIC))('%s', async ([name, budget]) => {
    const send = requests[name as keyof typeof requests]
    // The first request may prepare what the following ones use.
    expect((await send()).statusCode).toBeLessThan(300)
    const least = await traffic.during(send)
    // The least of several, because the server may also read for an earlier change meanwhile.
    for (let i = 0; i < 20 && !isWithin(budget, least); i++) {
      const spent = await traffic.during(send)
      least.statements = Math.min(least.statements, spent.statements)
      least.roundTrips = Math.min(least.roundTrips, spent.roundTrips)
    }
    expectWithin(budget, least)
  })
})

const isWithin = (budget: Traffic, { statements, roundTrips }: Traffic) =>
  statements <= budget.statements && roundTrips <= budget.roundTrips

function expectWithin(budget: Traffic, spent: Traffic) {
  expect(isWithin(budget, spent) ? budget : spent).toEqual(budget)
}

test('a dish without texts and options is listed in no more bytes than its budget', async () => {
  const dish = (await server.call('GET', '/api/menu')).json().at(-1)
  const { name: _, nameRo: _ro, category: _c, categoryRo: _cr, ...rest } = dish
  expect(JSON.stringify(rest).length).toBeLessThanOrEqual(LISTED_DISH_BYTES)
})
