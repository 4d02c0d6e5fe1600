import path from 'node:path'
import { expect, it } from 'vitest'
import { eraseAgain } from '#server/modules/customers/index.ts'
import { testServer } from '#server/testing/app.ts'
import { allRows, backupsOf, restoreFrom } from '#server/testing/backups.ts'
import { query } from '#server/testing/databases.ts'
import { REPEATABLE, storeResponse } from '#server/testing/stored-responses.ts'
import { noteErased } from './folder.ts'

const server = testServer()
const keysOf = (url: string, condition: string) =>
  query<{ key: string }>(url, `select key from idempotency_keys where ${condition} order by key`)

it('a backup with every kind of stored response is restored without what was erased since, nor withdrawals', async () => {
  await server.asOwner('PATCH', '/api/settings', { payments: true })
  const guests = []
  for (const [i, endpoint] of REPEATABLE.entries()) guests.push(await storeResponse(server, endpoint, `Zamfira${i}x`))
  const kept = await storeResponse(server, 'POST /api/orders', 'Veronica')
  const url = server.connection.server.url()
  expect(await keysOf(url, "shows = 'withdrawal'")).toHaveLength(1)
  const expected = await keysOf(url, "shows <> 'withdrawal'")
  const { dir, make } = await backupsOf(server)
  const { name } = await make()
  for (const { phoneNumber } of guests) {
    const [found] = (await server.asOwner('GET', `/api/customers?q=${phoneNumber}`)).json<{ id: number }[]>()
    expect((await server.asOwner('DELETE', `/api/customers/${found?.id}`)).statusCode).toBe(204)
  }
  await noteErased(server.connection.db, dir)
  const restored = await restoreFrom(path.join(dir, name), { eraseAgain: (tx) => eraseAgain(tx, new Date()) })
  const rows = JSON.stringify(await allRows(restored.url))
  expect(guests.filter((guest) => rows.includes(guest.name) || rows.includes(guest.phoneNumber))).toEqual([])
  expect(rows).toContain(kept.name)
  expect(await keysOf(restored.url, 'true')).toEqual(expected)
})
