import { describe, expect, it } from 'vitest'
import { listenUrl, openTestSocket } from '#server/testing/phone.ts'
import { printingFixture } from '#server/testing/printing.ts'
import type { BeforeService } from '#shared/contracts/before-service.ts'
import { PRINTER_NAME_MAX, type PrintJob } from '#shared/contracts/printers.ts'

const fixture = printingFixture()
const { server, call, list, stand, add, addStar, place, jobs, until, untilStates, untilState } = fixture
const { order, numbersOn, decide, mend, states } = fixture
const MINUTE_MS = 60_000
const later = (ms: number) => server.clock.set(new Date(Date.now() + ms))

describe('an order', () => {
  it('comes out once at each printer of its station, and is noted as printed by it', async () => {
    const [kitchen, pass, other] = [await stand(), await stand(), await stand()]
    await add(kitchen)
    await add(pass, { name: 'Pass' })
    await add(other, { documents: ['receipt'] })
    const { id } = await place()
    await untilStates('kitchen printed', 'kitchen printed')
    expect([kitchen, pass, other].map(({ papers }) => numbersOn(papers))).toEqual([[id], [id], []])
    expect(kitchen.papers[0]).not.toContain('COPIE')
    const printed = await order(id)
    expect(printed?.tickets[0]?.printedAt).not.toBeNull()
    expect(printed?.prints.map(({ user }) => user).sort()).toEqual(['Kitchen', 'Pass'])
    expect(kitchen.mostConnections).toBe(1)
    await until(() => expect(kitchen.openConnections).toBe(0))
  })

  it('comes out at a printer that was added since the order before, and not at one that was switched off', async () => {
    await place()
    const printer = await stand()
    const { id: printerId } = await add(printer)
    const { id } = await place()
    await untilStates('kitchen printed')
    expect(numbersOn(printer.papers)).toEqual([id])
    await call('PATCH', `/printers/${printerId}`, { isActive: false })
    await place()
    expect(await fixture.states()).toEqual(['kitchen printed'])
  })

  it('does not wait for a printer that is away, which prints it when it is back', async () => {
    const [away, well] = [await stand(), await stand()]
    await add(away)
    await add(well, { name: 'Bar' })
    await away.close()
    const { id } = await place()
    await until(() => expect(numbersOn(well.papers)).toEqual([id]))
    await untilState('offline')
    await away.open()
    await until(() => expect(numbersOn(away.papers)).toEqual([id]))
    await untilState('ready')
  })

  it('waits for a printer that leaves between its answer and the document', async () => {
    const printer = await stand()
    await add(printer)
    await untilState('ready')
    printer.isLeaving = true
    const { id } = await place()
    await untilStates('kitchen printed')
    expect(numbersOn(printer.papers)).toEqual([id])
    expect(printer.isLeaving).toBe(false)
  })

  it('prints the slips of its changes, and not what was withdrawn before it came out', async () => {
    const printer = await stand({ isCoverOpen: true })
    await add(printer)
    await untilState('cover')
    const { id } = await place()
    await call('PATCH', `/orders/${id}`, { status: 'cancelled' })
    await call('PATCH', `/orders/${id}`, { status: 'pending' })
    expect(await fixture.states()).toEqual(['kitchen queued'])
    await mend(printer)
    await untilStates('kitchen printed')
    await call('PATCH', `/orders/${id}`, { status: 'cancelled' })
    await untilStates('kitchen printed', 'cancellation printed')
    expect(printer.papers[1]).toContain('CANCELLED')
  })

  it('that is picked up later is printed from its start on; cancelled before, it is not, unless it is taken up again', async ({
    onTestFinished,
  }) => {
    const NOON = new Date('2026-11-20T10:00:00Z')
    server.clock.set(NOON)
    const setPickup = (on: boolean) => {
      const pickup = { on, leadMinutes: 20, slotMinutes: 15, daysAhead: 0, ordersPerSlot: null }
      return call('PATCH', '/settings', { pickup })
    }
    onTestFinished(async () => void (await setPickup(false)))
    await setPickup(true)
    const printer = await stand()
    await add(printer)
    const placeLater = () => place({ pickupAt: '2026-11-20T12:00:00.000Z' })
    const [first, second, third] = [await placeLater(), await placeLater(), await placeLater()]
    for (const { id } of [second, third]) await call('PATCH', `/orders/${id}`, { status: 'cancelled' })
    const now = await place({ tableId: server.table })
    await untilStates('kitchen queued', 'kitchen queued', 'kitchen queued', 'kitchen printed')
    expect((await list())[0]?.waiting).toBe(0)
    // The order is older than a ticket may wait, but the kitchen has not started on it.
    server.clock.set(new Date(NOON.getTime() + 40 * MINUTE_MS))
    await call('PATCH', `/orders/${third.id}`, { status: 'pending' })
    await untilStates('kitchen queued', 'kitchen queued', 'kitchen printed', 'kitchen printed')
    server.clock.set(new Date(NOON.getTime() + 100 * MINUTE_MS))
    await untilStates('kitchen printed', 'kitchen queued', 'kitchen printed', 'kitchen printed')
    expect(numbersOn(printer.papers)).toEqual([now.id, third.id, first.id])
  })

  it('that somebody printed by hand does not come out a second time', async () => {
    const printer = await stand({ hasPaper: false })
    await add(printer)
    await untilState('paper')
    const { id } = await place()
    await call('POST', `/orders/${id}/prints`, { kind: 'kitchen' })
    expect(await jobs()).toEqual([])
  })

  it('is not printed by a device where a printer does', async () => {
    const printer = await stand({ hasPaper: false })
    await add(printer)
    const { id } = await place()
    const claim = await call('POST', `/orders/${id}/print-claim`, {})
    expect([claim.statusCode, claim.json().code]).toEqual([409, 'claimed'])
  })
})

describe('a ticket of which nobody knows whether it came out', () => {
  const leaveUnknown = async () => {
    const printer = await stand()
    const { id: printerId } = await add(printer)
    await untilState('ready')
    printer.isSecretive = true
    const { id } = await place()
    await untilStates('kitchen unconfirmed')
    const [job] = (await list())[0]?.jobs ?? []
    return { printer, printerId, id, job: job?.id ?? 0 }
  }

  it('is not sent again by itself; a person who asks for it again gets a copy', async () => {
    const { printer, id, job } = await leaveUnknown()
    await mend(printer)
    const { id: next } = await place()
    await untilStates('kitchen unconfirmed', 'kitchen printed')
    expect(numbersOn(printer.papers)).toEqual([id, next])
    expect(await decide(job, 'again')).toMatchObject({ status: 200, copy: 1, state: 'queued' })
    await untilStates('kitchen unconfirmed', 'kitchen printed', 'kitchen printed')
    expect(printer.papers[2]).toContain('COPIE')
    expect((await list())[0]?.jobs).toEqual([])
    expect(await decide(job, 'there')).toMatchObject({ status: 409, code: 'decided' })
  })

  it('is printed once a person has seen it there', async () => {
    const { id, job } = await leaveUnknown()
    expect(await decide(job, 'there')).toMatchObject({ status: 200, state: 'printed' })
    expect((await order(id))?.prints).toMatchObject([{ kind: 'kitchen', user: 'kitchen' }])
    expect(await decide(job, 'again')).toMatchObject({ status: 409 })
  })

  it('is dropped, and then may be printed by a device if its printer is removed', async () => {
    const { id, job, printerId } = await leaveUnknown()
    expect(await decide(job, 'drop')).toMatchObject({ status: 200, state: 'unconfirmed' })
    await call('DELETE', `/printers/${printerId}`)
    expect((await call('POST', `/orders/${id}/print-claim`, {})).statusCode).toBe(200)
  })
})

describe('a drawn ticket that breaks off', () => {
  it.each([
    ['before its picture', 2, undefined],
    ['in the head of a strip', 7, undefined],
    ['in a strip', 2_000, undefined],
    ['in a strip, and is called printed', 2_000, 'there'],
    ['in a strip, and is asked for again', 2_000, 'again'],
  ])('%s, spoils no later one', async (_, resetAfter, decision) => {
    const [broken, whole] = [await stand({ resetAfter }), await stand()]
    const { id: printerId } = await add(broken, { mode: 'image' })
    await add(whole, { mode: 'image', name: 'Whole' })
    await place()
    const job = async () => (await jobs()).find((one) => one.printerId === printerId)
    await until(async () => expect((await job())?.state).toBe('unconfirmed'))
    if (decision === 'again') await mend(broken)
    if (decision) expect(await decide((await job())?.id ?? 0, decision)).toMatchObject({ status: 200 })
    if (decision === 'again') await until(() => expect(broken.papers).toHaveLength(1))
    else await mend(broken)
    const { id } = await place()
    await until(async () => {
      const ofOrder = (await jobs()).filter(({ orderId }) => orderId === id)
      expect(ofOrder.map(({ state }) => state)).toEqual(['printed', 'printed'])
    })
    expect(broken.papers.at(-1)).toBe(whole.papers.at(-1))
    for (const paper of [...broken.papers, ...whole.papers]) expect(paper).toMatch(/^(\[\w+\]\n)+$/)
  })
})

describe('a ticket that is late', () => {
  it('goes to the fallback if none of it was sent, and pages hear of it', async () => {
    const [dead, spare] = [await stand({ hasPaper: false }), await stand()]
    const { id: fallbackId } = await add(spare, { name: 'Spare', stations: [] })
    await until(async () => expect((await list())[0]?.state).toBe('ready'))
    await add(dead, { fallbackId })
    await untilState('paper', 1)
    const socket = await openTestSocket(await listenUrl(server.app), { cookie: server.owner })
    const { id } = await place()
    expect((await list())[1]).toMatchObject({ waiting: 1, waitingSince: expect.any(String) })
    later(21_000)
    await until(() => expect(numbersOn(spare.papers)).toEqual([id]))
    await socket.waitForFrames({ type: 'CHANGED', payload: { area: 'printers' } })
    socket.socket.close()
    await mend(dead)
    await untilState('ready', 1)
    expect(dead.papers).toEqual([])
  })

  it('goes to the fallback once, if several printers of its station have the same one', async () => {
    const spare = await stand()
    const { id: fallbackId } = await add(spare, { name: 'Spare', stations: [] })
    for (const name of ['One', 'Two', 'Three'])
      await add(await stand({ hasPaper: false }), { name, fallbackId, documents: ['kitchen', 'receipt'] })
    const ids = [(await place()).id, (await place()).id]
    later(21_000)
    await until(() => expect(numbersOn(spare.papers).sort()).toEqual(ids))
    const found = await jobs()
    expect(found.every(({ isLate }) => isLate)).toBe(true)
    expect(await states()).toEqual(expect.arrayContaining(Array(4).fill('kitchen queued')))
    expect(found.filter(({ printerId }) => printerId === fallbackId)).toHaveLength(2)
  })

  it('is not printed after half an hour', async () => {
    const printer = await stand({ hasPaper: false })
    await add(printer)
    await place()
    later(30 * MINUTE_MS + 1)
    await mend(printer)
    await untilState('ready')
    await until(() => expect(printer.openConnections).toBe(0))
    expect([printer.papers, (await list())[0]?.waiting]).toEqual([[], 0])
  })
})

describe('something that is no printer', () => {
  it.each([['isGarbage'], ['isSilent']] as const)('and %s gets status requests alone', async (trouble) => {
    const stranger = await stand({ [trouble]: true })
    const { id } = await add(stranger)
    await place()
    await call('POST', `/printers/${id}/test`, {})
    await untilState('silent')
    await until(() => expect(stranger.connections).toBeGreaterThan(2))
    expect(stranger.documentBytes).toBe(0)
  })

  it('may be a printer that never answers, once an owner has read its page', async () => {
    const printer = await stand({ isSilent: true })
    const { id } = await add(printer)
    const change = (body: object) => call('PATCH', `/printers/${id}`, body)
    expect((await change({ answers: false, number: 1234 })).json()).toMatchObject({ code: 'wrong_number' })
    expect((await call('POST', `/printers/${id}/test`, { answers: false })).statusCode).toBe(201)
    await untilStates('test sent')
    const number = Number(/\b\d{4}\b/.exec(printer.papers[0] ?? '')?.[0])
    expect((await change({ answers: false, number: number + 1 })).statusCode).toBe(409)
    expect((await change({ answers: false, number })).json()).toMatchObject({ answers: false })
    const { id: orderId } = await place()
    await untilStates('test sent', 'kitchen sent')
    expect(numbersOn(printer.papers).at(-1)).toBe(orderId)
    expect((await change({ port: printer.port + 1 })).json()).toMatchObject({ answers: true })
  })

  it.each(['169.254.1.1', '224.0.0.9', '0.0.0.0', '::ffff:169.254.1.1', 'fe80::1', 'http://x', ''])(
    'is refused at the address "%s"',
    async (address) => {
      const body = { name: 'X', kind: 'network', address }
      expect((await call('POST', '/printers', body)).statusCode).toBe(400)
    },
  )
})

describe('documents that somebody asks for', () => {
  it('come out at the printer that was named, and are noted with their order', async () => {
    const printer = await stand()
    const { id } = await add(printer, { documents: [] })
    const { id: orderId } = await place({ tableId: server.table })
    const print = (body: object, key = '') =>
      server.asOwner('POST', `/api/printers/${id}/print`, body, { ...(key && { 'idempotency-key': key }) })
    const asked = await print({ document: 'receipt', orderId }, 'receipt-1-of-tests')
    expect([asked.statusCode, (await print({ document: 'receipt', orderId }, 'receipt-1-of-tests')).body]).toEqual([
      201,
      asked.body,
    ])
    await print({ document: 'bill', tableId: server.table })
    await print({ document: 'kitchen', orderId })
    await until(async () => expect((await order(orderId))?.prints).toHaveLength(3))
    expect((await order(orderId))?.prints.map(({ kind }) => kind)).toEqual(['receipt', 'bill', 'kitchen'])
    await print({ document: 'kitchen', orderId })
    await until(() => expect(printer.papers).toHaveLength(4))
    expect(printer.papers.map((paper) => paper.includes('COPIE'))).toEqual([false, false, false, true])
    for (const body of [{ document: 'day', orderId }, { document: 'receipt' }, { document: 'receipt', tableId: 1 }])
      expect((await print(body)).statusCode).toBe(400)
    expect((await print({ document: 'receipt', orderId: 999_999 })).statusCode).toBe(404)
    expect((await print({ document: 'day', day: 999 })).statusCode).toBe(404)
    expect((await call('POST', `/printers/${id}/print`, { document: 'day', day: 1 }, 'floor')).statusCode).toBe(403)
    await call('PATCH', `/printers/${id}`, { isActive: false })
    expect((await print({ document: 'receipt', orderId })).json()).toMatchObject({ code: 'printer_off' })
    expect((await list())[0]?.state).toBe('off')
  })

  it('prints once what is asked for again while it waits, as it is when it is sent', async () => {
    const printer = await stand({ hasPaper: false })
    const { id } = await add(printer, { documents: ['receipt', 'bill'], stations: [] })
    await untilState('paper')
    const [first, second] = [await place({ tableId: server.table }), await place()]
    const ask = (body: object) => call('POST', `/printers/${id}/print`, body, 'floor')
    const jobOf = async (body: object) => (await ask(body)).json<PrintJob>().id
    const receipt = await jobOf({ document: 'receipt', orderId: first.id })
    expect(await jobOf({ document: 'receipt', orderId: first.id })).toBe(receipt)
    const others = [
      await jobOf({ document: 'receipt', orderId: second.id }),
      await jobOf({ document: 'bill', orderId: first.id }),
      await jobOf({ document: 'bill', tableId: server.table }),
    ]
    expect(new Set([receipt, ...others]).size).toBe(4)
    expect(await jobOf({ document: 'bill', tableId: server.table })).toBe(others[2])
    await mend(printer)
    await until(() => expect(printer.papers).toHaveLength(4))
    // Once it is printed, it can be queued again.
    expect(await jobOf({ document: 'receipt', orderId: first.id })).not.toBe(receipt)
  })
})

describe('the list of printers', () => {
  it('has at most 16, and its changes stand in the journal without what is secret', async () => {
    const printer = await stand()
    const { id } = await add(printer)
    const { id: starId, token } = await addStar()
    expect(token).toMatch(/^[\w-]{32}$/)
    await call('PATCH', `/printers/${id}`, { name: 'Grill', fallbackId: starId })
    expect((await call('PATCH', `/printers/${id}`, { fallbackId: id })).statusCode).toBe(400)
    await call('DELETE', `/printers/${starId}`)
    expect((await list())[0]).toMatchObject({ name: 'Grill', fallbackId: null })
    const tooLong = { name: 'x'.repeat(PRINTER_NAME_MAX + 1), kind: 'star' }
    expect((await call('POST', '/printers', tooLong)).statusCode).toBe(400)
    for (let n = 1; n < 16; n++) await addStar()
    const body = { name: 'X', kind: 'star' }
    expect((await call('POST', '/printers', body)).json()).toMatchObject({ code: 'too_many_printers' })
    const journal = (await call('GET', '/journal')).body
    for (const kind of ['printer_added', 'printer_changed', 'printer_token', 'printer_removed'])
      expect(journal).toContain(`"${kind}"`)
    expect(journal + (await call('GET', '/printers')).body + server.logged()).not.toContain(token)
  })

  it('is judged before service', async () => {
    const check = async () => {
      const { checks } = (await call('GET', '/before-service')).json<BeforeService>()
      const { state, text } = checks.find(({ name }) => name === 'printers') ?? {}
      return [state, text]
    }
    expect(await check()).toEqual([undefined, undefined])
    const printer = await stand()
    const { id } = await add(printer)
    await untilState('ready')
    expect(await check()).toEqual(['ok', 'All of them are ready.'])
    await call('PATCH', `/printers/${id}`, { documents: [] })
    expect(await check()).toEqual(['look', expect.stringContaining('Prints nothing')])
    await call('PATCH', `/printers/${id}`, { documents: ['kitchen'] })
    printer.hasPaper = false
    await place()
    await untilState('paper')
    expect(await check()).toEqual(['wrong', expect.stringContaining('Not ready')])
  })
})
