import { describe, expect, it } from 'vitest'
import { lineOnPaper, orderOnPaper, paper, RESTAURANT, tableOrderOnPaper, texts } from './printing.fixture.ts'
import { receipt } from './receipt.ts'

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
 |Status:                  PREDATĂ
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

  it('says what a lowered line would have cost, and nothing of one that is not', () => {
    const items = [lineOnPaper({ price: 2030, listPrice: 2900 }), lineOnPaper({ id: 2, price: 2900, listPrice: 2900 })]
    const rows = paper(receipt(orderOnPaper({ items }), RESTAURANT))
    expect(rows.match(/în loc de.*/g)).toEqual(['în loc de 58.00'])
    expect(rows).toContain('Ciorbă de burtă      2 40.60 lei\ns|  în loc de 58.00\n')
  })

  it('says what was paid and what is left or to be given back, once something was paid', () => {
    const total = ' |TOTAL:                 58.00 lei\n'
    const rowsOf = (sums: { paid?: number; due?: number }) => paper(receipt(orderOnPaper(sums), RESTAURANT))
    expect(rowsOf({ paid: 5800, due: 0 })).toContain(
      `${total} |Achitat:               58.00 lei\n |Rest de plată:          0.00 lei\n`,
    )
    expect(rowsOf({ paid: 6000, due: -200 })).toContain(' |De restituit:           2.00 lei\n')
    for (const sums of [{}, { paid: 0, due: 5800 }]) expect(rowsOf(sums)).toContain(`${total} |\n`)
  })

  it('says when an order is picked up', () => {
    const rows = paper(receipt(orderOnPaper({ pickupAt: '2026-11-20T18:30:00.000Z' }), RESTAURANT))
    expect(rows).toContain('La pachet\n |Ridicare:      20.11.2026, 20:30\n')
    const twice = paper(receipt(orderOnPaper({ pickupAt: '2026-10-25T00:30:00.000Z' }), RESTAURANT))
    expect(twice).toContain('25.10.2026, 03:30 (ora de vară)')
  })

  it('shows the customer of a takeaway order, euro, and the product’s name if the restaurant has none', () => {
    const unnamed = { ...RESTAURANT, restaurantName: null, restaurantAddress: null, restaurantPhone: null }
    const order = orderOnPaper({
      email: 'radu.ionescu.din.brasov@example.com',
      currency: 'eur',
      items: [lineOnPaper({ price: 600, name: 'Tripe soup', nameRo: '' })],
    })
    expect(paper(receipt(order, unnamed))).toBe(
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
 |Status:             ÎN AȘTEPTARE
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
    ['the most expensive line', 'Vin', 99, 100_000_000, ['Vin           99 99000000.00 lei']],
    ['a dish without a name', '', 1, 100, ['Produsul #7          1  1.00 lei']],
  ])('prints %s', (_, nameRo, quantity, price, lines) => {
    const order = orderOnPaper({ items: [lineOnPaper({ name: '', nameRo, quantity, price })] })
    expect(texts(receipt(order, RESTAURANT))).toEqual(expect.arrayContaining(lines))
  })

  it.each([
    ['en', 'preparing', 'Status:                PREPARING'],
    ['ro', 'preparing', 'Status:             ÎN PREPARARE'],
    ['ro', 'cancelled', 'Status:                  ANULATĂ'],
  ] as const)('prints the status in capitals, in the restaurant’s language (%s, %s)', (language, status, row) => {
    expect(texts(receipt(orderOnPaper({ status }), { ...RESTAURANT, language }))).toContain(row)
  })

  it('prints the table’s label beside its number, the longest on more lines, each within 32 columns', () => {
    const rowsOf = (tableLabel: string) =>
      texts(receipt(tableOrderOnPaper({ tableNumber: 9999, tableLabel }), RESTAURANT))
    expect(rowsOf('Terasa 3')).toContain('Masa:            9999 (Terasa 3)')
    const rows = rowsOf('Foișorul de lângă lacul cu nuf')
    expect(rows.filter((row) => row.length > 32)).toEqual([])
    expect(rows.join(' ').replace(/ +/g, ' ')).toContain('Masa: 9999 (Foișorul de lângă lacul cu nuf)')
  })

  it('never prints the placeholder phone number of a table', () => {
    const printed = texts(receipt(tableOrderOnPaper(), RESTAURANT)).join()
    expect(printed).not.toContain('0000000000')
    expect(printed).not.toContain('Telefon')
    expect(printed).not.toContain('Masa 7')
  })

  it('prints the company’s name and tax number if its name differs from the restaurant’s', () => {
    const withCompany = { ...RESTAURANT, legalName: 'Conac Ospitalitate SRL', taxNumber: 'RO12345678' }
    expect(texts(receipt(orderOnPaper(), withCompany)).slice(1, 3)).toEqual([
      '     Conac Ospitalitate SRL',
      '        CUI: RO12345678',
    ])
    expect(texts(receipt(orderOnPaper(), { ...RESTAURANT, legalName: 'La Conac' }))).toEqual(
      texts(receipt(orderOnPaper(), RESTAURANT)),
    )
  })

  it('shows the restaurant’s local time, even around changes of the clocks', () => {
    const date = (createdAt: string, timeZone: string) =>
      texts(receipt(orderOnPaper({ createdAt }), { ...RESTAURANT, timeZone })).find((text) => text.startsWith('Data:'))
    expect(date('2026-10-25T00:59:00.000Z', 'Europe/Bucharest')).toBe('Data:          25.10.2026, 03:59')
    expect(date('2026-10-25T01:00:00.000Z', 'Europe/Bucharest')).toBe('Data:          25.10.2026, 03:00')
    expect(date('2026-12-31T22:30:00.000Z', 'Europe/Bucharest')).toBe('Data:          01.01.2027, 00:30')
    expect(date('2026-12-31T22:30:00.000Z', 'Europe/London')).toBe('Data:          31.12.2026, 22:30')
  })
})
