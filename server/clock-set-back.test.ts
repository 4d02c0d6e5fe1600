import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { printers } from '#server/db/schema/index.ts'
import { newTable } from '#server/testing/users.ts'
import type { PublishedDish } from '#shared/contracts/menu/menu.ts'
import { wholeDishes } from '#shared/domain/menu/published-dish.ts'
import { printingFixture } from './testing/printing.ts'

const { server, call, list, stand, add, mend, place, until, numbersOn, db } = printingFixture()

const HOUR_MS = 60 * 60_000
const TRUE_NOW = new Date('2026-11-21T18:00:00.000Z')
/** Runs what happens while the clock is two hours, or another time, ahead of the true time, to which it is then set. */
async function ahead<Result>(work: () => Promise<Result>, ms = 2 * HOUR_MS): Promise<Result> {
  server.clock.set(new Date(TRUE_NOW.getTime() + ms))
  const result = await work()
  server.clock.set(TRUE_NOW)
  return result
}

describe('a clock that is set back', () => {
  it('locks nobody out who has failed to sign in, neither at once nor when that time comes again', async () => {
    const login = (password: string) => server.call('POST', '/api/login', { username: 'boss', password })
    await ahead(async () => {
      for (let i = 0; i < 10; i++) expect((await login('wrong')).statusCode).toBe(401)
      expect((await login('secret-boss')).statusCode).toBe(429)
    })
    expect((await login('secret-boss')).statusCode).toBe(200)
  })

  it('lets a guest call again', async () => {
    const { id } = await newTable(server)
    const make = () => server.call('POST', `/api/tables/${id}/calls`, { kind: 'waiter' })
    await ahead(async () => {
      const made = (await make()).json()
      await call('DELETE', `/tables/${id}/calls/${made.id}`)
      expect((await make()).statusCode).toBe(429)
    })
    expect((await make()).statusCode).toBe(201)
  })

  it('ends a pause that is longer than any', async () => {
    await ahead(
      () =>
        call('POST', '/pause', { paused: true, until: new Date(TRUE_NOW.getTime() + 48.5 * HOUR_MS).toISOString() }),
      48 * HOUR_MS,
    )
    expect((await call('GET', '/settings')).json().ordersPaused).toBe(false)
  })

  it('keeps no ticket from a printer, whose lease a dead instance has', async () => {
    const printer = await stand({ hasPaper: false })
    const { id } = await add(printer)
    const order = await ahead(() => place())
    await until(async () => expect((await list())[0]?.state).toBe('paper'))
    const leasedUntil = new Date(TRUE_NOW.getTime() + 2 * HOUR_MS)
    await db().update(printers).set({ leasedBy: 'gone', leasedUntil }).where(eq(printers.id, id))
    await mend(printer)
    await until(() => expect(numbersOn(printer.papers)).toEqual([order.id]))
  })

  it('keeps no ticket from a device that wants to print it', async () => {
    const { id } = await ahead(() => place())
    const claim = () => call('POST', `/orders/${id}/print-claim`, {}, 'kitchen')
    await ahead(async () => expect([(await claim()).statusCode, (await claim()).statusCode]).toEqual([200, 409]))
    expect((await claim()).statusCode).toBe(200)
  })

  it('returns to the menu what was sold out until a day that is far away', async () => {
    const soldOut = async () => {
      const dishes = wholeDishes((await server.call('GET', '/api/menu')).json<PublishedDish[]>())
      return dishes.find(({ id }) => id === server.soup)?.soldOutUntil
    }
    await ahead(
      async () => {
        await call('POST', `/menu/${server.soup}/sold-out`, { soldOut: true })
        expect(await soldOut()).not.toBeNull()
      },
      27 * 24 * HOUR_MS,
    )
    expect(await soldOut()).toBeNull()
  })
})
