import { describe, expect, it } from 'vitest'
import { listenUrl, openTestSocket } from '#server/testing/phone.ts'
import { SHORT_PRINTER_TIMEOUTS } from '#server/testing/printer-timeouts.ts'
import { printingFixture } from '#server/testing/printing.ts'
import { sweepJobs } from './jobs.ts'

const MINUTE_MS = 60_000
// The tests sweep themselves.
const fixture = printingFixture({ ...SHORT_PRINTER_TIMEOUTS, sweep: 60 * MINUTE_MS })
const { server, call, list, stand, add, addStar, place, states, until, untilState, mend, numbersOn } = fixture
const later = (ms: number) => server.clock.set(new Date(Date.now() + ms))
const sweep = () => sweepJobs(fixture.db(), server.clock.now(), new Date())

describe('what has expired', () => {
  it.each([
    ['31 minutes', 31 * MINUTE_MS],
    ['a day', 24 * 60 * MINUTE_MS],
  ])('is neither printed %s after it was due, nor waits, nor is late', async (_, ms) => {
    const [printer, spare] = [await stand({ hasPaper: false }), await stand()]
    const { id: fallbackId } = await add(spare, { name: 'Spare', stations: [] })
    await untilState('ready')
    const { id } = await add(printer, { fallbackId, documents: ['kitchen', 'receipt', 'bill'] })
    const order = await place({ tableId: server.table })
    await call('POST', `/printers/${id}/print`, { document: 'receipt', orderId: order.id })
    await call('POST', `/printers/${id}/print`, { document: 'bill', tableId: server.table })
    later(ms)
    await mend(printer)
    await untilState('ready', 1)
    await until(() => expect(printer.openConnections).toBe(0))
    expect([printer.papers, (await list())[1]?.waiting]).toEqual([[], 0])
    await sweep()
    expect(spare.papers).toEqual([])
  })

  it('is told, and waits again when the clock that was ahead is set right', async () => {
    const printer = await stand({ hasPaper: false })
    await add(printer, { documents: ['kitchen', 'receipt'] })
    await untilState('paper')
    const { id } = await place()
    const page = await openTestSocket(await listenUrl(server.app), { cookie: server.owner })
    const waiting = async () => (await list())[0]?.waiting
    expect(await waiting()).toBe(1)
    later(2 * 60 * MINUTE_MS)
    await sweep()
    await page.waitForFrames({ type: 'CHANGED', payload: { area: 'printers' } })
    expect(await waiting()).toBe(0)
    page.socket.close()
    server.clock.set(undefined)
    expect(await waiting()).toBe(1)
    await mend(printer)
    await until(() => expect(numbersOn(printer.papers)).toEqual([id]))
  })

  it('is printed anew when somebody asks for it', async () => {
    const printer = await stand({ hasPaper: false })
    const { id } = await add(printer, { documents: ['kitchen', 'receipt'] })
    await untilState('paper')
    const { id: orderId } = await place()
    const print = (document: string) => call('POST', `/printers/${id}/print`, { document, orderId })
    await print('receipt')
    later(31 * MINUTE_MS)
    await mend(printer)
    for (const document of ['receipt', 'kitchen']) expect((await print(document)).statusCode).toBe(201)
    await until(async () =>
      expect(await states()).toEqual(['kitchen queued', 'receipt queued', 'receipt printed', 'kitchen printed']),
    )
  })

  it('is neither offered nor given to a printer that asks by itself', async () => {
    const { star, token } = await addStar()
    await place()
    const poll = async () => (await server.call('POST', `/api/printing/${token}`, { statusCode: '200 OK' })).json()
    const { jobReady, jobToken } = await poll()
    expect(jobReady).toBe(true)
    later(30 * MINUTE_MS + 1_000)
    expect(await poll()).toEqual({ jobReady: false })
    for (const query of ['', `?token=${jobToken}`])
      expect((await server.call('GET', `/api/printing/${token}${query}`)).statusCode).toBe(404)
    await star.ask()
    expect([star.papers, await states()]).toEqual([[], ['kitchen queued']])
  })
})

it('an order whose pickup comes nearer is due when that is decided', async ({ onTestFinished }) => {
  const NOON = new Date('2026-11-20T10:00:00Z')
  server.clock.set(NOON)
  const setPickup = (on: boolean) => {
    const pickup = { on, leadMinutes: 60, slotMinutes: 15, daysAhead: 0, ordersPerSlot: null }
    return call('PATCH', '/settings', { pickup })
  }
  onTestFinished(async () => void (await setPickup(false)))
  await setPickup(true)
  const printer = await stand()
  await add(printer)
  const { id } = await place({ pickupAt: '2026-11-20T14:00:00.000Z' })
  server.clock.set(new Date(NOON.getTime() + 60 * MINUTE_MS))
  expect((await call('PATCH', `/orders/${id}`, { pickupAt: '2026-11-20T11:15:00.000Z' })).statusCode).toBe(200)
  await until(async () => expect(await states()).toEqual(['kitchen printed']))
})
