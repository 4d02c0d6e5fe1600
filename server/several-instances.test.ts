import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { secondInstance, takeaway, testServer } from '#server/testing/app.ts'
import { listenUrl, openTestSocket, WAIT_OPTIONS } from '#server/testing/phone.ts'
import type { PlacedOrder } from '#shared/contracts/orders.ts'
import { menuItems } from './db/schema/index.ts'

/*
 * Tests which state two instances on one database share, and what each counts alone
 * (docs/operating.md#several-instances). The shared table has its own tests (modules/shared-sessions/joining.test.ts),
 * and so has the killing of instances (faults/several).
 */

const WRITES_PER_MINUTE = 30
const first = testServer({ guestWritesPerMinute: WRITES_PER_MINUTE })
const second = secondInstance(first, { guestWritesPerMinute: WRITES_PER_MINUTE })

let keys = 0
/** Each order comes from its own address, so that the limits of an address do not matter. */
const order = (on: Pick<typeof first, 'call'>, key: string, body = takeaway(first), from = `10.1.0.${++keys}`) =>
  on.call('POST', '/api/orders', body, { headers: { 'idempotency-key': key }, remoteAddress: from })
const changeSettings = (change: object) => first.asOwner('PATCH', '/api/settings', change)
const setPrice = (price: number) => first.asOwner('PATCH', `/api/menu/${first.soup}`, { price })

beforeAll(async () => {
  // An instance that cached what an order depends on would have done so by now.
  for (const instance of [first, second]) {
    for (const n of [1, 2]) expect((await order(instance, `before ${keys} ${n}`)).statusCode).toBe(201)
  }
})
afterEach(() => first.clock.set(new Date()))

describe('an order on one instance', () => {
  it('has the price, and is subject to the pause, that another instance has just set', async () => {
    await setPrice(3000)
    expect((await order(second, 'old price')).json()).toMatchObject({ code: 'price_changed', total: 6000 })
    await setPrice(2850)
    expect((await order(second, 'price of before')).statusCode).toBe(201)
    await changeSettings({ ordersPaused: true })
    expect((await order(second, 'paused')).json()).toMatchObject({ code: 'orders_paused' })
    await changeSettings({ ordersPaused: false })
    expect((await order(second, 'no longer paused')).statusCode).toBe(201)
  })

  it('is the same order if its key is sent to both at once', async () => {
    const sent = await Promise.all(Array.from({ length: 10 }, (_, i) => order(i % 2 ? first : second, 'both')))
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1)
    expect(sent[0]?.statusCode).toBe(201)
  })

  it('takes its pickup slot on both', async () => {
    const pickup = { on: true, leadMinutes: 20, slotMinutes: 15, daysAhead: 0, ordersPerSlot: 1 }
    await changeSettings({ pickup })
    const sent = await Promise.all(Array.from({ length: 10 }, (_, i) => order(i % 2 ? first : second, `asap ${i}`)))
    expect(sent.map(({ statusCode }) => statusCode)).toEqual(sent.map(() => 201))
    const times = sent.map((response) => response.json<PlacedOrder>().pickupAt).sort()
    expect(times).toHaveLength(new Set(times).size)
    await changeSettings({ pickup: { ...pickup, on: false } })
  })

  it('can be claimed for printing on one instance only', async () => {
    const { id } = (await order(first, 'printed')).json<PlacedOrder>()
    const claims = await Promise.all(
      [first, second].map((instance) => instance.asOwner('POST', `/api/orders/${id}/print-claim`, {})),
    )
    expect(claims.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })
})

it('the menu is the same on both after a change on one, down to its ETag', async () => {
  const menus = async () => {
    const responses = await Promise.all([first, second].map((instance) => instance.call('GET', '/api/menu')))
    return responses.map(({ headers, body }) => [headers.etag, body.includes('4321')])
  }
  const [before] = await menus()
  await setPrice(4321)
  await vi.waitFor(async () => {
    const [one, other] = await menus()
    expect(one).toEqual(other)
    expect(one).toEqual([expect.not.stringMatching(String(before?.[0])), true])
  }, WAIT_OPTIONS)
  await first.connection.db.update(menuItems).set({ price: 2850 }).where(eq(menuItems.id, first.soup))
})

describe('signing in', () => {
  const signIn = (on: Pick<typeof first, 'call'>, password: string, remoteAddress: string) =>
    on.call('POST', '/api/login', { username: 'boss', password }, { remoteAddress })

  it('is refused after ten failures from an address, whichever instances counted them', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 12; n++) statuses.push((await signIn(n % 2 ? first : second, 'wrong', '10.2.0.1')).statusCode)
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
    for (const instance of [first, second])
      expect((await signIn(instance, 'secret-boss', '10.2.0.1')).statusCode).toBe(429)
  })

  it('ends on both with signing out on one: the board on the other is closed', async () => {
    const [cookie = ''] = (await signIn(first, 'secret-boss', '10.2.0.2')).cookies.map(
      ({ name, value }) => `${name}=${value}`,
    )
    const board = await openTestSocket(await listenUrl(second.app), { cookie })
    await first.call('POST', '/api/logout', undefined, { headers: { cookie } })
    await vi.waitFor(() => expect(board.closeCode()).toBe(4401), WAIT_OPTIONS)
    expect((await second.call('GET', '/api/user', undefined, { headers: { cookie } })).statusCode).toBe(401)
  })
})

it('guests’ writes are counted by each instance alone: an address may send as many to each', async () => {
  const send = async (on: Pick<typeof first, 'call'>) =>
    (await order(on, `limit ${++keys}`, takeaway(first), '10.3.0.1')).statusCode
  const sendAll = (on: Pick<typeof first, 'call'>) =>
    Promise.all(Array.from({ length: WRITES_PER_MINUTE }, () => send(on)))
  expect(new Set(await sendAll(first))).toEqual(new Set([201]))
  expect(await send(first)).toBe(429)
  expect(new Set(await sendAll(second))).toEqual(new Set([201]))
  expect(await send(second)).toBe(429)
})
