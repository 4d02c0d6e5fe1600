import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Day } from '#shared/contracts/days.ts'
import { LOYALTY_TIERS, SEGMENTS, segmentOf, tierOf } from '#shared/domain/customers/customer.ts'
import { countsForCustomer, isOpen, ORDER_STATUSES } from '#shared/domain/orders/order.ts'
import { searchedText } from '#shared/domain/search.ts'
import { hoursAt } from '#shared/domain/time/opening-hours.ts'
import { type Database, failureKind, inTransaction } from './db/index.ts'
import {
  customerFigures,
  customers,
  days,
  eventItems,
  events,
  menuCategories,
  menuItems,
  orderItems,
  orderStatusChanges,
  orders,
  promotions,
  settings,
  pictures as storedPictures,
  tables,
  users,
} from './db/schema/index.ts'
import { demoOwnerCredentials, demoStaffPassword, keepDemoOpen, loadDemo, writeDemoPassword } from './demo.ts'
import { readOpenDay } from './modules/payments/index.ts'
import { readSettings } from './modules/settings/index.ts'
import type { PictureStore } from './platform/files/store.ts'
import { emptyDatabase } from './testing/database.ts'
import { memoryStore } from './testing/pictures.ts'

const NOW = new Date('2026-06-20T17:00:00Z')
const timeZone = 'Europe/Bucharest'
const owner = { username: 'patron', password: 'o-parolă-bună' }
/** A store that seems to contain every picture, so that none is generated. */
const pictures: PictureStore = { ...memoryStore(), has: async () => true }
const demo = { owner, staffPassword: 'o-parolă-de-seară', pictures, timeZone, now: NOW }

describe('the demo restaurant', () => {
  let db: Database
  beforeAll(async () => {
    db = await emptyDatabase()
    await loadDemo(db, demo)
  })

  it('has a picture for every dish but set menus, and every promotion', async () => {
    const shown = [
      ...(await db.select({ imageUrl: menuItems.imageUrl }).from(menuItems).where(eq(menuItems.isSetMenu, false))),
      ...(await db.select({ imageUrl: promotions.imageUrl }).from(promotions)),
    ]
    expect(shown.length).toBeGreaterThan(160)
    for (const { imageUrl } of shown) expect(imageUrl).toMatch(/^\/pictures\/[0-9a-f]{32}\/640\.webp$/)
    expect(new Set(shown.map(({ imageUrl }) => imageUrl)).size).toBe(shown.length)
    // They are recorded, so that the pictures of deleted dishes are deleted later.
    expect(await db.$count(storedPictures)).toBe(shown.length)
  })

  it('has two weeks of evenings that were paid and closed, and what was paid today', async () => {
    const closed = (await db.select().from(days).orderBy(asc(days.number))).map(({ report }): Day => JSON.parse(report))
    expect(closed.map(({ number }) => number)).toEqual(Array.from({ length: 14 }, (_, i) => i + 1))
    for (const { orders: paid, methods, tips, expected, left, open, withoutPayment } of closed) {
      expect(paid).toBeGreaterThan(5)
      expect(methods.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['cash', 'card']))
      expect([tips.length, open, withoutPayment]).toEqual([1, [], []])
      expect(expected).toBeGreaterThanOrEqual(left)
    }
    const sold = closed.map(({ vat }) => vat.reduce((sum, { amount }) => sum + amount, 0))
    expect(sold).toEqual(closed.map(({ methods }) => methods.reduce((sum, { amount }) => sum + amount, 0)))
    expect((await db.select().from(settings))[0]?.payments).toBe(true)
    const { methods, vat, lastEntry } = await inTransaction(db, (tx) => readOpenDay(tx, NOW, timeZone))
    expect(lastEntry).not.toBeNull()
    const sumOf = (figures: readonly { amount: number }[]) => figures.reduce((sum, { amount }) => sum + amount, 0)
    expect(sumOf(methods)).toBe(sumOf(vat))
  })

  it('has correct totals for every customer, and customers in each tier and segment', async () => {
    const rows = await db
      .select()
      .from(customers)
      .innerJoin(customerFigures, eq(customerFigures.customerId, customers.id))
    const all = rows.map((row) => ({ ...row.customers, ...row.customer_figures }))
    const ordersByCustomer = Map.groupBy(
      await db.select().from(orders).orderBy(asc(orders.id)),
      ({ customerId }) => customerId,
    )
    expect(all.length).toBeGreaterThan(100)
    for (const customer of all) {
      const customerOrders = ordersByCustomer.get(customer.id) ?? []
      const counted = customerOrders.filter(({ status }) => countsForCustomer(status))
      expect(customer).toMatchObject({
        orderCount: counted.length,
        totalSpent: counted.reduce((sum, { total }) => sum + total, 0),
        firstOrder: counted[0]?.createdAt ?? null,
        lastOrder: counted.at(-1)?.createdAt ?? null,
        createdAt: customerOrders[0]?.createdAt,
      })
      expect(customerOrders.every(({ phoneNumber }) => phoneNumber === customer.phoneNumber)).toBe(true)
    }
    expect(ordersByCustomer.get(null)?.every(({ phoneNumber }) => phoneNumber === '0000000000')).toBe(true)
    expect(new Set(all.map(({ orderCount }) => tierOf(orderCount)))).toEqual(new Set(LOYALTY_TIERS))
    expect(new Set(all.map(({ orderCount }) => segmentOf(orderCount)))).toEqual(new Set(SEGMENTS))
  })

  it('has past and future catering events with the prices of its menu', async () => {
    const rows = await db.select().from(events)
    expect(rows.map(({ status }) => status)).toEqual(['cancelled', 'confirmed', 'pending', 'draft'])
    expect(rows.map(({ eventDate }) => eventDate)).toEqual(['2026-06-14', '2026-07-02', '2026-07-14', '2026-07-30'])
    for (const { validUntil, eventDate, restaurant } of rows) {
      expect(validUntil <= eventDate).toBe(true)
      expect(restaurant.restaurantName).toBe('La Conac')
    }
    const prices = new Map((await db.select().from(menuItems)).map(({ id, price }) => [id, price]))
    const lines = await db.select().from(eventItems)
    expect(lines.length).toBeGreaterThan(15)
    for (const line of lines) expect(line.priceAtTimeOfEvent).toBe(prices.get(line.menuItemId ?? 0))
  })

  it('has for every order its lines, total, history and search text', async () => {
    const lines = Map.groupBy(await db.select().from(orderItems), ({ orderId }) => orderId)
    const changes = Map.groupBy(
      await db.select().from(orderStatusChanges).orderBy(asc(orderStatusChanges.id)),
      ({ orderId }) => orderId,
    )
    const dishes = new Map((await db.select().from(menuItems)).map((dish) => [dish.id, dish]))
    const all = await db.select().from(orders).orderBy(asc(orders.id))
    expect(all.length).toBeGreaterThan(900)
    for (const [i, order] of all.entries()) {
      const orderLines = lines.get(order.id) ?? []
      expect(order.total).toBe(orderLines.reduce((sum, { price, quantity }) => sum + price * quantity, 0))
      for (const { menuItemId, name, nameRo, price, partOf, options } of orderLines) {
        if (menuItemId === null)
          expect([partOf === null, name]).toEqual([false, expect.stringMatching(/Deposit|Packaging/)])
        else if (partOf !== null) expect(dishes.get(menuItemId)).toMatchObject({ name, nameRo })
        else {
          const added = options.reduce((sum, option) => sum + option.price * option.quantity, 0)
          expect(dishes.get(menuItemId)).toMatchObject({ name, nameRo, price: price - added })
        }
      }
      const steps = changes.get(order.id) ?? []
      expect([steps[0]?.status, steps[0]?.at, steps[0]?.userId]).toEqual(['pending', order.createdAt, null])
      expect([steps.at(-1)?.status, steps.at(-1)?.at, steps.length]).toEqual([
        order.status,
        order.updatedAt,
        order.version,
      ])
      expect(order.changedVersion).toBe(order.version)
      // Only open orders have unprinted tickets, one for each station concerned.
      const stationIds = [...new Set(orderLines.map(({ stationId }) => stationId))].sort()
      const tickets = stationIds.map((stationId, i) => ({ id: i + 1, kind: 'kitchen', stationId }))
      expect(order.tickets).toEqual(isOpen(order.status) ? tickets : [])
      expect(order.seenAt).toEqual(steps[1]?.at ?? null)
      expect(order.searchText).toContain(searchedText(order.customerName))
      expect(order.createdAt.getTime()).toBeGreaterThanOrEqual(all[i - 1]?.createdAt.getTime() ?? 0)
    }
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set(ORDER_STATUSES))
    expect(new Set(all.flatMap(({ tickets }) => tickets.map(({ stationId }) => stationId)))).toEqual(new Set([1, 2]))
  })

  it('has exactly the tables with an open order occupied', async () => {
    const open = (await db.select().from(orders)).filter(({ status }) => isOpen(status)).map(({ tableId }) => tableId)
    for (const { id, status } of await db.select().from(tables)) {
      expect(status).toBe(open.includes(id) ? 'occupied' : 'available')
    }
    expect(open.filter((id) => id !== null).length).toBeGreaterThan(0)
  })

  it('has two stations, of which the second makes exactly the drinks', async () => {
    const [row] = await db.select().from(settings)
    expect(row).toMatchObject({ stations: [{ id: 1 }, { id: 2, name: 'Bar' }], lastStationId: 2 })
    const atTheBar = await db.select().from(menuCategories).where(eq(menuCategories.stationId, 2))
    expect(atTheBar.map(({ nameRo }) => nameRo).sort()).toEqual([
      'Bere și cidru',
      'Cafea și ceai',
      'Limonade și răcoritoare',
      'Tării și cocktailuri',
      'Vinuri',
    ])
  })

  it('has a user for each duty', async () => {
    const staff = await db.select().from(users).where(eq(users.isOwner, false))
    expect(staff.map(({ username, duties }) => [username, duties])).toEqual([
      ['kitchen', ['kitchen']],
      ['floor', ['floor']],
    ])
  })

  it('is open from 08:00 to midnight, and at night hour by hour, so that guests can order whenever it is tried', async () => {
    const hours = async () => (await readSettings(db)).openingHours
    const openAt = async (moment: string) => hoursAt(await hours(), 0, new Date(moment), timeZone).open
    expect([await openAt('2026-06-21T09:00:00Z'), await openAt('2026-06-21T21:30:00Z')]).toEqual([true, false])
    // From noon to noon, as the demo looks at it, but less often.
    for (let minute = 0; minute < 24 * 60; minute += 10) {
      const now = new Date(Date.parse('2026-06-21T09:00:00Z') + minute * 60_000)
      await keepDemoOpen(db, { timeZone, now })
      const { open, until } = hoursAt(await hours(), 0, now, timeZone)
      expect([now, open]).toEqual([now, true])
      const isNight = now > new Date('2026-06-21T21:00:00Z') && now < new Date('2026-06-22T03:30:00Z')
      // A guest reserves an hour ahead, and an hour before closing.
      if (isNight) expect(until && until.getTime() - now.getTime()).toBeLessThanOrEqual(120 * 60_000)
    }
    expect((await hours())?.exceptions).toHaveLength(1)
    // What an owner has changed stays.
    await db.update(settings).set({ openingHours: { weekly: [], exceptions: [] } })
    await keepDemoOpen(db, { timeZone, now: new Date('2026-06-21T22:30:00Z') })
    expect(await openAt('2026-06-21T22:30:00Z')).toBe(false)
  })

  it('does not change when it is loaded again', async () => {
    const before = await db.$count(orders)
    await loadDemo(db, { ...demo, now: new Date(NOW.getTime() + 86_400_000) })
    expect(await db.$count(orders)).toBe(before)
    expect(await db.$count(users)).toBe(3)
  })
})

it('loadDemo creates one restaurant when it runs twice at the same time', async () => {
  const db = await emptyDatabase()
  await Promise.all([loadDemo(db, demo), loadDemo(db, demo)])
  expect(await db.$count(tables)).toBe(12)
  expect(await db.$count(promotions)).toBe(4)
})

it('loadDemo leaves nothing if it is interrupted, and loads everything at the next start', async () => {
  const db = await emptyDatabase()
  const interrupted = await inTransaction(db, async (tx) => {
    // The load proceeds to the lines of orders and waits there until it is interrupted.
    await tx.execute(sql`lock table ${orderItems} in exclusive mode`)
    const loading = loadDemo(db, demo).catch((error: unknown) => failureKind(error))
    await vi.waitFor(
      async () => {
        const { rowCount } = await tx.execute(
          sql`select pg_cancel_backend(pid) from pg_locks
            where relation = ${'order_items'}::regclass and not granted`,
        )
        expect(rowCount).toBe(1)
      },
      { interval: 20 },
    )
    return loading
  })
  expect(interrupted).toBe('unavailable')
  for (const table of [orders, customers, tables, menuItems, promotions]) expect(await db.$count(table)).toBe(0)
  await loadDemo(db, demo)
  expect(await db.$count(orders)).toBeGreaterThan(900)
})

describe('the credentials of the demo', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'masa-sign-in-'))
  const file = path.join(folder, 'owner-password')
  afterAll(() => rmSync(folder, { recursive: true }))

  it('are generated once, and again if an interrupted start left an empty file', () => {
    writeFileSync(file, '')
    const generated = demoOwnerCredentials(folder)
    expect(generated.password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){2}$/)
    expect(demoOwnerCredentials(folder)).toEqual(generated)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['owner-password'])
  })

  it('contain a password for the staff', () => {
    const password = demoStaffPassword(folder)
    expect(password).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){2}$/)
    expect(demoOwnerCredentials(folder).password).not.toBe(password)
    expect(demoStaffPassword(folder)).toBe(password)
  })

  it('contain the new password after it was replaced', () => {
    const { username, password } = demoOwnerCredentials(folder)
    writeDemoPassword(folder, { username: 'somebody', password: 'else' })
    expect(demoOwnerCredentials(folder).password).toBe(password)
    writeDemoPassword(folder, { username: 'Owner', password: 'new-one' })
    expect(demoOwnerCredentials(folder)).toEqual({ username, password: 'new-one' })
  })
})
