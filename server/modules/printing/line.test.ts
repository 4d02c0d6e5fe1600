import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TestPrinter } from '#server/testing/printer.ts'
import { SHORT_PRINTER_TIMEOUTS } from '#server/testing/printer-timeouts.ts'
import type { PrinterState } from '#shared/domain/printing/printers.ts'
import { PrinterLine } from './line.ts'

let printer: TestPrinter
let line: PrinterLine
const states: PrinterState[] = []
const timeouts = { ...SHORT_PRINTER_TIMEOUTS, line: 200 }
const still = new AbortController().signal
const DOCUMENT = Buffer.from('\x1b@Table 7\nSoup\nPizza\n\n\x1dV\x00')

async function open(): Promise<PrinterLine> {
  const opened = await PrinterLine.open('127.0.0.1', printer.port, timeouts)
  if (!opened) throw new Error('no connection')
  line = opened
  return opened
}
const print = (bytes = DOCUMENT, closing = still, lines = 0) =>
  line.print({ bytes, lines }, (state) => states.push(state), closing)
const untilState = async (state: PrinterState) => {
  while (!states.includes(state)) await new Promise((resolve) => setTimeout(resolve, 5))
}

beforeEach(async () => {
  states.length = 0
  printer = await new TestPrinter().open()
})
afterEach(async () => {
  await line?.close()
  await printer.close()
})

describe('a printer on the network', () => {
  it.each([
    ['ready', {}],
    ['cover', { isCoverOpen: true }],
    ['paper', { hasPaper: false }],
    ['silent', { isSilent: true }],
    ['silent', { isGarbage: true }],
  ] as const)('is %s with %j, and got nothing but status requests', async (state, troubles) => {
    Object.assign(printer, troubles)
    expect(await (await open()).status()).toBe(state)
    expect(printer.documentBytes).toBe(0)
  })

  it('has no connection while it is switched off', async () => {
    await printer.close()
    expect(await PrinterLine.open('127.0.0.1', printer.port, SHORT_PRINTER_TIMEOUTS)).toBeUndefined()
  })

  it('says that it printed, and keeps no connection', async () => {
    await open()
    expect([await line.status(), await print()]).toEqual(['ready', true])
    expect([await line.status(), await print()]).toEqual(['ready', true])
    await line.close()
    expect(printer.papers).toEqual(['Table 7\nSoup\nPizza\n\n', 'Table 7\nSoup\nPizza\n\n'])
    expect(printer.openConnections).toBe(0)
  })

  it('waits for a new roll when the paper ends in the middle', async () => {
    printer.linesLeft = 2
    await open()
    const printed = print()
    await untilState('paper')
    // This is longer than an answer may take while the printer is in order.
    await new Promise((resolve) => setTimeout(resolve, 2 * SHORT_PRINTER_TIMEOUTS.print))
    expect(printer.papers).toEqual([])
    printer.mend()
    expect(await printed).toBe(true)
    expect(printer.papers).toHaveLength(1)
    // A question that is asked while the roll is changed may be answered with "offline".
    expect([states[0], states.at(-1)]).toEqual(['paper', 'ready'])
  })

  it.each([
    ['never says that it printed', { isSecretive: true }, DOCUMENT],
    ['is reset in the middle', { resetAfter: 20 }, DOCUMENT],
    ['answers with words of its own', { isGarbage: true }, DOCUMENT],
    ['reads no further', { stallAfter: 20 }, Buffer.alloc(8_000_000, 'x\n')],
  ])('leaves unknown what came out if it %s', async (_, troubles, document) => {
    Object.assign(printer, troubles)
    await open()
    expect(await print(document)).toBe(false)
  })

  it('that is slow is waited for as long as it answers in time', async () => {
    printer.lineMs = SHORT_PRINTER_TIMEOUTS.print / 8
    await open()
    expect(await print()).toBe(true)
  })

  it('that prints a long paper is waited for longer', async () => {
    // This is longer than a short paper may take, as with a real printer that prints metres.
    const lines = 20
    printer.lineMs = (2 * SHORT_PRINTER_TIMEOUTS.print) / lines
    await open()
    expect(await print(Buffer.from(`\x1b@${'Soup\n'.repeat(lines)}\x1dV\x00`), still, lines)).toBe(true)
  })

  // The second byte reads as the answer that everything was printed.
  it.each([0xff, 0x41])('that begins to send %i without an end while it prints is cut off', async (byte) => {
    await open()
    expect(await line.status()).toBe('ready')
    printer.endless = byte
    expect(await print()).toBe(false)
    while (printer.openConnections > 0) await new Promise((resolve) => setTimeout(resolve, 5))
  })

  it('is not waited for long once the server closes', async () => {
    printer.hasPaper = false
    const closing = new AbortController()
    await open()
    const printed = print(DOCUMENT, closing.signal)
    await untilState('paper')
    closing.abort()
    expect(await printed).toBe(false)
  })
})
