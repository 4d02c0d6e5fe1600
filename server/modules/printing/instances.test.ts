import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { printers, printJobs } from '#server/db/schema/index.ts'
import { secondInstance, takeaway } from '#server/testing/app.ts'
import { printingFixture } from '#server/testing/printing.ts'

const fixture = printingFixture()
const { server, db, stand, add, place, mend, untilState, untilStates, numbersOn } = fixture

describe('two instances', () => {
  const other = secondInstance(server, { printersOnLoopback: true })

  it('print each ticket once, over one connection at a time', async () => {
    const printer = await stand({ lineMs: 2 })
    await add(printer)
    const placed = await Promise.all(
      Array.from({ length: 12 }, (_, n) => (n % 2 ? server : other).call('POST', '/api/orders', takeaway(server))),
    )
    await untilStates(...placed.map(() => 'kitchen printed'))
    const ids = placed.map((response) => response.json().id)
    expect(numbersOn(printer.papers).sort()).toEqual(ids.sort())
    expect(printer.mostConnections).toBe(1)
  })

  it('leave unknown what the other one was sending when it died, and print the rest', async () => {
    const printer = await stand({ hasPaper: false })
    const { id } = await add(printer)
    await untilState('paper')
    const [first, second] = [await place(), await place()]
    // Simulates that an instance began the first job and then disappeared.
    const soon = new Date(Date.now() + 10_000)
    await db().update(printers).set({ leasedBy: 'gone', leasedUntil: soon }).where(eq(printers.id, id))
    await db().update(printJobs).set({ state: 'sending', changedAt: new Date() }).where(eq(printJobs.orderId, first.id))
    await mend(printer)
    expect(printer.papers).toEqual([])
    server.clock.set(new Date(Date.now() + 10_001))
    await untilStates('kitchen unconfirmed', 'kitchen printed')
    expect(numbersOn(printer.papers)).toEqual([second.id])
  })
})
