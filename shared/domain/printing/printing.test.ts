import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bill, guestBills, partBills } from './bill.ts'
import { PAPER_COLUMNS, type PrintedRow, roomFor, widthInColumns } from './columns.ts'
import { kitchenTicket } from './kitchen-ticket.ts'
import type { OrderOnPaper } from './paper.ts'
import {
  KITCHEN_WORDS,
  lineOnPaper,
  orderOnPaper,
  RESTAURANT,
  tableBillOnPaper,
  texts,
  ticketOnPaper,
} from './printing.fixture.ts'
import { receipt } from './receipt.ts'

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

  it('fits the paper with any texts', () => {
    fc.assert(
      fc.property(anyOrder, anyRestaurant, anyMove, (order, restaurant, move) => {
        const tickets = (['kitchen', 'removal', 'cancellation', 'move'] as const).flatMap((kind) =>
          kitchenTicket(order, ticketOnPaper({ kind, itemId: 1, quantity: 3, ...move }), restaurant, KITCHEN_WORDS),
        )
        const { items: lines, currency } = order
        const whole = tableBillOnPaper({ lines, currency, orderIds: lines.map(({ id }) => 123_456 * id) })
        const bills = [bill(order, restaurant), guestBills(whole, restaurant), partBills(whole, 2, restaurant)].flat()
        for (const { text, size } of [...receipt(order, restaurant), ...bills, ...tickets]) {
          expect(widthInColumns(text)).toBeLessThanOrEqual(roomFor(size))
          expect(text).not.toMatch(/[\p{Cc}\p{Cs}]/u)
        }
      }),
      { numRuns: 60 },
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
