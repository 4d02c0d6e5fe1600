import { describe, expect, it } from 'vitest'
import { required } from '#server/platform/app-error.ts'
import { listenUrl, openTestSocket } from '#server/testing/phone.ts'
import { printingFixture } from '#server/testing/printing.ts'
import type { Printer } from '#shared/contracts/printers.ts'
import { findPrinter } from './repo.ts'
import { createStarPrinters, stateOfCode } from './star.ts'

const fixture = printingFixture()
const { server, list, addStar, place, until, untilStates, states, numbersOn, decide } = fixture

describe('a printer that asks by itself', () => {
  it('prints each ticket once, also if it repeats everything that it says', async () => {
    const { star } = await addStar()
    star.repeats = true
    const [first, second] = [await place(), await place()]
    for (let n = 0; n < 4; n++) await star.ask()
    expect(numbersOn(star.papers)).toEqual([first.id, second.id])
    expect(await states()).toEqual(['kitchen printed', 'kitchen printed'])
    expect((await list())[0]).toMatchObject({ state: 'ready', jobs: [], waiting: 0 })
  })

  it('says what is wrong with it, and what it could not print is for a person to decide', async () => {
    const { star } = await addStar()
    star.statusCode = '410%20Paper%20Empty'
    await place()
    await star.ask()
    expect((await list())[0]).toMatchObject({ state: 'paper', waiting: 1 })
    star.statusCode = '200%20OK'
    star.endCode = '520%20Timeout'
    await star.ask()
    const [job] = (await list())[0]?.jobs ?? []
    expect(job).toMatchObject({ state: 'failed' })
    star.endCode = '200%20OK'
    await decide(job?.id ?? 0, 'again')
    await star.ask()
    await untilStates('kitchen failed', 'kitchen printed')
    expect(star.papers).toHaveLength(1)
  })

  it('has as much longer as its paper is longer', async () => {
    const items = Array.from({ length: 100 }, () => ({ menuItemId: server.soup, quantity: 1, notes: 'x'.repeat(20) }))
    const fetched = async (order: object) => {
      const { id, token } = await addStar()
      await place({ tableId: server.table, ...order })
      expect((await server.call('GET', `/api/printing/${token}`)).statusCode).toBe(200)
      await fixture.call('PATCH', `/printers/${id}`, { documents: [] })
    }
    // The ticket of an unproven order has at most 160 lines, which print in 24 s. A set clock ages neither job on a slow
    // machine.
    const began = Date.now()
    server.clock.set(new Date(began))
    await fetched({})
    await fetched({ items, total: 100 * 2850 })
    server.clock.set(new Date(began + 22_000))
    await fixture.untilStates('kitchen unconfirmed', 'kitchen sending')
    server.clock.set(new Date(began + 120_000))
    await fixture.untilStates('kitchen unconfirmed', 'kitchen unconfirmed')
  })

  it('is offline when it no longer asks', async () => {
    const { star } = await addStar()
    expect((await list())[0]?.state).toBe('offline')
    await star.ask()
    expect((await list())[0]?.state).toBe('ready')
    server.clock.set(new Date(Date.now() + 5 * 60_000))
    expect((await list())[0]?.state).toBe('offline')
  })

  it('is silent and back on pages that are open', async () => {
    const { star } = await addStar()
    const page = await openTestSocket(await listenUrl(server.app), { cookie: server.owner })
    let shown: Printer['state'] | undefined
    const refetch = async () => {
      shown = (await list())[0]?.state
    }
    page.socket.on('message', (frame) => {
      if (String(frame).includes('"printers"')) void refetch()
    })
    await star.ask()
    await until(() => expect(shown).toBe('ready'))
    server.clock.set(new Date(Date.now() + 5 * 60_000))
    await until(() => expect(shown).toBe('offline'))
    await star.ask()
    await until(() => expect(shown).toBe('ready'))
    page.socket.close()
  })

  it('is waited for by the instance that it asks, and by others until it is silent', async () => {
    const { id } = await addStar()
    await place()
    const outside = { isOpen: async () => true, require: async () => {} }
    const parts = { db: fixture.db(), clock: server.clock, outside, timeZone: 'Europe/Bucharest' }
    const [asked, other] = [createStarPrinters(parts), createStarPrinters(parts)]
    const printer = async () => required(await findPrinter(fixture.db(), id))
    const began = Date.now()
    const pass = (seconds: number) => server.clock.set(new Date(began + seconds * 1000))
    pass(0)
    await asked.poll(await printer(), { statusCode: '200 OK' })
    await asked.fetch(await printer(), undefined)
    for (let seconds = 10; seconds <= 300; seconds += 10) {
      pass(seconds)
      await asked.poll(await printer(), { statusCode: '410 Paper Empty' })
      await Promise.all([asked.sweep(), other.sweep()])
    }
    expect(await states()).toEqual(['kitchen sending'])
    pass(600)
    await other.sweep()
    pass(630)
    await other.sweep()
    expect(await states()).toEqual(['kitchen unconfirmed'])
  })

  it('is nobody without its token, and its former one', async () => {
    const { id, token, star } = await addStar()
    await fixture.call('POST', `/printers/${id}/token`, {})
    const status = async (path: string) => (await server.call('POST', `/api/printing/${path}`, {})).statusCode
    expect([await status(token), await status('x')]).toEqual([404, 404])
    await place()
    await star.ask()
    expect(star.papers).toEqual([])
    const tries = Array.from({ length: 40 }, () => status('guess'))
    expect(await Promise.all(tries)).toContain(429)
    expect(server.logged()).not.toContain(token)
  })
})

it.each([
  ['200%20OK', 'ready'],
  ['211 OK Paper Low', 'ready'],
  ['410', 'paper'],
  ['420%20Cover%20Open', 'cover'],
  ['520', 'offline'],
  ['', 'offline'],
])('the code %j means %s', (code, state) => expect(stateOfCode(code)).toBe(state))
