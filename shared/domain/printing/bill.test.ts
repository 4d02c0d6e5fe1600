import { describe, expect, it } from 'vitest'
import { bill, guestBills, partBills, tableBill } from './bill.ts'
import { CUT, type PrintedRow } from './columns.ts'
import {
  lineOnPaper,
  orderOnPaper,
  paper,
  RESTAURANT,
  tableBillOnPaper,
  tableOrderOnPaper,
  texts,
} from './printing.fixture.ts'

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

  it('has tips that are rounded half up, also in euro', () => {
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

const paid = (tip: number) => ({ amount: 0, tip, guestName: null })

describe('the bill of a table', () => {
  it('has the dishes of all rounds, the orders, and the moment at which it was read', () => {
    expect(paper(tableBill(tableBillOnPaper(), RESTAURANT))).toBe(
      `
L|    La Conac
 |         NOTĂ DE PLATĂ
 |--------------------------------
 |Data:          20.11.2026, 21:05
 |Comenzi:             #1218 #1231
 |Masa:               7 (Terasa 3)
 |--------------------------------
 |Ciorbă de burtă      3 87.00 lei
 |Papanași             1 26.00 lei
 |--------------------------------
 |TOTAL:                113.00 lei
 |
 |Bacșiș (alegeți):
 |[ ]  0 %                0.00 lei
 |[ ]  5 %                5.65 lei
 |[ ] 10 %               11.30 lei
 |[ ] 15 %               16.95 lei
 |[ ] altă sumă: _____________ lei
 |
 |Total cu bacșiș: ___________ lei
 |
 |       Nu este bon fiscal`.trim(),
    )
  })

  it('says what was paid, with a tip as its own line, and what is left', () => {
    const below = (more: object) => {
      const rows = texts(tableBill({ ...tableBillOnPaper(), ...more }, RESTAURANT))
      const total = rows.findIndex((text) => text.startsWith('TOTAL'))
      return rows.slice(total + 1, rows.indexOf('', total))
    }
    expect(below({ paid: 8000, due: 3300, payments: [paid(800), paid(-300)] })).toEqual([
      'Achitat:               80.00 lei',
      'Bacșiș:                 5.00 lei',
      'Rest de plată:         33.00 lei',
    ])
    expect(below({ paid: 12_300, due: -1000, payments: [paid(0)] })).toEqual([
      'Achitat:              123.00 lei',
      'De restituit:          10.00 lei',
    ])
    expect(below({ paid: 0, due: 11_300, payments: [] })).toEqual([])
  })

  it('is one for each guest, and one for what nobody is named for', () => {
    const rows = guestBills(tableBillOnPaper(), RESTAURANT)
    expect(rows.filter((row) => row === CUT)).toHaveLength(1)
    const facts = /^(Client|TOTAL|Ciorbă|Papanași|\[ \] 10)/
    expect(texts(rows).filter((text) => facts.test(text))).toEqual([
      'Client:                      Ana',
      'Ciorbă de burtă      2 58.00 lei',
      'TOTAL:                 58.00 lei',
      '[ ] 10 %                5.80 lei',
      'Client:        pentru toată masa',
      'Ciorbă de burtă      1 29.00 lei',
      'Papanași             1 26.00 lei',
      'TOTAL:                 55.00 lei',
      '[ ] 10 %                5.50 lei',
    ])
  })

  it('shows each guest what they paid, splits what is left, and offers tips for that alone', () => {
    const payments = [
      { amount: 5800, tip: 600, guestName: 'Ana' },
      { amount: -1000, tip: -100, guestName: 'Ana' },
    ]
    const guests = [
      { guestName: 'Ana', due: 1000 },
      { guestName: null, due: 5500 },
    ]
    const whole = tableBillOnPaper({ payments, guests, paid: 4800, due: 6500 })
    const facts = /^(TOTAL|Achitat|Bacșiș:|Rest|De rest|\[ \] 10)/
    const rows = (bill: PrintedRow[]) => texts(bill).filter((text) => facts.test(text))
    expect(rows(tableBill(whole, RESTAURANT)).at(-1)).toBe('[ ] 10 %                6.50 lei')
    expect(rows(guestBills(whole, RESTAURANT))).toEqual([
      ...['TOTAL:                 58.00 lei', 'Achitat:               48.00 lei', 'Bacșiș:                 5.00 lei'],
      ...['Rest de plată:         10.00 lei', '[ ] 10 %                1.00 lei'],
      ...['TOTAL:                 55.00 lei', '[ ] 10 %                5.50 lei'],
    ])
    const parts = rows(partBills(whole, 2, RESTAURANT)).filter((text) => /^(TOTAL|Achitat)/.test(text))
    expect(parts).toEqual(
      [0, 1].flatMap(() => ['Achitat:               48.00 lei', 'TOTAL:                 32.50 lei']),
    )
    // Nothing is left to pay: no tip is asked for.
    const settled = tableBillOnPaper({ payments, paid: 11_500, due: -200 })
    expect(rows(tableBill(settled, RESTAURANT)).at(-1)).toBe('De restituit:           2.00 lei')
  })

  it('is split into equal parts, each with all dishes and its own amount', () => {
    const rows = partBills(tableBillOnPaper(), 3, RESTAURANT)
    expect(rows.filter((row) => row === CUT)).toHaveLength(2)
    expect(texts(rows).filter((text) => /^(Partea|Papanași|Total masă|TOTAL)/.test(text))).toEqual([
      'Partea:                    1 / 3',
      'Papanași             1 26.00 lei',
      'Total masă:           113.00 lei',
      'TOTAL:                 37.66 lei',
      'Partea:                    2 / 3',
      'Papanași             1 26.00 lei',
      'Total masă:           113.00 lei',
      'TOTAL:                 37.66 lei',
      'Partea:                    3 / 3',
      'Papanași             1 26.00 lei',
      'Total masă:           113.00 lei',
      'TOTAL:                 37.68 lei',
    ])
  })
})
