import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { inTransaction } from '#server/db/index.ts'
import { customers } from '#server/db/schema/index.ts'
import { erasingFixture } from './fixtures/erasing.ts'

const { erase, idOf, merge, placeOrder, search, server, setStatus, summary, waitForLocks } = erasingFixture()

/** Runs `requests` while a transaction holds a lock on a customer. */
const whileLocked = (customerId: number, requests: () => Promise<void>) =>
  inTransaction(server.connection.db, async (tx) => {
    await tx.select().from(customers).where(eq(customers.id, customerId)).for('update')
    await requests()
  })

describe('erasing a customer concurrently with', () => {
  it('an order that is placed first is rejected', async () => {
    await setStatus((await placeOrder({ phoneNumber: '0755 000 006' })).id, 'completed')
    const id = await idOf('0755 000 006')
    let ordering: ReturnType<typeof placeOrder> | undefined
    let erasing: ReturnType<typeof erase> | undefined
    await whileLocked(id, async () => {
      ordering = placeOrder({ phoneNumber: '0755 000 006' })
      await waitForLocks(1)
      erasing = erase(id)
      await waitForLocks(2)
    })
    await ordering
    expect((await erasing)?.json().code).toBe('open_orders')
    expect((await search('0755 000 006'))[0]).toMatchObject({ orderCount: 2 })
  })

  it('an order that is placed second leads to a new customer', async () => {
    await setStatus((await placeOrder({ phoneNumber: '0755 000 007', customerName: 'Old Name' })).id, 'completed')
    const id = await idOf('0755 000 007')
    let ordering: ReturnType<typeof placeOrder> | undefined
    let erasing: ReturnType<typeof erase> | undefined
    await whileLocked(id, async () => {
      erasing = erase(id)
      await waitForLocks(1)
      ordering = placeOrder({ phoneNumber: '0755 000 007', customerName: 'New Name' })
      await waitForLocks(2)
    })
    expect((await erasing)?.statusCode).toBe(204)
    await ordering
    const [newCustomer] = await search('0755 000 007')
    expect(newCustomer).toMatchObject({ name: 'New Name', orderCount: 1 })
    expect(newCustomer?.id).not.toBe(id)
  })

  it('an order that is placed second with a merged number leads to a new customer', async () => {
    for (const phoneNumber of ['0755 000 008', '0755 000 009'])
      await setStatus((await placeOrder({ phoneNumber })).id, 'completed')
    const [mergedId, id] = [await idOf('0755 000 008'), await idOf('0755 000 009')]
    await merge(mergedId, id)
    let ordering: ReturnType<typeof placeOrder> | undefined
    let erasing: ReturnType<typeof erase> | undefined
    await whileLocked(id, async () => {
      erasing = erase(id)
      await waitForLocks(1)
      ordering = placeOrder({ phoneNumber: '0755 000 008', customerName: 'New Name' })
      await waitForLocks(2)
    })
    expect((await erasing)?.statusCode).toBe(204)
    await ordering
    expect(await search('0755 000 008')).toMatchObject([{ name: 'New Name', orderCount: 1, otherNumbers: [] }])
  })

  it('another erasing of the same customer erases it once', async () => {
    await setStatus((await placeOrder({ phoneNumber: '0755 000 010' })).id, 'completed')
    const id = await idOf('0755 000 010')
    const { totalCustomers } = await summary()
    const responses = await Promise.all([erase(id), erase(id)])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([204, 404])
    expect((await summary()).totalCustomers).toBe(totalCustomers - 1)
  })

  it('a merge leaves all figures correct', async () => {
    for (let round = 0; round < 4; round++) {
      const numbers = [`0755 1${round}0 001`, `0755 1${round}0 002`]
      for (const phoneNumber of numbers) await setStatus((await placeOrder({ phoneNumber })).id, 'completed')
      const [mergedId = 0, remainingId = 0] = await Promise.all(numbers.map(idOf))
      const [merging, erasing] = await Promise.all([
        merge(mergedId, remainingId),
        erase(round % 2 ? mergedId : remainingId),
      ])
      expect([200, 404]).toContain(merging)
      expect([204, 404]).toContain(erasing.statusCode)
      const remaining = (await server.connection.db.select().from(customers)).filter(
        ({ mergedInto }) => mergedInto === null,
      )
      expect((await summary()).totalCustomers).toBe(remaining.length)
    }
  })
})
