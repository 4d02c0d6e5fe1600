import { describe, expect, it } from 'vitest'
import { sampleMenu } from '#server/db/sample/index.ts'
import { menuItems } from '#server/db/schema/index.ts'
import { testServer } from '#server/testing/app.ts'

const server = testServer()
const importSample = (headers: Record<string, string> = { cookie: server.owner }) =>
  server.call('POST', '/api/menu/import-sample', undefined, { headers })
const dishes = () => server.connection.db.select().from(menuItems)

describe('importing the sample’s dishes', () => {
  it('is refused while the menu has dishes', async () => {
    const before = await dishes()
    const response = await importSample({ cookie: server.owner, 'accept-language': 'ro' })
    expect([response.statusCode, response.json()]).toMatchObject([
      409,
      { code: 'menu_not_empty', message: expect.stringContaining('Meniul are deja preparate') },
    ])
    expect(await dishes()).toEqual(before)
  })

  it('fills an empty menu, once for two owners at the same time, and can be taken back', async () => {
    const { db } = server.connection
    await db.delete(menuItems)
    const count = sampleMenu().length
    const both = await Promise.all([importSample({ cookie: server.owner }), importSample({ cookie: server.owner })])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect(both.find(({ statusCode }) => statusCode === 200)?.json()).toMatchObject({ added: count, bad: [] })
    const imported = await dishes()
    expect(imported).toHaveLength(count)
    expect(imported.find(({ nameRo }) => nameRo === 'Ciorbă rădăuțeană')).toMatchObject({ price: 2600, isActive: true })
    const cookie = { headers: { cookie: server.owner } }
    const last = await server.call('GET', '/api/menu/import-csv/last', undefined, cookie)
    expect(last.json()).toMatchObject({ added: count, undoable: true })
    const undone = await server.call('POST', '/api/menu/import-csv/undo', undefined, cookie)
    expect(undone.statusCode).toBe(200)
    expect(await dishes()).toEqual([])
  })
})
