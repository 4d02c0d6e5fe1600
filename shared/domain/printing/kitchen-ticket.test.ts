import { describe, expect, it } from 'vitest'
import type { AnyText } from '#shared/i18n/translate.ts'
import { heightOf } from './columns.ts'
import { kitchenTicket, MAX_GUEST_TICKET, type TicketOnPaper } from './kitchen-ticket.ts'
import {
  lineOnPaper,
  orderOnPaper,
  paper,
  RESTAURANT,
  ROMANIAN,
  tableOrderOnPaper,
  texts,
  ticketOnPaper,
} from './printing.fixture.ts'

describe('line ends of guests', () => {
  const ends = '\n\r\n\u2028\t\n'
  const order = orderOnPaper({
    ...{ customerName: `Ana${ends}Pop`, notes: `la${ends}poartă` },
    items: [lineOnPaper({ notes: `fără${ends}ceapă`, guestName: `Ion${ends}I.` })],
  })

  it.each(['kitchen', 'removal', 'move'] as const)('are spaces on the paper of kind %s', (kind) => {
    const plain = JSON.parse(JSON.stringify(order).replaceAll(JSON.stringify(ends).slice(1, -1), ' '))
    const rows = (one: typeof order) =>
      kitchenTicket(one, ticketOnPaper({ kind, itemId: 1, quantity: 1 }), RESTAURANT, ROMANIAN)
    expect(texts(rows(order))).toEqual(texts(rows(plain)))
  })
})

describe('a very long order', () => {
  const items = (count: number, fields = {}) =>
    Array.from({ length: count }, (_, i) => lineOnPaper({ id: i + 1, nameRo: `Felul ${i + 1}`, ...fields }))
  const option = { name: 'Extra', nameRo: 'Extra', quantity: 1, without: false }
  const ticket = (fields: Partial<TicketOnPaper>, order = orderOnPaper({ items: items(100), notes: 'fără sare' })) =>
    kitchenTicket(order, ticketOnPaper(fields), RESTAURANT, ROMANIAN)
  const NOTICE = 'RÂNDURI ÎN TOTAL: 100. RESTUL ESTE PE ECRAN.'
  const said = (rows: ReturnType<typeof ticket>) =>
    texts(rows)
      .map((text) => text.trim())
      .join(' ')

  it('that is unproven prints short, with the number of its lines and its note', () => {
    const rows = ticket({}, orderOnPaper({ items: items(100), notes: 'fără sare', unproven: true }))
    expect(heightOf(rows)).toBeLessThanOrEqual(MAX_GUEST_TICKET)
    expect(heightOf(rows)).toBeGreaterThan(MAX_GUEST_TICKET - 10)
    expect(said(rows)).toContain(NOTICE)
    expect(texts(rows).at(-1)).toBe('! fără sare')
  })

  it.each([
    ['with options', 'kitchen', items(100, { options: Array(40).fill(option) })],
    ['with notes', 'kitchen', items(100, { notes: 'a '.repeat(70) })],
    ['that is cancelled', 'cancellation', items(100, { nameRo: 'Un fel cu un nume foarte lung, cu garnitură și sos' })],
  ] as const)('that is unproven, %s, prints short', (_, kind, lines) => {
    const rows = ticket({ kind }, orderOnPaper({ items: lines, unproven: true }))
    expect(heightOf(rows)).toBeLessThanOrEqual(MAX_GUEST_TICKET)
    expect(said(rows)).toContain(NOTICE)
  })

  it('that is proven prints whole, at a table an unproven one does not, and a usual one does', () => {
    const atTable = orderOnPaper({ items: items(100), tableNumber: 7, diningOption: 'dine-in' })
    const whole = [ticket({}), ticket({}, atTable)]
    for (const rows of whole) expect(said(rows)).toContain('Felul 100')
    expect(said(ticket({}, { ...atTable, unproven: true }))).toContain(NOTICE)
    expect(said(ticket({}, orderOnPaper({ items: items(30), unproven: true })))).toContain('Felul 30')
  })
})

describe('the kitchen ticket', () => {
  it('lists the dishes to cook in large print, without prices', () => {
    expect(paper(kitchenTicket(tableOrderOnPaper(), ticketOnPaper(), RESTAURANT, ROMANIAN))).toBe(
      `
L|MASA 7
 |#1218          20.11.2026, 19:40
 |SERVIRE LA RESTAURANT
 |--------------------------------
L|2 x Ciorbă de
L|    burtă
 |    Ana
 |    ! fără ardei
L|1 x Mici, 5
L|    bucăți,
L|    muștar
 |    Mihai
L|1 x Fetească
L|    Neagră,
L|    pahar
 |    Ana
L|1 x Fetească
L|    Neagră,
L|    pahar
 |    Mihai
 |--------------------------------
 |! Un copil la masă, supa călduță`.trim(),
    )
  })

  it.each([
    ['its time', '2026-11-20T18:30:00.000Z', ['RIDICARE 20:30', 'COMANDĂ LA', 'PACHET']],
    ['its date and time on another day', '2026-11-21T10:30:00.000Z', ['RIDICARE', '21.11.2026,', '12:30']],
    ['the run of a time that comes twice', '2026-10-25T01:30:00.000Z', ['RIDICARE', '25.10.2026,', '03:30 (ora de']],
  ])('begins with %s, large, if the order is picked up', (_, pickupAt, expected) => {
    const rows = kitchenTicket(orderOnPaper({ pickupAt }), ticketOnPaper(), RESTAURANT, ROMANIAN)
    expect(texts(rows).slice(0, 3)).toEqual(expected)
    expect(rows[0]?.size).toBe('large')
  })

  it('prints the table’s label below its number, but not that of a table to which the order went later', () => {
    const order = tableOrderOnPaper({ tableNumber: 9, tableLabel: 'Terasa 3' })
    const rows = (ticket: TicketOnPaper) => texts(kitchenTicket(order, ticket, RESTAURANT, ROMANIAN))
    expect(rows(ticketOnPaper()).slice(0, 2)).toEqual(['MASA 9', 'Terasa 3'])
    expect(rows(ticketOnPaper({ kind: 'move', fromTable: 3, toTable: 9 }))).toContain('Terasa 3')
    expect(rows(ticketOnPaper({ kind: 'move', fromTable: 3, toTable: 7 }))).not.toContain('Terasa 3')
  })

  describe('of a station', () => {
    const STATIONS = [
      { id: 1, name: 'Kitchen', nameRo: 'Bucătărie' },
      { id: 2, name: 'Bar', nameRo: 'Băuturi' },
    ]
    const lines = tableOrderOnPaper().items.map((line) => ({ ...line, stationId: line.nameRo.startsWith('F') ? 2 : 1 }))
    const rows = (ticket: Partial<TicketOnPaper>, stations = STATIONS, items = lines) =>
      texts(kitchenTicket(tableOrderOnPaper({ items }), ticketOnPaper(ticket), { ...RESTAURANT, stations }, ROMANIAN))

    it('has its name and only its lines', () => {
      expect(rows({ stationId: 2 })).toEqual([
        'BĂUTURI',
        'MASA 7',
        expect.stringContaining('#1218'),
        'SERVIRE LA RESTAURANT',
        expect.stringMatching(/^-+$/),
        ...['1 x Fetească', '    Neagră,', '    pahar', '    Ana'],
        ...['1 x Fetească', '    Neagră,', '    pahar', '    Mihai'],
        expect.stringMatching(/^-+$/),
        '! Un copil la masă, supa călduță',
      ])
      expect(rows({ stationId: 1 }).join('\n')).not.toContain('Fetească')
      expect(rows({ stationId: 2, kind: 'cancellation' }).filter((row) => row.startsWith('-1 x'))).toHaveLength(2)
      expect(rows({ stationId: 2, kind: 'removal', itemId: 3, quantity: 1 }).join('\n')).toContain('-1 x Fetească')
      expect(rows({ stationId: 1, kind: 'move', fromTable: 3, toTable: 7 })).toContain('BUCĂTĂRIE')
    })

    it('has no name where there is one station, and all lines where its station is not known', () => {
      expect(rows({ stationId: 1 }, STATIONS.slice(0, 1))[0]).toBe('MASA 7')
      const whole = rows({})
      expect([whole[0], whole.filter((row) => /^\d x /.test(row)).length]).toEqual(['MASA 7', 4])
    })

    it('that was removed has its own lines still, under the name of the first', () => {
      const after = rows({ stationId: 2 }, [...STATIONS.slice(0, 1), { id: 3, name: 'Grill', nameRo: '' }])
      expect([after[0], after.filter((row) => /^\d x /.test(row)).length]).toEqual(['BUCĂTĂRIE', 2])
    })

    it('says it if all its lines were taken off before it was printed', () => {
      const none = lines.map((line) => (line.stationId === 2 ? { ...line, quantity: 0 } : line))
      expect(rows({ stationId: 2 }, STATIONS, none)).toContain(ROMANIAN('printing.paper.left', { quantity: 0 }))
    })
  })

  it('is marked COPIE when printed again, and names dishes in the restaurant’s language', () => {
    const printed = ticketOnPaper({ printedAt: '2026-11-20T17:41:00.000Z' })
    const words: AnyText = (key, values) =>
      key === 'printing.paper.takeaway' ? 'TAKEAWAY' : (ROMANIAN as AnyText)(key, values)
    expect(paper(kitchenTicket(orderOnPaper(), printed, { ...RESTAURANT, language: 'en' }, words))).toBe(
      `
L|COPIE
L|TAKEAWAY
 |#1218          20.11.2026, 19:40
 |Radu Ionescu
 |--------------------------------
L|2 x Tripe soup`.trim(),
    )
  })

  it('lists the removed dishes and how many are left to cook', () => {
    const removal = (itemId: number, quantity: number) =>
      ticketOnPaper({ kind: 'removal', at: '2026-11-20T17:46:00.000Z', itemId, quantity })
    expect(paper(kitchenTicket(tableOrderOnPaper(), removal(1, 2), RESTAURANT, ROMANIAN))).toBe(
      `
L|MASA 7    ANULAT
 |#1218          20.11.2026, 19:46
 |--------------------------------
L|-2 x Ciorbă de
L|     burtă
 |    Ana
 |    ! fără ardei
 |    de preparat: 2`.trim(),
    )
    // A line that was removed completely.
    const lines = kitchenTicket(tableOrderOnPaper(), removal(5, 1), RESTAURANT, ROMANIAN)
    expect(texts(lines).slice(3)).toEqual(['-1 x Papanași', '    Mihai', '    de preparat: 0'])
  })

  it('is headed COMANDĂ ANULATĂ for a cancelled order', () => {
    const slip = ticketOnPaper({ kind: 'cancellation', at: '2026-11-20T17:46:00.000Z' })
    const order = tableOrderOnPaper({ status: 'cancelled' })
    const lines = kitchenTicket(order, slip, RESTAURANT, ROMANIAN)
    expect(paper(lines)).toBe(
      `
L|MASA 7
L| COMANDĂ ANULATĂ
 |#1218          20.11.2026, 19:46
 |--------------------------------
 |-2 x Ciorbă de burtă
 |-1 x Mici, 5 bucăți, muștar
 |-1 x Fetească Neagră, pahar
 |-1 x Fetească Neagră, pahar`.trim(),
    )
  })

  const moveSlip = (fields: Partial<TicketOnPaper>, order = tableOrderOnPaper()) =>
    paper(
      kitchenTicket(
        order,
        ticketOnPaper({ kind: 'move', at: '2026-11-20T17:46:00.000Z', toTable: 7, ...fields }),
        RESTAURANT,
        ROMANIAN,
      ),
    )

  it('shows both tables of a moved order, without its dishes', () => {
    expect(moveSlip({ fromTable: 3 })).toBe(
      `
L|MUTARE 3 → 7
L|MASA 7
 |#1218          20.11.2026, 19:46
 |Ana, Mihai`.trim(),
    )
  })

  it('shows dine-in and the customer when an order without a table moves to one', () => {
    const order = orderOnPaper({ diningOption: 'dine-in', tableNumber: 7 })
    expect(moveSlip({}, order)).toBe(
      `
L|MUTARE → 7
L|MASA 7
 |#1218          20.11.2026, 19:46
 |SERVIRE LA RESTAURANT
 |Radu Ionescu`.trim(),
    )
  })

  it.each([
    [3, 7, ['MUTARE 3 → 7']],
    [99, 100, ['MUTARE 99 → 100']],
    // One column stays free for printers that print the arrow as two characters.
    [100, 101, ['MUTARE', '100 → 101']],
    [9999, 9998, ['MUTARE', '9999 → 9998']],
  ])('shows a move from table %i to %i on one row, or on two if they do not fit', (fromTable, toTable, heading) => {
    const lines = moveSlip({ fromTable, toTable }).split('\n')
    expect(lines.slice(0, heading.length)).toEqual(heading.map((text) => `L|${text}`))
    // The table of this move, even if the order was moved again since.
    expect(lines[heading.length]).toBe(`L|MASA ${toTable}`)
  })

  it('is marked COPIE when the slip of a move is printed again', () => {
    expect(moveSlip({ fromTable: 3, printedAt: '2026-11-20T17:47:00.000Z' }).split('\n')[0]).toBe('L|COPIE')
  })
})
