import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { CARD, CASH, EVENING, HOUSE, MINUTE, SOUP } from '#server/testing/paying.ts'
import { PRINTED, PROFILE, REFUSED, receiptsFixture } from '#server/testing/receipts.ts'

const fixture = receiptsFixture()
const { server, device, call, post, change, place, soups, paid, pay, reverse, setStatus, refusal } = fixture
const { list, receiptsOf, statesOf, leftOf, keyIn, next, answer, decide } = fixture

const whole = { due: 2 * SOUP, amount: 2 * SOUP }
const order = async (more: object = {}) => (await place(more)).id
const paidOrder = async (more: object = {}) => {
  const id = await order()
  return { id, payment: await paid({ orders: [id], ...whole, ...more }) }
}
const takeOff = async (id: number, quantity = 1) => {
  const [line] = (await call('owner', 'GET', `/orders/${id}`)).json<{ items: { id: number }[] }>().items
  return call('floor', 'PATCH', `/orders/${id}/items/${line?.id}`, { quantity })
}

describe('a fiscal receipt is made', () => {
  it('when nothing is due any more: with the lines, the tip, and each method', async () => {
    const id = await order()
    await paid({ orders: [id], due: 2 * SOUP, amount: SOUP, method: CASH, tendered: 10_000, tip: 100 })
    expect(await statesOf(id)).toEqual([])
    await paid({ orders: [id], due: SOUP, amount: SOUP, tip: 200, taxNumber: 'ro 12345674' })
    const [receipt, ...others] = await receiptsOf(id)
    expect(others).toEqual([])
    expect(receipt).toEqual({
      ...{ id: expect.any(Number), name: expect.stringMatching(/^[\w-]{36}$/), kind: 'receipt', orderIds: [id] },
      lines: [
        expect.objectContaining({ kind: 'item', unitPrice: SOUP, quantity: 2000, vat: null, discount: 0 }),
        expect.objectContaining({ kind: 'tip', unitPrice: 300, quantity: 1000 }),
      ],
      payments: [
        { method: CASH, amount: SOUP + 100 },
        { method: CARD, amount: SOUP + 200 },
      ],
      ...{ guestName: null, taxNumber: 'RO12345674', state: 'waiting', number: null, code: null, info: null },
      ...{ at: EVENING.toISOString(), changedAt: EVENING.toISOString(), by: 'floor', decidedBy: null },
      ...{ lateAnswer: null, undoneAt: null },
    })
  })

  it('one for all orders that payments connect, though one of them had no share', async () => {
    const [first, second, third] = [await order(), await order(), await order()]
    await paid({ orders: [first, second], due: 4 * SOUP, amount: 2 * SOUP })
    await paid({ orders: [third], ...whole })
    expect(await statesOf(first)).toEqual([])
    expect(await statesOf(third)).toEqual(['waiting'])
    await paid({ orders: [second], ...whole })
    expect(await receiptsOf(first)).toEqual(await receiptsOf(second))
    expect((await receiptsOf(first)).map(({ orderIds }) => orderIds)).toEqual([[first, second]])
  })

  it('earlier for a guest who pays all own lines, and one for the rest', async () => {
    const items = [...soups(1, 'Ana').items, ...soups(2, 'Dan').items]
    const id = await order({ items, total: 3 * SOUP })
    await paid({ orders: [id], due: 3 * SOUP, amount: SOUP, guestName: 'Ana', taxNumber: '12345674' })
    await paid({ orders: [id], due: 2 * SOUP, amount: 2 * SOUP })
    const receipts = await receiptsOf(id)
    expect(receipts.map(({ guestName, payments, taxNumber }) => [guestName, payments, taxNumber])).toEqual([
      ['Ana', [{ method: CARD, amount: SOUP }], '12345674'],
      [null, [{ method: CARD, amount: 2 * SOUP }], null],
    ])
  })

  it('once, when two settle two orders of one bill at the same time', async () => {
    for (let round = 0; round < 8; round++) {
      const [first, second] = [await order(), await order()]
      await paid({ orders: [first, second], due: 4 * SOUP, amount: SOUP })
      await Promise.all([paid({ orders: [first], due: SOUP, amount: SOUP }), paid({ orders: [second], ...whole })])
      expect((await receiptsOf(first)).map(({ orderIds }) => orderIds)).toEqual([[first, second]])
    }
  })

  it.each<[string, () => Promise<number>]>([
    ['nothing paid but by the house', async () => (await paidOrder({ method: HOUSE, reason: 'ours' })).id],
    [
      'a test of the board',
      async () => {
        const id = await order()
        await server.connection.db.$client.query('update orders set is_test = true where id = $1', [id])
        await paid({ orders: [id], ...whole })
        return id
      },
    ],
    [
      'an order that was paid in part before receipts were switched on',
      async () => {
        await change({ fiscal: false })
        const id = await order()
        await paid({ orders: [id], due: 2 * SOUP, amount: SOUP })
        await change({ fiscal: true })
        await paid({ orders: [id], due: SOUP, amount: SOUP })
        return id
      },
    ],
  ])('not for %s', async (_, settled) => {
    if (_.startsWith('nothing')) await change({ houseLimit: 100_000 })
    expect(await statesOf(await settled())).toEqual([])
  })

  it('refused where a code is missing, and the payment stands', async () => {
    const { codes, ...profile } = PROFILE
    const set = (sent: object) => server.asOwner('PATCH', `/api/printers/${device.id}`, { profile: sent })
    expect((await set({ ...profile, codes: { 1: 1 } })).statusCode).toBe(200)
    const { id } = await paidOrder()
    const [receipt] = await receiptsOf(id)
    expect(receipt).toMatchObject({ state: 'refused', code: 'fiscal_group', info: `method ${CARD}` })
    const again = await decide(receipt?.id ?? 0, 'again')
    expect(again.json()).toMatchObject({ state: 'refused', code: 'fiscal_group' })
    await set({ ...profile, codes })
    expect((await decide(receipt?.id ?? 0, 'again')).json()).toMatchObject({ state: 'waiting', code: null, info: null })
    expect((await next())?.text).toContain(`P^2^${2 * SOUP}`)
  })

  it.each(['12345675', 'RO', '1234567890123'])('for no tax number like %j', async (taxNumber) => {
    const id = await order()
    expect(refusal(await pay({ orders: [id], ...whole, taxNumber }))).toMatchObject({ status: 400, path: 'taxNumber' })
  })
})

describe('taken back, cancelled or taken off', () => {
  it('before it was handed over, it is withdrawn, and the bill has a new one', async () => {
    const { id, payment } = await paidOrder()
    await reverse(payment.id, { amount: 2 * SOUP })
    expect(await statesOf(id)).toEqual(['withdrawn'])
    expect(await next()).toBeUndefined()
    await paid({ orders: [id], ...whole, method: CASH })
    expect((await receiptsOf(id)).map(({ state, payments }) => [state, payments])).toEqual([
      ['withdrawn', [{ method: CARD, amount: 2 * SOUP }]],
      ['waiting', [{ method: CASH, amount: 2 * SOUP }]],
    ])
  })

  it('after it was handed over, it stays, and these lines get no other one', async () => {
    const { id, payment } = await paidOrder()
    await next()
    await reverse(payment.id, { amount: 2 * SOUP })
    expect(await receiptsOf(id)).toMatchObject([{ state: 'handed', undoneAt: EVENING.toISOString() }])
    await paid({ orders: [id], ...whole, method: CASH })
    expect(await statesOf(id)).toEqual(['handed'])
  })

  it('a line: the receipt is made anew when the difference was given back', async () => {
    const { id, payment } = await paidOrder()
    expect((await takeOff(id)).statusCode).toBe(200)
    expect(await statesOf(id)).toEqual(['withdrawn'])
    await reverse(payment.id, { amount: SOUP })
    expect((await receiptsOf(id)).map(({ state, payments }) => [state, payments])).toEqual([
      ['withdrawn', [{ method: CARD, amount: 2 * SOUP }]],
      ['waiting', [{ method: CARD, amount: SOUP }]],
    ])
  })

  it('what was not paid yet: then nothing is due, and the receipt is made', async () => {
    const taken = await order()
    await paid({ orders: [taken], due: 2 * SOUP, amount: SOUP, taxNumber: 'RO12345674' })
    await takeOff(taken)
    expect(await receiptsOf(taken)).toMatchObject([
      { payments: [{ amount: SOUP }], by: 'floor', taxNumber: 'RO12345674' },
    ])
    const [first, second] = [await order(), await order()]
    await paid({ orders: [first, second], due: 4 * SOUP, amount: 2 * SOUP })
    await setStatus(second, 'cancelled')
    expect(await receiptsOf(first)).toMatchObject([{ orderIds: [first], payments: [{ amount: 2 * SOUP }] }])
  })

  it('by mistake: reopened, the paid order has a receipt again', async () => {
    const { id } = await paidOrder()
    await setStatus(id, 'cancelled')
    await setStatus(id, 'delivered')
    expect(await statesOf(id)).toEqual(['withdrawn', 'waiting'])
  })

  it('an order: nothing is printed; what the device had refused is withdrawn too', async () => {
    const { id } = await paidOrder()
    const { name } = (await next()) ?? { name: '' }
    await answer(name, REFUSED)
    const [receipt] = await receiptsOf(id)
    await setStatus(id, 'cancelled')
    expect(await statesOf(id)).toEqual(['withdrawn'])
    expect(refusal(await decide(receipt?.id ?? 0, 'again'))).toEqual({ status: 409, code: 'decided' })
  })

  it('another guest’s payment: the receipt of the first one stays', async () => {
    const items = [...soups(1, 'Ana').items, ...soups(1, 'Dan').items]
    const id = await order({ items })
    await paid({ orders: [id], due: 2 * SOUP, amount: SOUP, guestName: 'Ana' })
    const dan = await paid({ orders: [id], due: SOUP, amount: SOUP, guestName: 'Dan' })
    await reverse(dan.id, { amount: SOUP })
    expect((await receiptsOf(id)).map(({ guestName, state }) => [guestName, state])).toEqual([
      ['Ana', 'waiting'],
      ['Dan', 'withdrawn'],
    ])
  })
})

describe('money on no receipt is a row', () => {
  const half = { due: 2 * SOUP, amount: SOUP }
  const complete = async (id: number) =>
    expect((await setStatus(id, 'completed', { withoutPayment: true })).statusCode).toBe(200)

  it.each<[why: string, amount: number, string, () => Promise<number[]>]>([
    [
      ...(['unpaid', SOUP + 100, 'of an order that was paid in part and completed without payment'] as const),
      async () => {
        const id = await order()
        await paid({ orders: [id], ...half, tip: 100 })
        expect(await leftOf(id)).toEqual([])
        await complete(id)
        return [id]
      },
    ],
    [
      ...(['taken_off', 2 * SOUP, 'of a line that was taken off and not given back'] as const),
      async () => {
        const { id } = await paidOrder()
        await takeOff(id)
        await complete(id)
        return [id]
      },
    ],
    [
      ...(['cancelled', 4 * SOUP, 'of one of two orders that were paid together and one cancelled'] as const),
      async () => {
        const ids = [await order(), await order()]
        await paid({ orders: ids, due: 4 * SOUP, amount: 4 * SOUP })
        await setStatus(ids[0] ?? 0, 'cancelled')
        expect(await leftOf(ids[1])).toEqual([])
        await setStatus(ids[1] ?? 0, 'completed')
        return ids
      },
    ],
    [
      ...(['cancelled', 2 * SOUP, 'of an order that was paid, and cancelled while the money was kept'] as const),
      async () => {
        const { id } = await paidOrder()
        await setStatus(id, 'cancelled')
        return [id]
      },
    ],
    [
      ...(['before', 2 * SOUP, 'of an order that was paid in part while receipts were off'] as const),
      async () => {
        await change({ fiscal: false })
        const id = await order()
        await paid({ orders: [id], ...half })
        await change({ fiscal: true })
        expect(await leftOf(id)).toEqual([])
        await paid({ orders: [id], due: SOUP, amount: SOUP, method: CASH })
        return [id]
      },
    ],
    [
      ...(['before', SOUP, 'of a rest that was paid while receipts were off'] as const),
      async () => {
        const items = [...soups(1, 'Ana').items, ...soups(1, 'Dan').items]
        const id = await order({ items })
        await paid({ orders: [id], ...half, guestName: 'Ana' })
        await change({ fiscal: false })
        await paid({ orders: [id], due: SOUP, amount: SOUP, guestName: 'Dan' })
        await change({ fiscal: true })
        return [id]
      },
    ],
    [
      ...(['tip', 300, 'of a tip of a payment that was recorded anew'] as const),
      async () => {
        const { id, payment } = await paidOrder()
        await next()
        await reverse(payment.id, { amount: 2 * SOUP })
        await paid({ orders: [id], ...whole, method: CASH, tip: 300 })
        return [id]
      },
    ],
  ])('%s, %i: %s', async (why, amount, _, act) => {
    const orderIds = await act()
    const row = { orderIds, amount, why }
    for (const id of orderIds) expect(await leftOf(id)).toEqual([row])
    expect(await leftOf()).toEqual([row])
    // Whoever saw another sum decides nothing; the same key decides once.
    expect(refusal(await keyIn({ orderIds, amount: amount + 1 }))).toEqual({ status: 409, code: 'decided' })
    expect(refusal(await keyIn({ orderIds: [...orderIds, 1], amount }))).toEqual({ status: 409, code: 'decided' })
    const first = await keyIn({ orderIds, amount }, 'floor', `left ${orderIds}`)
    expect([first.statusCode, first.json()]).toEqual([
      201,
      expect.objectContaining({
        kind: 'receipt',
        state: 'by_hand',
        orderIds,
        lines: [],
        by: 'floor',
        decidedBy: 'floor',
      }),
    ])
    expect((await keyIn({ orderIds, amount }, 'floor', `left ${orderIds}`)).body).toBe(first.body)
    expect(refusal(await keyIn({ orderIds, amount }))).toEqual({ status: 409, code: 'decided' })
    expect(await leftOf()).toEqual([])
    const [, ...others] = (await receiptsOf(orderIds[0])).filter(({ state }) => state === 'by_hand')
    expect(others).toEqual([])
  })

  it('which a reversal takes away, or a later receipt', async () => {
    const { id, payment } = await paidOrder()
    await setStatus(id, 'cancelled')
    await reverse(payment.id, { amount: 2 * SOUP })
    expect(await leftOf()).toEqual([])
    const later = await order()
    await paid({ orders: [later], ...half })
    await complete(later)
    expect(await leftOf()).toMatchObject([{ amount: SOUP }])
    await paid({ orders: [later], due: SOUP, amount: SOUP })
    expect([await leftOf(), await statesOf(later)]).toEqual([[], ['waiting']])
  })

  it('but none of what the house gave, of a test, or of what was paid while receipts were off', async () => {
    await change({ houseLimit: 100_000, fiscal: false })
    const off = await order()
    await paid({ orders: [off], ...whole })
    const [gone, test, given] = [await order(), await order(), await order()]
    await paid({ orders: [gone], ...half })
    await change({ fiscal: true })
    await complete(gone)
    await server.connection.db.$client.query('update orders set is_test = true where id = $1', [test])
    await paid({ orders: [test], ...half })
    await complete(test)
    await paid({ orders: [given], ...half, method: HOUSE, reason: 'ours' })
    await complete(given)
    expect(await leftOf()).toEqual([])
    // The next round of the same table gets its receipt.
    const round = await order()
    await paid({ orders: [off, round], ...whole })
    expect([await statesOf(round), await leftOf()]).toEqual([['waiting'], []])
  })

  it('which is counted at the day’s end and asked about, and stays', async () => {
    const { id } = await paidOrder()
    await setStatus(id, 'cancelled')
    const { fiscal, lastEntry: seen } = (await call('owner', 'GET', '/days/open')).json()
    expect(fiscal).toMatchObject({ open: 0, left: 1 })
    const close = { counted: 0, left: 0, seen }
    expect(refusal(await post('owner', '/days/close', close))).toEqual({ status: 409, code: 'fiscal_open' })
    expect((await post('owner', '/days/close', { ...close, withoutReceipts: true })).json()).toMatchObject({
      fiscal: { left: 1 },
    })
    expect(await leftOf()).toHaveLength(1)
  })
})

describe('the end of the day', () => {
  const open = async () => (await call('owner', 'GET', '/days/open')).json<{ lastEntry: number; fiscal: object }>()
  const close = async (more: object = {}) =>
    post('owner', '/days/close', { counted: 0, left: 0, seen: (await open()).lastEntry, ...more })

  it('counts each receipt in one day, and asks once while one is open', async () => {
    await close({ withoutReceipts: true })
    await paidOrder()
    await paidOrder()
    await paidOrder()
    await answer((await next())?.name ?? '', PRINTED)
    const [second, third] = await receiptsOf()
    await decide(second?.id ?? 0, 'by_hand')
    expect((await open()).fiscal).toEqual({ printed: 1, byHand: 1, open: 1, left: 0 })
    expect(refusal(await close())).toEqual({ status: 409, code: 'fiscal_open' })
    expect((await close({ withoutReceipts: true })).json()).toMatchObject({
      fiscal: { printed: 1, byHand: 1, open: 1 },
    })
    await decide(third?.id ?? 0, 'by_hand')
    await paidOrder()
    await answer((await next())?.name ?? '', PRINTED)
    expect((await close()).json()).toMatchObject({ fiscal: { printed: 1, byHand: 1, open: 0 } })
  })

  it('ends the list of what somebody has to correct', async () => {
    const { payment } = await paidOrder()
    await answer((await next())?.name ?? '', PRINTED)
    expect(await receiptsOf()).toEqual([])
    server.clock.set(new Date(EVENING.getTime() + MINUTE))
    await reverse(payment.id, { amount: SOUP })
    expect(await receiptsOf()).toMatchObject([{ state: 'printed', number: '123', undoneAt: expect.any(String) }])
    server.clock.set(new Date(EVENING.getTime() + 2 * MINUTE))
    await close()
    expect(await receiptsOf()).toEqual([])
  })
})

describe('the setting', () => {
  it('needs payments in lei without rounding, and a device, and none of these can go meanwhile', async () => {
    const set = async (body: object) => refusal(await call('owner', 'PATCH', '/settings', body))
    for (const [body, path] of [
      [{ payments: false }, 'payments'],
      [{ currency: 'eur' }, 'currency'],
      [{ cashRounding: 5 }, 'cashRounding'],
    ] as const)
      expect(await set(body)).toMatchObject({ status: 400, path })
    const off = await server.asOwner('PATCH', `/api/printers/${device.id}`, { isActive: false })
    expect(refusal(off)).toMatchObject({ status: 400, path: 'isActive' })
    expect(refusal(await server.asOwner('DELETE', `/api/printers/${device.id}`))).toMatchObject({
      ...{ status: 400, path: 'fiscal' },
    })
  })

  it('is refused with all that it lacks, by what the same call leaves; and only when it is switched on', async () => {
    const set = async (body: object) => refusal(await call('owner', 'PATCH', '/settings', body))
    const missing = (...all: string[][]) => ({
      ...{ status: 400, code: 'fiscal_missing' },
      missing: all.map(([what, name = '']) => ({ what, name })),
    })
    const setDevice = async (body: object) =>
      expect((await server.asOwner('PATCH', `/api/printers/${device.id}`, body)).statusCode).toBe(200)
    const { paymentMethods } = (await call('owner', 'GET', '/settings')).json<{ paymentMethods: object[] }>()
    await change({ fiscal: false })
    expect(await set({ fiscal: true, currency: 'eur', cashRounding: 5, payments: false })).toEqual(
      missing(['payments'], ['currency'], ['rounding']),
    )
    await setDevice({ isActive: false })
    expect(await set({ fiscal: true, cashRounding: 5 })).toEqual(missing(['rounding'], ['device']))
    await setDevice({ isActive: true })
    const wallet = { kind: 'other', name: 'Wallet', nameRo: 'Portofel' }
    expect(await set({ fiscal: true, paymentMethods: [...paymentMethods, wallet] })).toEqual(
      missing(['method', 'Wallet']),
    )
    const pool = server.connection.db.$client
    // A hidden category counts too.
    await pool.query(`with hidden as (
        insert into menu_categories (name, position, vat_rate, is_active) values ('Hidden', 100, 21, false) returning id)
      insert into menu_items (category_id, name, price, created_at, updated_at, takeaway_fee)
        select id, 'Cola', 900, now(), now(), '{"name": "SGR", "nameRo": "", "amount": 50, "deposit": true}' from hidden`)
    await setDevice({ profile: { ...PROFILE, groups: {}, depositGroup: null, tipGroup: null, codes: { 1: 1, 3: 4 } } })
    expect(await set({ fiscal: true })).toEqual(
      missing(['rate', '21'], ['none'], ['deposit'], ['tip'], ['method', 'Card']),
    )
    const { message } = (await call('owner', 'PATCH', '/settings', { fiscal: true })).json<{ message: string }>()
    expect(message).toContain('the group of 21\u00a0%, the group of dishes without a rate')
    await setDevice({ profile: { ...PROFILE, groups: { ...PROFILE.groups, '21': 1 } } })
    await change({ fiscal: true })
    // What is missing later stops nothing.
    await setDevice({ profile: { ...PROFILE, groups: {} } })
    await change({ fiscal: true, houseLimit: 3000 })
    await setDevice({ profile: { ...PROFILE, groups: { ...PROFILE.groups, '21': 1 } } })
  })

  it('switched off, refuses what waits', async () => {
    const { id } = await paidOrder()
    await change({ fiscal: false })
    const [receipt] = await receiptsOf(id)
    expect(receipt).toMatchObject({ state: 'refused', code: 'off' })
    expect(refusal(await decide(receipt?.id ?? 0, 'again'))).toEqual({ status: 409, code: 'decided' })
    expect((await decide(receipt?.id ?? 0, 'by_hand')).statusCode).toBe(200)
    await change({ fiscal: true })
  })
})

it('nothing is made or handed over once receipts are switched off', async () => {
  const id = await order()
  await paid({ orders: [id], due: 2 * SOUP, amount: SOUP })
  const client = new pg.Client(server.connection.server.url())
  await client.connect()
  const waiting = (count: number) =>
    vi.waitFor(async () => {
      const { rows } = await client.query("select from pg_locks where locktype = 'advisory' and not granted")
      expect(rows).toHaveLength(count)
    })
  await client.query("select pg_advisory_lock(hashtextextended('fiscal', 0))")
  const off = change({ fiscal: false })
  await waiting(1)
  const taken = takeOff(id)
  await waiting(2)
  await client.end()
  await Promise.all([off, taken])
  expect(await statesOf(id)).toEqual([])
  // Nothing that waits by whatever mistake either.
  await change({ fiscal: true })
  await paidOrder()
  await server.connection.db.$client.query('update settings set fiscal = false')
  expect(await next()).toBeUndefined()
  await server.connection.db.$client.query('update settings set fiscal = true')
})

it('name and tax number go with the order', async () => {
  const items = soups(2, 'Ana').items
  const id = await order({ items, phoneNumber: '0744 555 666' })
  await paid({ orders: [id], ...whole, guestName: 'Ana', taxNumber: 'RO12345674' })
  expect((await list(id)).receipts).toMatchObject([{ guestName: 'Ana', taxNumber: 'RO12345674' }])
  await setStatus(id, 'completed')
  const { rows: found } = await server.connection.db.$client.query('select customer_id from orders where id = $1', [id])
  expect((await server.asOwner('DELETE', `/api/customers/${found[0]?.customer_id}`)).statusCode).toBe(204)
  expect((await list(id)).receipts).toMatchObject([{ guestName: null, taxNumber: null }])
  const { rows } = await server.connection.db.$client.query(
    'select 1 from day_entries where tax_number is not null and order_ids @> array[$1::bigint]',
    [id],
  )
  expect(rows).toEqual([])
})
