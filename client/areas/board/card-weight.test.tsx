import { expect, it } from 'vitest'
import { render, screen } from '../../testing/render.tsx'
import { sampleOrder, sampleTicket } from '../../testing/samples.ts'
import { resetCards } from './board.fixture.tsx'
import { OrderGrid } from './order-grid.tsx'

/** What React keeps of a component or an element, as far as it is read here. */
interface Fiber {
  child: Fiber | null
  sibling: Fiber | null
  type: unknown
  memoizedState: { next?: unknown } | null
}

/** With a note, a ticket, something due and everything to print; an icon is one. */
const MAX_ELEMENTS = 56

/** The elements below one, and how many hooks with a state or an effect the components there have. */
function weightOf(element: Element) {
  const key = Object.keys(element).find((name) => name.startsWith('__reactFiber$')) as keyof Element
  const weight = { hooks: 0, elements: 0 }
  const visit = (fiber: Fiber | null) => {
    for (let one = fiber; one; one = one.sibling) {
      const isElement = typeof one.type === 'string'
      if (isElement) weight.elements++
      // A component's first hook; what a class has as its state is no hook.
      let hook = isElement ? null : one.memoizedState
      for (; hook && 'next' in hook; hook = hook.next as Fiber['memoizedState']) weight.hooks++
      if (one.type !== 'svg') visit(one.child)
    }
  }
  visit((element[key] as unknown as Fiber).child)
  return weight
}

it('a card has no hook, and few elements', () => {
  resetCards()
  const order = sampleOrder({ tickets: [sampleTicket()], notes: 'la geam', paid: 0, due: 5700, tableNumber: 4 })
  render(<OrderGrid orders={[order]} />)
  const { hooks, elements } = weightOf(screen.getByRole('article').closest('li') as Element)
  expect(hooks).toBe(0)
  expect(elements).toBeLessThanOrEqual(MAX_ELEMENTS)
})
