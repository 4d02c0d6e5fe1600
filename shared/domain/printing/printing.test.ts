import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bill, guestBills, partBills } from './bill.ts'
import {
  centred,
  cutToWidth,
  inColumns,
  indented,
  leftAndRight,
  PAPER_COLUMNS,
  type PrintedRow,
  roomFor,
  widthInColumns,
  wrapText,
} from './columns.ts'
import { kitchenTicket } from './kitchen-ticket.ts'
import type { OrderOnPaper } from './paper.ts'
import { PRINTER_COLUMNS } from './printers.ts'
import {
  lineOnPaper,
  orderOnPaper,
  RESTAURANT,
  ROMANIAN,
  tableBillOnPaper,
  texts,
  ticketOnPaper,
} from './printing.fixture.ts'
import { receipt } from './receipt.ts'

describe('printing', () => {
  describe('every document', () => {
    const anyText = (maxLength: number) =>
      fc.oneof(fc.string({ unit: 'grapheme', maxLength }), fc.string({ unit: 'binary', maxLength }))
    const anyOption = fc.record({
      name: anyText(100),
      nameRo: anyText(100),
      quantity: fc.integer({ min: 1, max: 9 }),
      without: fc.boolean(),
    })
    const anyLine = fc.record({
      options: fc.array(anyOption, { maxLength: 3 }),
      partOf: fc.option(fc.constant(1)),
      cooked: fc.boolean(),
      id: fc.integer({ min: 1, max: 5 }),
      menuItemId: fc.option(fc.integer({ min: 1, max: 5 })),
      quantity: fc.integer({ min: 0, max: 99 }),
      name: anyText(60),
      nameRo: anyText(60),
      price: fc.integer({ min: 0, max: 100_000_000 }),
      notes: fc.option(anyText(500)),
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

    it('fits the paper with any texts', () => {
      fc.assert(
        fc.property(
          anyOrder,
          anyRestaurant,
          anyMove,
          fc.constantFrom(...PRINTER_COLUMNS),
          (order, restaurant, move, columns) => {
            const tickets = () =>
              (['kitchen', 'removal', 'cancellation', 'move'] as const).flatMap((kind) =>
                kitchenTicket(order, ticketOnPaper({ kind, itemId: 1, quantity: 3, ...move }), restaurant, ROMANIAN),
              )
            const { items: lines, currency } = order
            const whole = tableBillOnPaper({ lines, currency, orderIds: lines.map(({ id }) => 123_456 * id) })
            const bills = () =>
              [bill(order, restaurant), guestBills(whole, restaurant), partBills(whole, 2, restaurant)].flat()
            const rows = inColumns(columns, () => [...receipt(order, restaurant), ...bills(), ...tickets()])
            for (const { text, size } of rows) {
              expect(widthInColumns(text)).toBeLessThanOrEqual(size === 'large' ? columns / 2 : columns)
              expect(text).not.toMatch(/[\p{Cc}\p{Cs}]/u)
            }
            expect(rows.some(({ text }) => widthInColumns(text) === columns)).toBe(true)
          },
        ),
        { numRuns: 15 },
      )
    })

    it('has lines, and shares of guests, that add up to the total', () => {
      const minor = (text: string) => BigInt(text.match(/(\d+\.\d\d)(?: lei)?$/)?.[1]?.replace('.', '') ?? '0')
      const between = (document: readonly PrintedRow[], from: number, to: number) => {
        const rules = document.flatMap(({ text }, i) => (text === '-'.repeat(PAPER_COLUMNS) ? [i] : []))
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
})

describe('columns', () => {
  /** Any text: combining marks, emoji, lone surrogates, line breaks and printer commands. */
  const anyText = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 80 }),
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.string({
      unit: fc.constantFrom('ș', 'Ț', ' ', '\n', '\u001B', '\t', '👨‍👩‍👧', '湯', 'a\u0301', '\u202E'),
      maxLength: 60,
    }),
  )

  describe('columns', () => {
    it.each([
      ['', 0],
      ['ȘȚĂÂÎ', 5],
      ['e\u0301', 1],
      ['湯', 2],
      ['👨‍👩‍👧', 2],
      ['€12', 3],
    ])('columnsOf counts for %j %i columns', (text, columns) => {
      expect(widthInColumns(text)).toBe(columns)
    })

    it.each([
      ['Fetească Neagră, pahar', 20, 'Fetească Neagră, pah'],
      ['Fetească Neagră, pah', 20, 'Fetească Neagră, pah'],
      ['Supă\nde roșii', 20, 'Supă de roșii'],
      ['湯湯湯', 5, '湯湯'],
      ['cafe\u0301s', 4, 'cafe\u0301'],
      ['', 20, ''],
    ])('cutTo cuts %j to %i columns: %j', (text, columns, cut) => {
      expect(cutToWidth(text, columns)).toBe(cut)
    })

    it.each([
      ['Un copil la masă, supa călduță', 12, ['Un copil la', 'masă, supa', 'călduță']],
      ['fără ceapă\nși fără ardei', 32, ['fără ceapă', 'și fără ardei']],
      ['Donaudampfschifffahrt jetzt', 10, ['Donaudampf', 'schifffahr', 't jetzt']],
      ['ab\u001B@cd\u202E', 32, ['ab @cd']],
      [' \n ', 32, []],
    ])('wrapped wraps %j at %i columns', (text, columns, lines) => {
      expect(wrapText(text, columns)).toEqual(lines)
    })

    it('leftAndRight puts two texts on one row, or on two if they do not fit', () => {
      const texts = (left: string, right: string) => leftAndRight(left, right).map(({ text }) => text)
      expect(texts('Data:', '20.11.2026, 19:40')).toEqual(['Data:          20.11.2026, 19:40'])
      expect(texts('Client:', 'Alexandra-Maria Constantinescu')).toEqual([
        'Client:',
        '  Alexandra-Maria Constantinescu',
      ])
      expect(texts('Alexandra-Maria Constantinescu din Brașov', '80.00 lei')).toEqual([
        'Alexandra-Maria Constantinescu',
        'din Brașov             80.00 lei',
      ])
    })

    it('all functions stay within the paper’s width, and lose only spaces and printer commands', () => {
      const visible = (text: string) => [
        ...text.replace(/[\s\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu, ''),
      ]
      fc.assert(
        fc.property(anyText, anyText, fc.constantFrom('small', 'normal', 'large'), (left, right, size) => {
          for (const lines of [centred(left, size), indented('12 x ', left, size), leftAndRight(left, right, size)]) {
            for (const { text } of lines) {
              expect(widthInColumns(text)).toBeLessThanOrEqual(roomFor(size))
              expect(text).not.toMatch(/(?! )[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u)
            }
          }
          expect(
            visible(
              centred(left, size)
                .map(({ text }) => text)
                .join(''),
            ),
          ).toEqual(visible(left))
        }),
      )
    })
  })
})
