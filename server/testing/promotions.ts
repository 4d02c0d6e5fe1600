import { afterEach } from 'vitest'
import { promotions } from '#server/db/schema/index.ts'
import type { Promotion } from '#shared/contracts/promotions.ts'
import { testServer } from './app.ts'
import { multipartOf, type Part, plainPicture } from './pictures.ts'

export const LUNCH = {
  title: 'Lunch of the day',
  titleRo: 'Prânzul zilei',
  description: 'Soup and main course',
  descriptionRo: 'Ciorbă și fel principal',
  startDate: '2026-06-10',
  endDate: '2026-06-20',
}

export const imagePart = (content: Buffer | string, fileName = 'lunch.jpg', type = 'image/jpeg'): Part => ({
  ...{ name: 'image', content, fileName, type },
})
export const photoPart = async (): Promise<Part> => imagePart(await plainPicture('teal').png().toBuffer())

interface SendOptions {
  parts?: Part[]
  headers?: Record<string, string>
}

/** A server with what an owner's pages send about promotions. All promotions are deleted after each test. */
export function promotionsFixture() {
  const server = testServer()
  afterEach(async () => {
    await server.connection.db.delete(promotions)
  })

  const send = (method: 'POST' | 'PATCH', path: string, { parts = [], headers = {} }: SendOptions = {}) => {
    const { payload, headers: type } = multipartOf(...parts)
    const url = `/api/promotions${path}`
    return server.app.inject({ method, url, payload, headers: { ...type, cookie: server.owner, ...headers } })
  }
  const create = (fields: Record<string, string>, { parts = [], ...options }: SendOptions = {}) =>
    send('POST', '', {
      parts: [...Object.entries(fields).map(([name, content]) => ({ name, content })), ...parts],
      ...options,
    })
  const listAll = async () => (await server.asOwner('GET', '/api/promotions/all')).json<Promotion[]>()

  return {
    server,
    send,
    create,
    change: (id: number, fields: unknown, { parts = [], ...options }: SendOptions = {}) =>
      send('PATCH', `/${id}`, { parts: [{ name: 'data', content: JSON.stringify(fields) }, ...parts], ...options }),
    call: (method: 'POST' | 'DELETE', path: string, body?: unknown) =>
      server.asOwner(method, `/api/promotions${path}`, body),
    /** Creates a promotion for `LUNCH` with another title. */
    add: async (title: string, more: Record<string, string> = {}) =>
      (await create({ ...LUNCH, title, ...more })).json<Promotion>(),
    listAll,
    titles: async () => (await listAll()).map(({ title }) => title),
  }
}
