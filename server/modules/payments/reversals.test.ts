import { describe, expect, it } from 'vitest'
import { CASH, EVENING, HOUSE, MINUTE, type Person, payingFixture, SOUP, VOUCHER } from '#server/testing/paying.ts'
import type { Payment, Recorded } from '#shared/contracts/payments.ts'

const { server, call, place, paid, reverse, billOf, orderOf, setStatus, refusal } = payingFixture()

describe('taking back a payment', () => {
  const order = async (body: object = {}, person: Person = 'floor') => {
    const { id } = await place()
    const payment = await paid({ orders: [id], due: 2 * SOUP, amount: 2 * SOUP, tip: 300, ...body }, person)
    return { id, payment }
  }

  it('adds an entry, in parts at most to what was paid', async () => {
    const { id, payment } = await order()
    expect((await reverse(payment.id, { amount: SOUP, tip: 300 })).json()).toEqual({
      ...{ id: expect.any(Number), amount: SOUP, tip: 300, rounding: 0, change: 0, due: SOUP },
    })
    expect(await orderOf(id)).toMatchObject({ paid: SOUP, due: SOUP })
    const [first, second] = (await call('floor', 'GET', `/payments?orderId=${id}`)).json<Payment[]>()
    expect(first).toMatchObject({ amount: 2 * SOUP, left: { amount: SOUP, tip: 0 } })
    expect(second).toMatchObject({ reverses: payment.id, amount: -SOUP, tip: -300, reason: 'mistake', user: 'floor' })
    const left = { amount: SOUP, tip: 0 }
    for (const more of [{ amount: SOUP + 1 }, { amount: 1, tip: 1 }])
      expect(refusal(await reverse(payment.id, more))).toEqual({ status: 409, code: 'already_reversed', left })
    expect((await reverse(payment.id, { amount: SOUP, method: CASH })).statusCode).toBe(201)
    expect(await orderOf(id)).toMatchObject({ paid: 0, due: 2 * SOUP })
  })

  it('happens once, when two do it at the same time', async () => {
    const { payment } = await order()
    const back = { amount: 2 * SOUP, tip: 300 }
    const responses = await Promise.all([reverse(payment.id, back), reverse(payment.id, back, 'owner')])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    const repeated = await Promise.all([1, 2].map(() => reverse(payment.id, { amount: 1 }, 'owner', 'again')))
    expect(repeated.map(({ statusCode }) => statusCode)).toEqual([409, 409])
  })

  it('is for owners, and for ten minutes for who recorded it, whatever the clock does', async () => {
    const { payment } = await order()
    const back = { amount: 1 }
    expect(refusal(await reverse(payment.id, back, 'both'))).toEqual({ status: 403, code: 'not_your_payment' })
    server.clock.set(new Date(EVENING.getTime() + 10 * MINUTE))
    expect((await reverse(payment.id, back)).statusCode).toBe(201)
    for (const late of [10 * MINUTE + 1, -10 * MINUTE - 1]) {
      server.clock.set(new Date(EVENING.getTime() + late))
      expect(refusal(await reverse(payment.id, back))).toEqual({ status: 409, code: 'reversal_over' })
    }
    expect((await reverse(payment.id, back, 'owner')).statusCode).toBe(201)
  })

  it.each<[object, object]>([
    [{ amount: 0 }, { status: 400, path: 'amount' }],
    [
      { amount: 1, method: 9 },
      { status: 400, path: 'method' },
    ],
    [
      { amount: 1, method: HOUSE },
      { status: 400, path: 'method' },
    ],
    [
      { amount: 1, tip: 1, method: VOUCHER },
      { status: 400, path: 'tip' },
    ],
    [
      { amount: 1, reason: ' ' },
      { status: 400, path: 'reason' },
    ],
  ])('is refused with %j', async (wrong, expected) => {
    const { payment } = await order()
    expect(refusal(await reverse(payment.id, wrong))).toMatchObject(expected)
  })

  it('of a reversal, or of nothing, is 404', async () => {
    const { payment } = await order()
    const { id } = (await reverse(payment.id, { amount: 1 })).json<Recorded>()
    for (const unknown of [id, 999_999]) expect((await reverse(unknown, { amount: 1 }, 'owner')).statusCode).toBe(404)
  })

  it('of a completed order does not make it owe; reopened, it owes again', async () => {
    const { id, payment } = await order()
    expect((await setStatus(id, 'completed')).statusCode).toBe(200)
    expect((await reverse(payment.id, { amount: SOUP })).json()).toMatchObject({ due: 0 })
    expect(await orderOf(id)).toMatchObject({ status: 'completed', paid: SOUP, due: 0 })
    await setStatus(id, 'delivered')
    expect(await orderOf(id)).toMatchObject({ paid: SOUP, due: SOUP })
    await setStatus(id, 'cancelled')
    expect(await orderOf(id)).toMatchObject({ paid: SOUP, due: -SOUP })
    expect((await reverse(payment.id, { amount: SOUP }, 'owner')).json()).toMatchObject({ due: 0 })
    expect(await orderOf(id)).toMatchObject({ paid: 0, due: 0 })
  })

  it('begins with what is to be given back', async () => {
    const [first, second] = [await place(), await place()]
    const all = await paid({ orders: [first.id, second.id], due: 4 * SOUP, amount: 4 * SOUP })
    await call('floor', 'PATCH', `/orders/${first.id}/items/${first.items[0]?.id}`, { quantity: 1 })
    expect(await billOf()).toMatchObject({ due: -SOUP })
    await reverse(all.id, { amount: SOUP })
    expect((await orderOf(first.id))?.due).toBe(0)
    expect((await orderOf(second.id))?.due).toBe(0)
  })
})
