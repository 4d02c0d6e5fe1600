import { describe, expect, it } from 'vitest'
import { openWhatsapp } from '#server/testing/whatsapp.ts'
import { HASTY, MINUTE_MS, NOW, senderTest } from './fixtures/sending.ts'
import { adoptAccount } from './queue-state.ts'

const telling = senderTest()
const { db, fails, logged, look, lookOn, order, pass, server, state, told } = telling

describe('a message that fails', () => {
  it.each([
    ['the pair rate', { status: 400, code: 131_056 }],
    ['its own rate', { status: 400, code: 130_429 }],
    ['a fault of the service', { status: 500, code: 131_016 }],
    ['a status alone', { status: 429 }],
  ] as const)('by %s is sent again later, once', async (_, mishap) => {
    const { id } = await order()
    fails(mishap, undefined, mishap, undefined)
    expect(await lookOn()).toEqual([6_000, 18_000])
    expect(told()).toEqual([['masa_order', String(id), 'La pachet', '57.00 LEI']])
    expect(await state()).toMatchObject({ state: 'ok', waiting: 0 })
  })

  it('waits as long as the service asks', async () => {
    await order()
    fails({ status: 429, retryAfter: '45' })
    expect(await lookOn()).toEqual([45_000])
    expect(told()).toHaveLength(1)
  })

  it('is sent again where its outcome is not known, and once more only', async () => {
    const { id } = await order()
    fails('lost')
    await lookOn()
    expect(told()).toEqual(Array(2).fill(['masa_order', String(id), 'La pachet', '57.00 LEI']))
    await order()
    fails('lost', undefined, 'lost', undefined, 'lost')
    pass(6_000)
    await lookOn()
    expect(told()).toHaveLength(4)
    expect(await state()).toMatchObject({ state: 'ok', waiting: 0 })
    expect(logged()).toContain('the owner may not have been told of everything')
  })

  it('does not use up its second try while the service answers nothing at all', async () => {
    const { id } = await order()
    telling.service.mishap = () => 'silent'
    expect((await lookOn(10, HASTY)).at(-1)).toBeGreaterThan(25 * MINUTE_MS)
    expect(telling.service.calls).toEqual(['POST silent', ...Array(10).fill('GET silent')])
    await order()
    telling.service.mishap = () => undefined
    await lookOn()
    expect([id, ...told()]).toEqual([id, ['masa_orders', '2 comenzi noi']])
  })

  it('is not lost while nobody listens', async () => {
    const nobody = await openWhatsapp()
    await nobody.close()
    const away = { ...telling.service.account, apiUrl: nobody.account.apiUrl }
    await adoptAccount(db(), away, NOW)
    await order()
    for (let n = 0; n < 5; n++) server.clock.set((await look({ account: away })) ?? NOW)
    expect(await state()).toMatchObject({ state: 'ok', waiting: 1 })
    await adoptAccount(db(), telling.service.account, server.clock.now())
    await lookOn()
    expect(told()).toHaveLength(1)
  })

  it('counts with others that came meanwhile', async () => {
    await order()
    fails({ status: 400, code: 131_056 })
    await look()
    await order()
    await lookOn()
    expect(told()).toEqual([['masa_orders', '2 comenzi noi']])
  })

  it('leaves the next ones to themselves: what came while it was under way is not counted as told', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await order()
    fails({ until: promise })
    const looking = look()
    await expect.poll(() => telling.service.taken.length).toBe(1)
    const { id } = await order()
    resolve()
    await looking
    await lookOn()
    expect(told()[1]).toEqual(['masa_order', String(id), 'La pachet', '57.00 LEI'])
    expect(told()).toHaveLength(2)
  })
})
