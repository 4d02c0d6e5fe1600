import { expect, it, vi } from 'vitest'

vi.stubGlobal('addEventListener', vi.fn())
const { activeCart, leaveCart, replaceCart } = await import('./active-cart.ts')
const { cart } = await import('./cart-store.ts')

const soup = { id: 1, name: 'Soup', nameRo: 'Supă', price: 2850, imageUrl: '', tags: [] }

const otherCart = (leave?: (then: () => void) => void) => ({
  quantityOf: () => 7,
  count: () => 9,
  add: vi.fn(() => false),
  setQuantity: vi.fn(() => false),
  subscribe: () => () => {},
  ...(leave && { leave }),
})

it('adds dishes to the phone’s own cart, unless another cart replaces it', () => {
  expect(activeCart().add(soup)).toBe(true)
  expect(activeCart().quantityOf(1)).toBe(1)
  const shared = otherCart()
  const undo = replaceCart(shared)
  expect([activeCart().add(soup), activeCart().quantityOf(1), activeCart().count()]).toEqual([false, 7, 9])
  expect(shared.add).toHaveBeenCalledWith(soup)
  undo()
  expect(activeCart().quantityOf(1)).toBe(1)
  cart.remove(1)
})

it('does not switch back to the own cart if a later replacement is active', () => {
  const undoFirst = replaceCart(otherCart())
  const second = otherCart()
  const undoSecond = replaceCart(second)
  undoFirst()
  expect(activeCart()).toBe(second)
  undoSecond()
})

it('leaves at once, or after the shared cart has been left', () => {
  const then = vi.fn()
  leaveCart(then)
  expect(then).toHaveBeenCalledTimes(1)
  const leaveRequests: (() => void)[] = []
  const undo = replaceCart(otherCart((go) => leaveRequests.push(go)))
  leaveCart(then)
  expect(then).toHaveBeenCalledTimes(1)
  leaveRequests[0]?.()
  expect(then).toHaveBeenCalledTimes(2)
  undo()
})
