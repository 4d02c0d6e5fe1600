import { beforeAll, expect, it, vi } from 'vitest'
import { secondInstance, testServer } from '#server/testing/app.ts'
import { listenUrl, Phone } from '#server/testing/phone.ts'
import { newTable, seat } from '#server/testing/users.ts'

const server = testServer()
const second = secondInstance(server)
let urls: [string, string]

beforeAll(async () => {
  urls = [await listenUrl(server.app), await listenUrl(second.app)]
})

it('phones of two instances share one cart, one list of participants and one order', async () => {
  const table = await newTable(server)
  const [ana] = await seat(urls[0], table.id, ['Ana'])
  const [dan] = await seat(urls[1], table.id, ['Dan'])
  expect(dan.joined.id).toBe(ana.joined.id)
  ana.add(server.soup)
  dan.add(server.pizza, 3)
  await Promise.all([ana, dan].map((phone) => phone.waitForCart({ [server.soup]: 1, [server.pizza]: 3 })))
  ana.ready()
  dan.ready()
  await Promise.all([ana.frame('ALL_READY'), dan.frame('ALL_READY')])
  const [first, second] = await Promise.all([ana.complete(), dan.complete()])
  expect([first.status, second.body]).toEqual([200, first.body])
  expect((await ana.frame('SESSION_COMPLETED')).payload).toEqual((await dan.frame('SESSION_COMPLETED')).payload)
})

it('twelve phones that join concurrently on two instances start one session', async () => {
  const table = await newTable(server)
  const phones = Array.from({ length: 12 }, (_, i) => new Phone(urls[i % 2 ? 0 : 1]))
  const joined = await Promise.all(phones.map((phone, i) => phone.join(table.id, `Guest ${i}`)))
  expect(new Set(joined.map(({ id }) => id)).size).toBe(1)
})

it('unconfirmed changes that a page repeats after it reconnects to the other instance take effect once', async () => {
  const table = await newTable(server)
  const [ana] = await seat(urls[0], table.id, ['Ana'])
  ana.add(server.soup, 2, 1)
  await ana.waitForCart({ [server.soup]: 2 })
  const reconnected = Object.assign(new Phone(urls[1]), { cookie: ana.cookie, joined: ana.joined })
  await reconnected.enter()
  expect(reconnected.framesOf('CART_ITEMS')[0]?.refs).toEqual([1])
  reconnected.add(server.soup, 2, 1)
  reconnected.add(server.soup, 1, 2)
  await vi.waitFor(() => expect(ana.cart()[0]?.quantity).toBe(3))
})
