import { asc, eq } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { menuCategories, menuItems } from '#server/db/schema/index.ts'
import type { MenuOutcome } from '#shared/contracts/menu/menu-imports.ts'
import { testServer } from './app.ts'
import { multipartOf } from './pictures.ts'

const PATH = '/api/menu/import-csv'

/** A server whose menu can be imported. Each test begins with the same dishes, prices and visibility. */
export function importsFixture() {
  const server = testServer()
  const asOwner = (headers: Record<string, string> = {}) => ({ headers: { cookie: server.owner, ...headers } })

  function send(part: { csv: string | Buffer } | { list: string }, query = '', language = 'en') {
    const { payload, headers } = multipartOf(
      'csv' in part
        ? { name: 'csvFile', content: Buffer.from(part.csv), fileName: 'menu.csv' }
        : { name: 'textList', content: part.list },
    )
    const allHeaders = { cookie: server.owner, 'accept-language': language, ...headers }
    return server.app.inject({ method: 'POST', url: `${PATH}${query}`, payload, headers: allHeaders })
  }
  async function importCsv(csv: string, query?: string, language?: string) {
    const response = await send({ csv }, query, language)
    return { status: response.statusCode, ...response.json<MenuOutcome & { code?: string; columns?: string[] }>() }
  }
  const exportMenu = async () => (await server.call('GET', '/api/menu/export-csv', undefined, asOwner())).body

  let exportedBefore: string
  beforeEach(async () => {
    const { db } = server.connection
    await db.delete(menuItems).where(eq(menuItems.name, 'Tripe soup'))
    await db
      .update(menuItems)
      .set({ price: 2850, isActive: true, soldOutUntil: null })
      .where(eq(menuItems.id, server.soup))
    exportedBefore = await exportMenu()
  })

  return {
    server,
    asOwner,
    send,
    importCsv,
    changeMany: async (body: object) => {
      const response = await server.call('POST', '/api/menu/bulk', body, asOwner())
      return { status: response.statusCode, ...response.json<MenuOutcome & { code?: string }>() }
    },
    undo: (language = 'en', query = '') =>
      server.call('POST', `${PATH}/undo${query}`, undefined, asOwner({ 'accept-language': language })),
    lastImport: async () => (await server.call('GET', `${PATH}/last`, undefined, asOwner())).json(),
    changeDish: (id: number, change: object) => server.call('PATCH', `/api/menu/${id}`, change, asOwner()),
    exportMenu,
    /** The export at the start of the test. */
    exportedBefore: () => exportedBefore,
    dishRows: () => server.connection.db.select().from(menuItems).orderBy(asc(menuItems.id)),
    categoryRows: () => server.connection.db.select().from(menuCategories).orderBy(asc(menuCategories.position)),
  }
}
