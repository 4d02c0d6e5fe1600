import { eq, inArray, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { inTransaction, type Tx } from '#server/db/index.ts'
import { type customers, erasures, orders } from '#server/db/schema/index.ts'
import { OLD, overdueFixture, TODAY } from '#server/testing/customers.ts'
import { announcedBy } from '#server/testing/database.ts'
import { eraseOverdue } from './privacy-clock.ts'

const {
  addOldEvent,
  changeSettings,
  completedOrder,
  erasedOf,
  idOf,
  insertOldOrders,
  isErased,
  logged,
  orderRow,
  parts,
  privacy,
  runNightly,
  search,
  server,
  setClock,
  setStatusAt,
  summary,
  waitForLocks,
} = overdueFixture()

describe('erasing overdue data in batches', () => {
  it('announces each batch once and writes each order once', async () => {
    const ids = await insertOldOrders(450)
    const announced = await announcedBy(server, () => runNightly())
    expect(announced.map(({ topic }) => topic).filter((topic) => topic !== 'erasures')).toEqual([
      'orders',
      'orders',
      'orders',
    ])
    expect(await erasedOf(ids)).toEqual(ids)
  })

  it('is continued by the next run after an interruption', async () => {
    const ids = await insertOldOrders(450)
    const { id: last } = await completedOrder(OLD, { phoneNumber: '0758 000 020' })
    setClock(TODAY)
    let clockReads = 0
    const now = () => {
      // Simulates that the process ends before the second batch.
      if (++clockReads > 3) throw new Error('killed')
      return new Date(TODAY)
    }
    await expect(eraseOverdue(parts({ clock: { now } }))).rejects.toThrow('killed')
    expect(await erasedOf(ids)).toEqual(ids.slice(0, 200))
    expect(await privacy()).toMatchObject({ orders: 251, customers: 1 })
    await runNightly()
    expect(await erasedOf([...ids, last])).toEqual([...ids, last])
    expect(await search('0758 000 020')).toEqual([])
  })

  it('erases each row once with two concurrent instances', async () => {
    for (const n of [1, 2, 3]) await completedOrder(OLD, { phoneNumber: `0758 000 03${n}` })
    const ids = await insertOldOrders(250, await idOf('0758 000 031'))
    const event = await addOldEvent('2025-10-10')
    const [{ totalCustomers }, erasureCount] = [
      await summary(),
      (await server.connection.db.select().from(erasures)).length,
    ]
    setClock(TODAY)
    await Promise.all([eraseOverdue(parts()), eraseOverdue(parts())])
    const rows = await server.connection.db.select().from(orders).where(inArray(orders.id, ids))
    expect(new Set(rows.map(({ version, customerId }) => `${version} ${customerId}`))).toEqual(new Set(['2 null']))
    expect((await summary()).totalCustomers).toBe(totalCustomers - 3)
    expect((await server.connection.db.select().from(erasures)).length).toBe(erasureCount + 250 + 3 + 3 + 1)
    expect((await event.repeat()).json()).toMatchObject({ id: event.id, customerName: '' })
  })

  it('skips an order that fails and erases the others', async () => {
    const broken = await completedOrder(OLD, { phoneNumber: '0758 000 040' })
    const fine = await completedOrder(OLD, { phoneNumber: '0758 000 041' })
    await server.connection.db.execute(
      sql`update idempotency_keys set response = 'broken' where shown_id = ${broken.id}`,
    )
    await runNightly()
    expect([await isErased(broken.id), await isErased(fine.id)]).toEqual([false, true])
    expect(logged()).toContain('a repeated task failed for one of many')
    expect([(await search('0758 000 040')).length, (await search('0758 000 041')).length]).toEqual([1, 0])
    await server.connection.db.execute(
      sql`update idempotency_keys set response = '{"items":[]}' where shown_id = ${broken.id}`,
    )
    await runNightly()
    expect(await isErased(broken.id)).toBe(true)
  })

  /** Erases overdue data while another transaction holds a lock on a row and runs `meanwhile`. */
  async function eraseDuring(
    table: typeof orders | typeof customers,
    id: number,
    meanwhile: (tx: Tx) => Promise<unknown>,
  ) {
    setClock(TODAY)
    let erasing: Promise<void> | undefined
    await inTransaction(server.connection.db, async (tx) => {
      await tx.select().from(table).where(eq(table.id, id)).for('update')
      erasing = eraseOverdue(parts())
      await waitForLocks(1)
      await meanwhile(tx)
    })
    await erasing
  }

  it('keeps the data of an order that is reopened in the meantime, even if it ends again', async () => {
    for (const statuses of [['pending'], ['pending', 'completed']]) {
      const { id } = await completedOrder(OLD, { phoneNumber: '0758 000 050', customerName: 'Din Nou' })
      await eraseDuring(orders, id, async (tx) => {
        for (const status of statuses) {
          await tx.execute(sql`update orders set status = ${status} where id = ${id}`)
          await tx.execute(
            sql`insert into order_status_changes (order_id, status, at) values (${id}, ${status}, ${TODAY})`,
          )
        }
      })
      expect(await orderRow(id)).toMatchObject({ customerName: 'Din Nou', erasedAt: null, status: statuses.at(-1) })
      expect((await search('0758 000 050')).length).toBe(1)
      await setStatusAt(TODAY, id, 'completed')
    }
  })

  it('stops after the current batch when an owner removes the retention time', async () => {
    const ids = await insertOldOrders(450)
    await eraseDuring(orders, ids[0] ?? 0, () => changeSettings({ retentionMonths: null }))
    expect(await erasedOf(ids)).toEqual(ids.slice(0, 200))
  })
})
