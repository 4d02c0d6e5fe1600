import { expect, it } from 'vitest'
import { inTransaction } from '#server/db/index.ts'
import { takeaway, testServer } from '#server/testing/app.ts'

const server = testServer()

it('orders, the menu and the Orders tab are served while several reports run and wait', async () => {
  const { db, reports } = server.connection
  const asOwner = { headers: { cookie: server.owner } }
  await db.execute('create table slow_report ()')
  let isSearchDone = false
  const { running } = await inTransaction(db, async (tx) => {
    await tx.execute('lock table slow_report in access exclusive mode')
    // Async functions start the queries immediately; a Drizzle query alone is sent only when it is awaited.
    const heavy = Array.from({ length: 6 }, async () => reports.execute('select from slow_report'))
    const search = server.call('GET', '/api/orders?q=ana', undefined, asOwner).then((response) => {
      isSearchDone = true
      return response.statusCode
    })
    const statuses = []
    for (let i = 0; i < 5; i++) {
      statuses.push((await server.call('POST', '/api/orders', takeaway(server))).statusCode)
      statuses.push((await server.call('GET', '/api/menu')).statusCode)
      statuses.push((await server.call('GET', '/api/orders', undefined, asOwner)).statusCode)
      statuses.push((await server.call('GET', '/api/orders?status=pending', undefined, asOwner)).statusCode)
    }
    expect([...new Set(statuses)].sort()).toEqual([200, 201])
    expect(isSearchDone).toBe(false)
    return { running: Promise.all([search, ...heavy]) }
  })
  expect((await running)[0]).toBe(200)
})
