import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { menuItems } from '#server/db/schema/index.ts'
import type { Log } from '#server/platform/log.ts'
import { testServer } from '#server/testing/app.ts'
import { recordingLog } from '#server/testing/log.ts'
import { type MenuResponses, publishMenu } from './published.ts'

const server = testServer()
const { log } = recordingLog()
const setPrice = (price: number) =>
  server.connection.db.update(menuItems).set({ price }).where(eq(menuItems.id, server.soup))
const priceIn = (written: MenuResponses | undefined) => {
  const dishes: { id: number; price: number }[] = JSON.parse(written?.guests.plain.body.toString() ?? '[]')
  return dishes.find(({ id }) => id === server.soup)?.price
}
const open = (mayCache = () => true) =>
  publishMenu({ db: server.connection.db, clock: server.clock, log: log as Log }, mayCache)

describe('the published menu, while a change is being serialized', () => {
  it('is the previous menu for ready(), while current() waits for the change', async () => {
    await setPrice(1)
    const menu = open()
    await menu.current()
    await setPrice(2)
    const published = menu.changed()
    expect(priceIn(menu.ready())).toBe(1)
    expect(priceIn(await menu.current())).toBe(2)
    await published
    expect(priceIn(menu.ready())).toBe(2)
  })

  it('serializes all further changes together afterwards', async () => {
    await setPrice(1)
    const menu = open()
    await menu.current()
    const first = menu.changed()
    await setPrice(2)
    const others = [menu.changed(), menu.changed()]
    const [result, other] = await Promise.all([menu.current(), menu.current()])
    expect([priceIn(result), result === other]).toEqual([2, true])
    await Promise.all([first, ...others])
    expect(menu.ready()).toBe(result)
  })

  it('is not replaced by the menu as it was before the change', async () => {
    const menu = open()
    const before = menu.current()
    const published = menu.changed()
    const first = await before
    await published
    expect(menu.ready()).toBeDefined()
    expect(menu.ready()).not.toBe(first)
  })

  it('is discarded by forget(), even if an older serialization ends later', async () => {
    const menu = open()
    const writing = menu.current()
    menu.forget()
    await writing
    expect(menu.ready()).toBeUndefined()
    await menu.current()
    menu.forget()
    expect(menu.ready()).toBeUndefined()
  })
})

it('the published menu is not cached while announcements may be missed', async () => {
  let isListening = false
  const menu = open(() => isListening)
  await setPrice(1)
  await menu.current()
  isListening = true
  expect(menu.ready()).toBeUndefined()
  await setPrice(2)
  expect(priceIn(await menu.current())).toBe(2)
})
