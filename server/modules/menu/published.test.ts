import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { menuItems } from '#server/db/schema/index.ts'
import type { Log } from '#server/platform/log.ts'
import { testServer } from '#server/testing/app.ts'
import { recordingLog } from '#server/testing/log.ts'
import { publishMenu, type Written } from './published.ts'

const server = testServer()
const { log } = recordingLog()
const setPrice = (price: number) =>
  server.connection.db.update(menuItems).set({ price }).where(eq(menuItems.id, server.soup))
const priceIn = (written: Written | undefined) => {
  const dishes: { id: number; price: number }[] = JSON.parse(written?.guests.plain.body.toString() ?? '[]')
  return dishes.find(({ id }) => id === server.soup)?.price
}
const open = (mayKeep = () => true) =>
  publishMenu({ db: server.connection.db, clock: server.clock, log: log as Log }, mayKeep)

describe('while a change is being written', () => {
  it('guests get the menu as it was, and whoever asks for it as it is waits', async () => {
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

  it('further changes are written together, after it', async () => {
    await setPrice(1)
    const menu = open()
    await menu.current()
    const first = menu.changed()
    await setPrice(2)
    const others = [menu.changed(), menu.changed()]
    const [one, other] = await Promise.all([menu.current(), menu.current()])
    expect([priceIn(one), one === other]).toEqual([2, true])
    await Promise.all([first, ...others])
    expect(menu.ready()).toBe(one)
  })

  it('the first menu is not ready as it was before a change of that moment', async () => {
    const menu = open()
    const before = menu.current()
    const published = menu.changed()
    const first = await before
    await published
    expect(menu.ready()).toBeDefined()
    expect(menu.ready()).not.toBe(first)
  })

  it('what was forgotten is not ready, though its writing ends later', async () => {
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

it('nothing is kept while changes may go unheard', async () => {
  let isHeard = false
  const menu = open(() => isHeard)
  await setPrice(1)
  await menu.current()
  isHeard = true
  expect(menu.ready()).toBeUndefined()
  await setPrice(2)
  expect(priceIn(await menu.current())).toBe(2)
})
