import { expect, it } from 'vitest'
import { render, screen } from '../../testing/render.tsx'
import { rowWeight } from '../../testing/row-weight.ts'
import { sampleOrder, sampleTicket } from '../../testing/samples.ts'
import { resetCards } from './board.fixture.tsx'
import { OrderGrid } from './order-grid.tsx'

/** With a note, a ticket, something due and everything to print; an icon is one. */
const MAX_ELEMENTS = 56

it('a card has no hook, and few elements', () => {
  resetCards()
  const order = sampleOrder({ tickets: [sampleTicket()], notes: 'la geam', paid: 0, due: 5700, tableNumber: 4 })
  render(<OrderGrid orders={[order]} />)
  const { hooks, elements } = rowWeight(screen.getByRole('article').closest('li') as Element)
  expect(hooks).toBe(0)
  expect(elements).toBeLessThanOrEqual(MAX_ELEMENTS)
})
