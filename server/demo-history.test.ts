import { asc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { type Database, inTransaction } from './db/index.ts'
import { type PastOrder, sampleHistory, writeHistory } from './db/sample/history.ts'
import { loadSample } from './db/sample/index.ts'
import {
  customerFigures,
  customers,
  menuItems,
  orderItems,
  orderStatusChanges,
  orders,
  settings,
  tables,
} from './db/schema/index.ts'
import { applyChange, placeInTransaction } from './modules/orders/index.ts'
import { emptyDatabase } from './testing/database.ts'

const NOW = new Date('2026-06-20T17:00:00Z')
const timeZone = 'Europe/Bucharest'

it('writeHistory writes the same rows as placing the orders and changing their statuses one by one', async () => {
  const databases = await Promise.all([emptyDatabase(), emptyDatabase()])
  const history = sampleHistory(NOW, timeZone)
  const isCancelled = ({ guest, steps }: PastOrder) => guest !== undefined && steps.at(-1)?.status === 'cancelled'
  const last = history.findLastIndex(isCancelled)
  const sample = history.slice(last - 140, last + 6)
  const written = []
  // One after the other: on a busy machine, a transaction that waits for the other is idle for too long, and is ended.
  for (const [i, db] of databases.entries()) {
    const prepared = await prepare(db)
    if (i === 0) await inTransaction(db, (tx) => writeHistory(tx, sample, prepared))
    else await replay(db, sample, prepared)
    written.push(await allRows(db))
  }
  const [inBulk, oneByOne] = written
  expect(inBulk?.customers.length).toBeGreaterThan(20)
  expect(sample.filter(isCancelled).length).toBeGreaterThan(0)
  expect(inBulk).toEqual(oneByOne)
})

/** Prepares a restaurant with the sample's menu and tables, but without orders. */
async function prepare(db: Database) {
  const loaded = await inTransaction(db, async (tx) => {
    const written = await loadSample(tx, { timeZone, now: NOW })
    for (const table of [orderStatusChanges, orderItems, orders, customers]) await tx.delete(table)
    // Dishes that are sold out today were available then, and the restaurant had no options.
    await tx.update(menuItems).set({ isActive: true, optionGroupIds: [], takeawayFee: null })
    return written
  })
  const dishes = new Map((await db.select().from(menuItems)).map((dish) => [dish.nameRo, dish]))
  const [row] = await db.select().from(settings).where(eq(settings.id, 1))
  return { dishes, tableIds: loaded?.tableIds ?? new Map(), currency: row?.currency ?? 'lei', statusChangedBy: null }
}

/** Places the orders and changes their statuses in chronological order, as guests and the owner would have done. */
async function replay(
  db: Database,
  history: PastOrder[],
  restaurant: Awaited<ReturnType<typeof prepare>>,
): Promise<void> {
  const ids = new Map<PastOrder, number>()
  const events = history.flatMap((past) => [
    { past, at: past.at, step: undefined },
    ...past.steps.map((step) => ({ past, at: step.at, step })),
  ])
  for (const { past, at, step } of events.sort((a, b) => a.at.getTime() - b.at.getTime())) {
    if (step) {
      await applyChange(db, { id: ids.get(past) ?? 0, status: step.status, by: null, now: at })
      continue
    }
    const items = past.lines.map(([nameRo, quantity, notes]) => ({
      menuItemId: restaurant.dishes.get(nameRo)?.id ?? 0,
      quantity,
      notes: notes ?? null,
    }))
    const input = {
      items,
      total: past.lines.reduce(
        (sum, [name, quantity]) => sum + quantity * (restaurant.dishes.get(name)?.price ?? 0),
        0,
      ),
      tableId: (past.table && restaurant.tableIds.get(past.table)) ?? null,
      diningOption: past.diningOption,
      customerName: past.guest?.name ?? `Masa ${past.table}`,
      phoneNumber: past.guest?.phone ?? '0000000000',
      email: past.guest?.email ?? null,
      notes: past.notes ?? null,
    }
    const sender = { seesHidden: true, isGuest: false, timeZone }
    const { id } = await inTransaction(db, (tx) => placeInTransaction(tx, { ...input, ...sender }, at))
    ids.set(past, id)
  }
}

/** All rows that orders write, without row ids, random values and tickets, which past orders do not have. */
async function allRows(db: Database) {
  const people = await db.select().from(customers).orderBy(asc(customers.phoneNumber))
  const phoneOf = new Map(people.map(({ id, phoneNumber }) => [id, phoneNumber]))
  const all = await db.select().from(orders).orderBy(asc(orders.createdAt), asc(orders.id))
  const indexOf = new Map(all.map(({ id }, i) => [id, i]))
  const ofOrder = <Row extends { id: number; orderId: number }>({ id, orderId, ...row }: Row) => ({
    ...row,
    order: indexOf.get(orderId) ?? -1,
  })
  const counted = await db.select().from(customerFigures)
  const figuresOf = new Map(counted.map(({ customerId, ...figures }) => [customerId, figures]))
  return {
    customers: people.map(({ id, erasureKey, ...row }) => ({ ...row, figures: figuresOf.get(id) })),
    orders: all.map(({ id, tokenHash, erasureKey, tickets, customerId, ...row }) => ({
      ...row,
      customer: phoneOf.get(customerId ?? 0),
    })),
    lines: (await db.select().from(orderItems).orderBy(asc(orderItems.orderId), asc(orderItems.id))).map(ofOrder),
    changes: (await db.select().from(orderStatusChanges).orderBy(asc(orderStatusChanges.at)))
      .map(ofOrder)
      .sort((a, b) => a.order - b.order || a.at.getTime() - b.at.getTime()),
    tables: (await db.select().from(tables).orderBy(asc(tables.id))).map(({ key, updatedAt, ...row }) => row),
  }
}
