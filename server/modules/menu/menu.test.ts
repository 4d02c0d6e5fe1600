import { brotliDecompressSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { menuCategories, menuItems } from '#server/db/schema/index.ts'
import type { Log } from '#server/platform/log.ts'
import { testServer } from '#server/testing/app.ts'
import { recordingLog } from '#server/testing/log.ts'
import { listenUrl, openTestSocket } from '#server/testing/phone.ts'
import { type People, signInPeople } from '#server/testing/users.ts'
import type { MenuCategory, MenuItem, PublishedDish } from '#shared/contracts/menu/menu.ts'
import { type MenuResponses, publishMenu } from './published.ts'

describe('menu', () => {
  const server = testServer()
  const get = (headers: Record<string, string> = {}) => server.call('GET', '/api/menu', undefined, { headers })
  const names = async (headers = {}) => (await get(headers)).json<MenuItem[]>().map(({ name }) => name)

  describe('GET /api/menu', () => {
    it('returns the visible dishes to guests, and all dishes to owners', async () => {
      expect(await names()).toEqual(['Bean soup', 'Pizza'])
      expect(await names({ cookie: server.owner })).toEqual(['Bean soup', 'Pizza', 'Trout'])
      const [soup] = (await get()).json<PublishedDish[]>()
      expect(soup).toEqual({
        id: server.soup,
        name: 'Bean soup',
        nameRo: 'Ciorbă de fasole',
        description: '',
        descriptionRo: '',
        price: 2850,
        category: 'Test soups',
        categoryRo: 'Supe de probă',
        imageUrl: '',
        tags: [],
        isActive: true,
        allergens: null,
        nutritionalValues: null,
        position: 1,
        version: 1,
      })
    })

    it('is compressed, with a strong ETag of its own for guests and owners', async () => {
      const plain = await get({ 'accept-encoding': 'identity' })
      const br = await get({ 'accept-encoding': 'gzip, br' })
      expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
      expect(br.headers).toMatchObject({
        'cache-control': 'private, no-cache',
        etag: expect.stringMatching(/^"[^"]+"$/),
        vary: expect.stringContaining('Cookie'),
      })
      const known = { 'accept-encoding': 'br', 'if-none-match': String(br.headers.etag) }
      const statuses = [await get(known), await get({ ...known, cookie: server.owner })]
      expect(statuses.map(({ statusCode }) => statusCode)).toEqual([304, 200])
    })

    it('returns a change of a dish or category that was made in the database', async () => {
      const { db } = server.connection
      await get()
      await db.update(menuItems).set({ isActive: true }).where(eq(menuItems.id, server.soldOut))
      await vi.waitFor(async () => expect(await names()).toContain('Trout'))
      await db.update(menuCategories).set({ isActive: false }).where(eq(menuCategories.name, 'Test soups'))
      await vi.waitFor(async () => expect(await names()).toEqual([]))
      expect(await names({ cookie: server.owner })).toHaveLength(3)
      await db.update(menuCategories).set({ isActive: true }).where(eq(menuCategories.name, 'Test soups'))
      await db.update(menuItems).set({ isActive: false }).where(eq(menuItems.id, server.soldOut))
      await vi.waitFor(async () => expect(await names()).toEqual(['Bean soup', 'Pizza']))
    })

    it('has the hours of a category once: with the first dish of it that the list has', async () => {
      const { db } = server.connection
      const ofCategory = eq(menuCategories.name, 'Test soups')
      await db
        .update(menuCategories)
        .set({ servedHours: [{ day: 2, from: '08:00', to: '12:00' }] })
        .where(ofCategory)
      await db.update(menuItems).set({ isActive: false }).where(eq(menuItems.id, server.soup))
      const withHours = async (headers = {}) =>
        (await get(headers)).json<PublishedDish[]>().flatMap((one) => (one.categoryServedHours ? one.name : []))
      await vi.waitFor(async () => expect(await withHours()).toEqual(['Pizza']))
      expect(await withHours({ cookie: server.owner })).toEqual(['Bean soup'])
      await db.update(menuCategories).set({ servedHours: null }).where(ofCategory)
      await db.update(menuItems).set({ isActive: true }).where(eq(menuItems.id, server.soup))
      await vi.waitFor(async () => expect(await names()).toEqual(['Bean soup', 'Pizza']))
    })

    it('returns a change immediately after the response to it', async () => {
      const headers = { cookie: server.owner }
      for (const price of [2900, 2850]) {
        await server.call('PATCH', `/api/menu/${server.soup}`, { price }, { headers })
        expect((await get({ cookie: server.owner })).json<MenuItem[]>()[0]?.price).toBe(price)
        expect((await get()).json<MenuItem[]>()[0]?.price).toBe(price)
      }
    })

    it('notifies pages at most once a second during many changes', async () => {
      const page = await openTestSocket(await listenUrl(server.app))
      const headers = { cookie: server.owner }
      const began = performance.now()
      for (let i = 0; i < 20; i++) await server.call('POST', `/api/menu/${server.pizza}/toggle`, {}, { headers })
      await server.call('PATCH', '/api/settings', { restaurantName: 'Masa' }, { headers })
      // Announcements arrive in order: those of the menu were received before this one.
      await vi.waitFor(() => expect(page.receivedFrames()).toContainEqual({ type: 'SETTINGS_CHANGED' }))
      const changes = () => page.receivedFrames().filter(({ type }) => type === 'MENU_CHANGED').length
      expect(changes()).toBeLessThanOrEqual(2 + (performance.now() - began) / 1000)
      await vi.waitFor(() => expect(changes()).toBeGreaterThan(0))
      page.socket.close()
    })
  })

  it('GET /api/menu/categories returns the default categories', async () => {
    const categories = (await server.call('GET', '/api/menu/categories')).json<MenuCategory[]>()
    expect(categories.slice(0, 23).map(({ name }) => name)).toEqual(
      'Burgeri, Preparate din Pui, Preparate din Carne, Preparate la Grătar, Vegetariene, Paste și Risotto, Garnituri, Platouri, Sosuri, Pizza, Paste, Burgers, Preparate de pui, Preparate din porc, Desert, Drinks, Băuturi Răcoritoare, Băuturi Calde, Cafea, Smoothie-uri, Cocktailuri, Bere, Vinuri'.split(
        ', ',
      ),
    )
    expect(categories.map(({ position }) => position)).toEqual([...categories.keys()].map((i) => i + 1))
    expect(categories.find(({ name }) => name === 'Drinks')).toMatchObject({ nameRo: 'Băuturi', isActive: true })
  })

  it('GET /api/menu/categories returns which categories have dishes, including hidden ones', async () => {
    const categories = (await server.call('GET', '/api/menu/categories')).json<MenuCategory[]>()
    expect(categories.filter(({ hasItems }) => hasItems).map(({ name }) => name)).toEqual(['Test soups'])
    await server.connection.db.update(menuItems).set({ isActive: false })
    await vi.waitFor(async () => expect(await names()).toEqual([]))
    const after = (await server.call('GET', '/api/menu/categories')).json<MenuCategory[]>()
    expect(after).toEqual(categories)
  })

  describe('a hidden category', () => {
    const categoriesFor = async (cookie: string) =>
      (await server.call('GET', '/api/menu/categories', undefined, { headers: { cookie } })).json<MenuCategory[]>()
    const hide = (isActive: boolean) => server.asOwner('POST', '/api/menu/categories/Vinuri/toggle', { isActive })

    it('is named to owners and the floor alone, and to everybody once it is shown again', async () => {
      const people = await signInPeople(server)
      expect((await hide(false)).statusCode).toBe(200)
      const named = async (person: keyof People) =>
        (await categoriesFor(people[person])).filter(({ name }) => name === 'Vinuri').map(({ isActive }) => isActive)
      // The menu is published once all instances know the change.
      await vi.waitFor(async () => expect(await named('guest')).toEqual([]))
      const answers = await Promise.all((['guest', 'staff', 'kitchen', 'floor', 'both', 'owner'] as const).map(named))
      expect(answers).toEqual([[], [], [], [false], [false], [false]])
      expect((await categoriesFor('')).every(({ isActive }) => isActive)).toBe(true)
      await hide(true)
      await vi.waitFor(async () => expect(await named('guest')).toEqual([true]))
    })
  })
})

describe('published', () => {
  const server = testServer()
  const { log } = recordingLog()
  const setPrice = (price: number) =>
    server.connection.db.update(menuItems).set({ price }).where(eq(menuItems.id, server.soup))
  const priceIn = (written: MenuResponses | undefined) => {
    const dishes: { id: number; price: number }[] = JSON.parse(written?.dishes.plain.body.toString() ?? '[]')
    return dishes.find(({ id }) => id === server.soup)?.price
  }

  it('the published menu is another one for guests only if their part of it changed', async () => {
    let published = 0
    const menu = publishMenu(
      { db: server.connection.db, clock: server.clock, log: log as Log, timeZone: 'Europe/Bucharest' },
      () => true,
      () => {
        published++
      },
    )
    await setPrice(1)
    expect(await menu.changed()).toBe(true)
    await setPrice(2)
    expect(await menu.changed()).toBe(true)
    expect(priceIn(await menu.current('guests'))).toBe(2)
    expect(await menu.changed()).toBe(false)
    expect(published).toBe(2)
  })
})
