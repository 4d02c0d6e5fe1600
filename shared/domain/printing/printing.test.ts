import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bill } from './bill.ts'
import { columnsOf, type DocumentLine, PAPER_COLUMNS, roomFor } from './columns.ts'
import { kitchenTicket, type TicketOnPaper } from './kitchen-ticket.ts'
import type { OrderOnPaper } from './order.ts'
import {
  KITCHEN_WORDS,
  lineOnPaper,
  orderOnPaper,
  RESTAURANT,
  tableOrderOnPaper,
  ticketOnPaper,
} from './printing.fixture.ts'
import { receipt } from './receipt.ts'

/** A document as text; small lines begin with `s`, large ones with `L`. */
function paper(lines: readonly DocumentLine[]): string {
  const marks = { small: 's|', normal: ' |', large: 'L|' }
  return lines.map(({ text, size }) => marks[size] + text).join('\n')
}
const texts = (lines: readonly DocumentLine[]) => lines.map(({ text }) => text)

describe('the receipt', () => {
  it("lists each guest's lines and share for a shared table", () => {
    expect(paper(receipt(tableOrderOnPaper(), RESTAURANT))).toBe(
      `
L|    La Conac
 |    Strada Teilor 14, Brașov
 |        +40 268 000 014
 |--------------------------------
 |Data:          20.11.2026, 19:40
 |Comanda:                   #1218
 |Masa:                          7
 |Status:                DELIVERED
 |Mențiuni: Un copil la masă, supa
 |călduță
 |
 |     SERVIRE LA RESTAURANT
 |--------------------------------
 |Produs               Cant   Preț
 |--------------------------------
 |Ana                    80.00 lei
 |Ciorbă de burtă      2 58.00 lei
s|  fără ardei
 |Fetească Neagră, pah 1 22.00 lei
 |Mihai                  54.00 lei
 |Mici, 5 bucăți, mușt 1 32.00 lei
 |Fetească Neagră, pah 1 22.00 lei
 |--------------------------------
 |TOTAL:                134.00 lei
 |
 |   Vă mulțumim și poftă bună!
 |       Nu este bon fiscal`.trim(),
    )
  })

  it('shows the customer of a takeaway order, euro, and the product’s name if the restaurant has none', () => {
    const nobody = { ...RESTAURANT, restaurantName: null, restaurantAddress: null, restaurantPhone: null }
    const order = orderOnPaper({
      email: 'radu.ionescu.din.brasov@example.com',
      currency: 'eur',
      items: [lineOnPaper({ price: 600, name: 'Tripe soup', nameRo: '' })],
    })
    expect(paper(receipt(order, nobody))).toBe(
      `
L|      Masa
 |--------------------------------
 |Data:          20.11.2026, 19:40
 |Comanda:                   #1218
 |Client:             Radu Ionescu
 |Telefon:         +40 723 118 402
 |Email:
 |radu.ionescu.din.brasov@example.
 |                             com
 |La pachet
 |Status:                  PENDING
 |
 |       COMANDĂ LA PACHET
 |--------------------------------
 |Produs               Cant   Preț
 |--------------------------------
 |Tripe soup           2    €12.00
 |--------------------------------
 |TOTAL:                    €12.00
 |
 |   Vă mulțumim și poftă bună!
 |       Nu este bon fiscal`.trim(),
    )
  })

  it.each([
    ['a name of 20 columns', 'Fetească Neagră, pah', 1, 2850, ['Fetească Neagră, pah 1 28.50 lei']],
    ['a longer name', 'Fetească Neagră, pahar', 1, 2850, ['Fetească Neagră, pah 1 28.50 lei']],
    ['a short name and a large amount', 'Vin', 12, 123_450, ['Vin              12 14814.00 lei']],
    [
      'a name, quantity and amount that do not fit one row',
      'Fetească Neagră, pahar',
      12,
      2850,
      ['Fetească Neagră, pah', '                   12 342.00 lei'],
    ],
    ['the dearest line', 'Vin', 99, 100_000_000, ['Vin           99 99000000.00 lei']],
    ['a dish without a name', '', 1, 100, ['Produsul #7          1  1.00 lei']],
  ])('prints %s', (_, nameRo, quantity, price, lines) => {
    const order = orderOnPaper({ items: [lineOnPaper({ name: '', nameRo, quantity, price })] })
    expect(texts(receipt(order, RESTAURANT))).toEqual(expect.arrayContaining(lines))
  })

  it('never prints the placeholder phone number of a table', () => {
    const printed = texts(receipt(tableOrderOnPaper(), RESTAURANT)).join()
    expect(printed).not.toContain('0000000000')
    expect(printed).not.toContain('Telefon')
    expect(printed).not.toContain('Masa 7')
  })

  it('prints the company if its name differs from the restaurant’s', () => {
    const firm = { ...RESTAURANT, legalName: 'Conac Ospitalitate SRL', taxNumber: 'RO12345678' }
    expect(texts(receipt(orderOnPaper(), firm)).slice(1, 3)).toEqual([
      '     Conac Ospitalitate SRL',
      '        CUI: RO12345678',
    ])
    expect(texts(receipt(orderOnPaper(), { ...RESTAURANT, legalName: 'La Conac' }))).toEqual(
      texts(receipt(orderOnPaper(), RESTAURANT)),
    )
  })

  it('shows the restaurant’s local time, also around daylight saving changes', () => {
    const date = (createdAt: string, timeZone: string) =>
      texts(receipt(orderOnPaper({ createdAt }), { ...RESTAURANT, timeZone })).find((text) => text.startsWith('Data:'))
    expect(date('2026-10-25T00:59:00.000Z', 'Europe/Bucharest')).toBe('Data:          25.10.2026, 03:59')
    expect(date('2026-10-25T01:00:00.000Z', 'Europe/Bucharest')).toBe('Data:          25.10.2026, 03:00')
    expect(date('2026-12-31T22:30:00.000Z', 'Europe/Bucharest')).toBe('Data:          01.01.2027, 00:30')
    expect(date('2026-12-31T22:30:00.000Z', 'Europe/London')).toBe('Data:          31.12.2026, 22:30')
  })
})

describe('the bill (notă de plată)', () => {
  it('merges lines of the same dish, and has the total and boxes for the tip', () => {
    expect(paper(bill(tableOrderOnPaper(), RESTAURANT))).toBe(
      `
L|    La Conac
 |         NOTĂ DE PLATĂ
 |--------------------------------
 |Data:          20.11.2026, 19:40
 |Comanda:                   #1218
 |Masa:                          7
 |--------------------------------
 |Ciorbă de burtă      2 58.00 lei
 |Mici, 5 bucăți, mușt 1 32.00 lei
 |Fetească Neagră, pah 2 44.00 lei
 |--------------------------------
 |TOTAL:                134.00 lei
 |
 |Bacșiș (alegeți):
 |[ ]  0 %                0.00 lei
 |[ ]  5 %                6.70 lei
 |[ ] 10 %               13.40 lei
 |[ ] 15 %               20.10 lei
 |[ ] altă sumă: _____________ lei
 |
 |Total cu bacșiș: ___________ lei
 |
 |       Nu este bon fiscal`.trim(),
    )
  })

  it('rounds tips half up, and formats them in euro', () => {
    const order = orderOnPaper({ currency: 'eur', items: [lineOnPaper({ quantity: 1, price: 1010 })] })
    expect(texts(bill(order, RESTAURANT)).slice(-9, -3)).toEqual([
      '[ ]  0 %                   €0.00',
      '[ ]  5 %                   €0.51',
      '[ ] 10 %                   €1.01',
      '[ ] 15 %                   €1.52',
      '[ ] altă sumă: €________________',
      '',
    ])
  })

  it('has a line for each price of the same dish', () => {
    const items = [lineOnPaper({ quantity: 1 }), lineOnPaper({ id: 2, quantity: 1, price: 1000 })]
    expect(texts(bill(orderOnPaper({ items }), RESTAURANT)).filter((text) => text.startsWith('Ciorbă'))).toEqual([
      'Ciorbă de burtă      1 29.00 lei',
      'Ciorbă de burtă      1 10.00 lei',
    ])
  })
})

describe('the kitchen ticket', () => {
  it('lists the dishes to cook in large print, without prices', () => {
    expect(paper(kitchenTicket(tableOrderOnPaper(), ticketOnPaper(), RESTAURANT, KITCHEN_WORDS))).toBe(
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

  it('is marked COPIE when printed again, and names dishes in the restaurant’s language', () => {
    const printed = ticketOnPaper({ printedAt: '2026-11-20T17:41:00.000Z' })
    const words = { ...KITCHEN_WORDS, takeaway: 'TAKEAWAY' }
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
    expect(paper(kitchenTicket(tableOrderOnPaper(), removal(1, 2), RESTAURANT, KITCHEN_WORDS))).toBe(
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
    // The whole line was removed.
    const lines = kitchenTicket(tableOrderOnPaper(), removal(5, 1), RESTAURANT, KITCHEN_WORDS)
    expect(texts(lines).slice(3)).toEqual(['-1 x Papanași', '    Mihai', '    de preparat: 0'])
  })

  it('is headed COMANDĂ ANULATĂ for a cancelled order', () => {
    const slip = ticketOnPaper({ kind: 'cancellation', at: '2026-11-20T17:46:00.000Z' })
    const order = tableOrderOnPaper({ status: 'cancelled' })
    const lines = kitchenTicket(order, slip, RESTAURANT, KITCHEN_WORDS)
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
        KITCHEN_WORDS,
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
    // One column is reserved for printers that print the arrow as two characters.
    [100, 101, ['MUTARE', '100 → 101']],
    [9999, 9998, ['MUTARE', '9999 → 9998']],
  ])('shows a move from table %i to %i on one row, or on two if they do not fit', (fromTable, toTable, heading) => {
    const lines = moveSlip({ fromTable, toTable }).split('\n')
    expect(lines.slice(0, heading.length)).toEqual(heading.map((text) => `L|${text}`))
    // The table of this move, even if the order has moved again since.
    expect(lines[heading.length]).toBe(`L|MASA ${toTable}`)
  })

  it('is marked COPIE when the slip of a move is printed again', () => {
    expect(moveSlip({ fromTable: 3, printedAt: '2026-11-20T17:47:00.000Z' }).split('\n')[0]).toBe('L|COPIE')
  })
})

describe('every document', () => {
  const anyText = (maxLength: number) =>
    fc.oneof(fc.string({ unit: 'grapheme', maxLength }), fc.string({ unit: 'binary', maxLength }))
  const anyLine = fc.record({
    id: fc.integer({ min: 1, max: 5 }),
    menuItemId: fc.option(fc.integer({ min: 1, max: 5 })),
    quantity: fc.integer({ min: 0, max: 99 }),
    name: anyText(60),
    nameRo: anyText(60),
    price: fc.integer({ min: 0, max: 100_000_000 }),
    notes: fc.option(anyText(140)),
    guestName: fc.option(fc.oneof(fc.constantFrom('Ana', 'Mihai'), anyText(40))),
  })
  const anyOrder: fc.Arbitrary<OrderOnPaper> = fc
    .record({
      diningOption: fc.constantFrom('dine-in' as const, 'takeaway' as const),
      customerName: anyText(100),
      phoneNumber: anyText(32),
      email: fc.option(anyText(100)),
      tableNumber: fc.option(fc.integer({ min: 1 })),
      notes: fc.option(anyText(500)),
      currency: fc.constantFrom('lei' as const, 'eur' as const),
      items: fc.array(anyLine, { minLength: 1, maxLength: 8 }),
    })
    .map((fields) => orderOnPaper(fields))
  const anyRestaurant = fc
    .record({
      restaurantName: fc.option(anyText(80)),
      restaurantAddress: fc.option(anyText(200)),
      legalName: fc.option(anyText(120)),
      taxNumber: fc.option(anyText(20)),
    })
    .map((fields) => ({ ...RESTAURANT, ...fields }))

  const anyTable = fc.integer({ min: 1, max: 9999 })
  const anyMove = fc.record({ fromTable: fc.option(anyTable), toTable: anyTable })

  it('fits the paper whatever texts it contains', () => {
    fc.assert(
      fc.property(anyOrder, anyRestaurant, anyMove, (order, restaurant, move) => {
        const tickets = (['kitchen', 'removal', 'cancellation', 'move'] as const).flatMap((kind) =>
          kitchenTicket(order, ticketOnPaper({ kind, itemId: 1, quantity: 3, ...move }), restaurant, KITCHEN_WORDS),
        )
        for (const { text, size } of [...receipt(order, restaurant), ...bill(order, restaurant), ...tickets]) {
          expect(columnsOf(text)).toBeLessThanOrEqual(roomFor(size))
          expect(text).not.toMatch(/[\p{Cc}\p{Cs}]/u)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('has lines and shares that add up to the total', () => {
    const minor = (text: string) => BigInt(text.match(/(\d+\.\d\d)(?: lei)?$/)?.[1]?.replace('.', '') ?? '0')
    const between = (document: readonly DocumentLine[], from: number, to: number) => {
      const rules = document.flatMap(({ text }, at) => (text === '-'.repeat(PAPER_COLUMNS) ? [at] : []))
      return texts(document.slice((rules[from] ?? 0) + 1, rules[to]))
    }
    const sum = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n)
    const namedLine = fc.record({
      nameRo: fc.constantFrom('Supă', 'Mici', 'Fetească Neagră, pahar'),
      guestName: fc.option(fc.constantFrom('Ana', 'Mihai', 'Ștefania')),
      quantity: fc.integer({ min: 0, max: 99 }),
      price: fc.integer({ min: 0, max: 100_000_000 }),
    })
    fc.assert(
      fc.property(
        fc.array(namedLine, { minLength: 1, maxLength: 12 }),
        fc.constantFrom('lei', 'eur'),
        (items, currency) => {
          const order = orderOnPaper({ currency, items: items.map((fields, id) => lineOnPaper({ id, ...fields })) })
          const total = BigInt(order.total)
          const printed = between(receipt(order, RESTAURANT), 2, 3)
          const isShare = (text: string) => /^(Ana|Mihai|Ștefania|Alte persoane) /.test(text)
          expect(sum(printed.filter((text) => !isShare(text)).map(minor))).toBe(total)
          if (printed.some(isShare)) expect(sum(printed.filter(isShare).map(minor))).toBe(total)
          expect(sum(between(bill(order, RESTAURANT), 1, 2).map(minor))).toBe(total)
          for (const document of [receipt(order, RESTAURANT), bill(order, RESTAURANT)]) {
            expect(minor(texts(document).find((text) => text.startsWith('TOTAL:')) ?? '')).toBe(total)
          }
        },
      ),
    )
  })
})
