import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { takeaway, testServer } from '#server/testing/app.ts'

const server = testServer()

it('orders, the menu and the Orders tab are served while several reports run and wait', async () => {
  const asOwner = { headers: { cookie: server.owner } }
  // Async functions start the queries immediately; a Drizzle query alone is sent only when it is awaited.
  const heavy = Array.from({ length: 6 }, async () => {
    await server.connection.reports.execute('select pg_sleep(0.7)')
  })
  let isSearchDone = false
  const search = server.call('GET', '/api/orders?q=ana', undefined, asOwner).then((response) => {
    isSearchDone = true
    return response.statusCode
  })
  await sleep(50)
  const statuses = []
  for (let i = 0; i < 5; i++) {
    statuses.push((await server.call('POST', '/api/orders', takeaway(server))).statusCode)
    statuses.push((await server.call('GET', '/api/menu')).statusCode)
    statuses.push((await server.call('GET', '/api/orders', undefined, asOwner)).statusCode)
    statuses.push((await server.call('GET', '/api/orders?status=pending', undefined, asOwner)).statusCode)
  }
  expect([...new Set(statuses)].sort()).toEqual([200, 201])
  expect(isSearchDone).toBe(false)
  await Promise.all(heavy)
  expect(await search).toBe(200)
})
