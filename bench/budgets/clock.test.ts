import { beforeAll, expect, test, vi } from 'vitest'
import { takeaway, testServer } from '#server/testing/app.ts'
import { furnishServer } from '#server/testing/furnished.ts'
import { LOCAL_TIMES } from './budgets.ts'

const server = testServer()
beforeAll(async () => {
  // It stands: with each minute the server computes times of its own.
  server.clock.set(new Date('2026-11-20T12:00:00+02:00'))
  await furnishServer(server)
})

/** How often a request computes a local time, once the first has computed those that all share. */
async function localTimes(more: object): Promise<number> {
  const place = async () =>
    expect((await server.call('POST', '/api/orders', takeaway(server, more))).statusCode).toBe(201)
  await place()
  const format = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
  await place()
  const { length } = format.mock.calls
  format.mockRestore()
  return length
}

test('an order computes few local times', async () => {
  const { slots } = (await server.call('GET', '/api/pickup')).json()
  const spent = {
    'as soon as possible': await localTimes({}),
    'at a chosen time': await localTimes({ pickupAt: slots.at(-1).at }),
    'at a table': await localTimes({ tableId: server.table, diningOption: 'dine-in' }),
  }
  expect(spent).toEqual(LOCAL_TIMES)
})
