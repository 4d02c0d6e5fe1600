import { expect, it } from 'vitest'
import { bill } from './bill.ts'
import { kitchenTicket } from './kitchen-ticket.ts'
import type { OrderLineOnPaper } from './paper.ts'
import { lineOnPaper, orderOnPaper, paper, RESTAURANT, ROMANIAN, ticketOnPaper } from './printing.fixture.ts'
import { receipt } from './receipt.ts'

const option = (nameRo: string, { quantity = 1, without = false } = {}) => ({ name: nameRo, nameRo, quantity, without })
const part = (fields: Partial<OrderLineOnPaper>) => lineOnPaper({ partOf: 1, cooked: true, ...fields })

/** Two lunch menus whose parts are cooked at two stations, and a pizza. */
const order = orderOnPaper({
  items: [
    lineOnPaper({ nameRo: 'Meniul prânzului', price: 3500, notes: 'repede', cooked: false, stationId: 1 }),
    part({ id: 2, nameRo: 'Ciorbă de burtă', price: 0, stationId: 1 }),
    part({ id: 3, nameRo: 'Limonadă', quantity: 4, price: 100, stationId: 2 }),
    part({ id: 4, nameRo: 'Garanție SGR', price: 50, cooked: false, stationId: 2 }),
    lineOnPaper({
      id: 5,
      quantity: 1,
      nameRo: 'Pizza Quattro Stagioni',
      price: 4700,
      cooked: true,
      stationId: 1,
      options: [option('Mare'), option('mozzarella', { quantity: 2 }), option('ceapă roșie', { without: true })],
    }),
  ],
})
const ticketAt = (stationId: number) => {
  const rows = kitchenTicket(order, ticketOnPaper({ stationId }), RESTAURANT, ROMANIAN)
  return paper(rows).split('\n').slice(4).join('\n')
}

it('a ticket has the parts of its station below their menu, and no fees', () => {
  expect(ticketAt(1)).toMatchInlineSnapshot(`
    " |--------------------------------
     |2 x Meniul prânzului:
     |    ! repede
    L| 2 x Ciorbă de
    L|     burtă
    L|1 x Pizza
    L|    Quattro
    L|    Stagioni
    L|X FĂRĂ ceapă
    L|  roșie
    L|  + Mare
    L|  + 2 ×
    L|    mozzarella"
  `)
  expect(ticketAt(2)).toMatchInlineSnapshot(`
    " |--------------------------------
     |2 x Meniul prânzului:
     |    ! repede
    L| 4 x Limonadă"
  `)
})

it('a ticket prints what is left out inverted, and large', () => {
  const rows = kitchenTicket(order, ticketOnPaper({ stationId: 1 }), RESTAURANT, ROMANIAN)
  expect(rows.filter(({ isInverted }) => isInverted)).toEqual([
    { text: 'X FĂRĂ ceapă', size: 'large', isInverted: true },
    { text: '  roșie', size: 'large', isInverted: true },
  ])
})

it('receipt and bill have options, parts and fees below their line', () => {
  const between = (text: string) => text.split(`${'-'.repeat(32)}\n`)
  const lines = between(paper(receipt(order, RESTAURANT)))[3]
  expect(lines).toMatchInlineSnapshot(`
    " |Meniul prânzului     2 70.00 lei
    s|  repede
     |  Ciorbă de burtă    2
     |  Limonadă           4  4.00 lei
     |  Garanție SGR       2  1.00 lei
     |Pizza Quattro Stagio 1 47.00 lei
    s|  X FĂRĂ ceapă roșie
    s|  + Mare
    s|  + 2 × mozzarella
     |"
  `)
  expect(between(paper(bill(order, RESTAURANT)))[2]).toBe(lines?.replace('s|  repede\n', ''))
})
