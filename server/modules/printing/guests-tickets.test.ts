import { describe, expect, it } from 'vitest'
import { SHORT_PRINTER_TIMEOUTS } from '#server/testing/printer-timeouts.ts'
import { printingFixture } from '#server/testing/printing.ts'
import type { PrintJob } from '#shared/contracts/printers.ts'

const fixture = printingFixture({ ...SHORT_PRINTER_TIMEOUTS, line: 100 })
const { server, call, list, stand, add, place, states, until, untilState, numbersOn, mend } = fixture
const LINES = 100

/** The longest order that anybody may send: a hundred lines, and notes that consist of line ends. */
const longest = () => {
  const items = Array.from({ length: LINES }, () => ({
    menuItemId: server.soup,
    quantity: 1,
    notes: 'a\n\n\n\n\n\n\n\n\nb',
  }))
  return place({ items, total: LINES * 2850, notes: `a${'\n'.repeat(400)}b` })
}

describe('very long unproven orders', () => {
  it('print short and in time, at tables too, after proven ones and those of staff, which print whole', async () => {
    const printer = await stand({ isCoverOpen: true, lineMs: 4 })
    await add(printer)
    await untilState('cover')
    const strangers = [await longest(), await longest(), await longest()]
    const items = Array.from({ length: LINES }, () => ({ menuItemId: server.soup, quantity: 1 }))
    const atTable = { tableId: server.table, items, total: LINES * 2850 }
    const unproven = await place(atTable)
    const [{ key: tableKey }] = (await server.asOwner('GET', '/api/tables')).json()
    const table = await place({ ...atTable, tableKey })
    const byStaff = await call('POST', '/orders', { ...takeawayOf(items) }, 'floor')
    await mend(printer)
    printer.lineMs = 4
    await until(async () => expect(await states()).toEqual(Array(6).fill('kitchen printed')))
    expect(numbersOn(printer.papers)).toEqual([
      table.id,
      byStaff.json().id,
      ...strangers.map(({ id }) => id),
      unproven.id,
    ])
    const areShort = printer.papers.map((paper) => paper.replace(/\s+/g, ' ').includes(`LINES IN ALL: ${LINES}.`))
    expect(areShort).toEqual([false, false, true, true, true, true])
    const dishes = printer.papers.map((paper) => paper.match(/1 x /g)?.length ?? 0)
    expect(dishes.slice(0, 2)).toEqual([LINES, LINES])
    expect(dishes.slice(2).every((count) => count > 10 && count < LINES)).toBe(true)
  })

  it('are dropped at once by whoever is on duty; what is not due stays', async () => {
    const printer = await stand({ hasPaper: false })
    const { id } = await add(printer, { documents: ['kitchen', 'receipt'] })
    await untilState('paper')
    const order = await longest()
    await place()
    await call('POST', `/printers/${id}/print`, { document: 'receipt', orderId: order.id })
    const drop = (by: 'kitchen' | 'owner', printerId = id) => call('POST', `/printers/${printerId}/drop`, {}, by)
    expect((await drop('kitchen')).json()).toEqual({ dropped: 2 })
    expect((await list())[0]?.waiting).toBe(1)
    expect((await drop('owner')).json()).toEqual({ dropped: 1 })
    expect((await drop('owner')).json()).toEqual({ dropped: 0 })
    expect((await drop('owner', 999_999)).statusCode).toBe(404)
    const { id: next } = await place()
    await mend(printer)
    await until(() => expect(numbersOn(printer.papers)).toEqual([next]))
  })
})

const takeawayOf = (items: { menuItemId: number; quantity: number }[]) => ({
  ...{ items, total: LINES * 2850, customerName: 'Ana', phoneNumber: '0722123456', diningOption: 'takeaway' },
})

describe('the kitchen', () => {
  it('prints its tickets, and neither receipts nor bills', async () => {
    const printer = await stand()
    const { id } = await add(printer, { documents: ['kitchen', 'receipt', 'bill'] })
    const { id: orderId } = await place()
    const print = (body: object, by: 'kitchen' | 'floor' = 'kitchen') => call('POST', `/printers/${id}/print`, body, by)
    const refused = [
      await print({ document: 'receipt', orderId }),
      await print({ document: 'bill', orderId }),
      await print({ document: 'bill', tableId: server.table }),
      await print({ document: 'day', day: 1 }),
      await call('POST', `/orders/${orderId}/prints`, { kind: 'receipt' }, 'kitchen'),
      await call('POST', `/orders/${orderId}/prints`, { kind: 'bill' }, 'kitchen'),
      await call('POST', `/tables/${server.table}/prints`, { kind: 'bill' }, 'kitchen'),
    ]
    expect(refused.map(({ statusCode }) => statusCode)).toEqual(refused.map(() => 403))
    expect((await print({ document: 'kitchen', orderId })).statusCode).toBe(201)
    expect((await call('POST', `/orders/${orderId}/prints`, { kind: 'kitchen' }, 'kitchen')).statusCode).toBe(201)
    expect((await print({ document: 'receipt', orderId }, 'floor')).statusCode).toBe(201)
  })

  it('neither sees nor decides about a receipt that may not have come out', async () => {
    const printer = await stand()
    const { id } = await add(printer, { documents: ['receipt'], stations: [] })
    await untilState('ready')
    printer.isSecretive = true
    const { id: orderId } = await place()
    const job = (
      await call('POST', `/printers/${id}/print`, { document: 'receipt', orderId }, 'floor')
    ).json<PrintJob>()
    await until(async () => expect(await states()).toEqual(['receipt unconfirmed']))
    const seenBy = async (by: 'kitchen' | 'floor') =>
      (await call('GET', '/printers', undefined, by)).json()[0].jobs.map((one: PrintJob) => one.id)
    expect([await seenBy('kitchen'), await seenBy('floor')]).toEqual([[], [job.id]])
    for (const decision of ['again', 'there', 'drop']) expect((await fixture.decide(job.id, decision)).status).toBe(403)
    expect((await fixture.decide(job.id, 'there', 'floor')).status).toBe(200)
  })
})
