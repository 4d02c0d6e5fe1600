import { describe, expect, it } from 'vitest'
import { bill } from './bill.ts'
import { lineOnPaper, orderOnPaper, paper, RESTAURANT, tableOrderOnPaper, texts } from './printing.fixture.ts'

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
