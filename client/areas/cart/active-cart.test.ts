import { expect, it, vi } from 'vitest'

vi.stubGlobal('addEventListener', vi.fn())
const { activeCart, leaveCart, replaceCart } = await import('./active-cart.ts')
const { cart } = await import('./cart-store.ts')

const soup = { id: 1, name: 'Soup', nameRo: 'Supă', price: 2850, imageUrl: '', tags: [] }

const otherCart = (leave?: (onLeft: () => void) => void) => ({
  quantityOf: () => 7,
  count: () => 9,
  add: vi.fn(() => false),
  setQuantity: vi.fn(() => false),
  subscribe: () => () => {},
  ...(leave && { leave }),
})

it('the active cart is the phone’s own, unless another cart replaces it', () => {
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

it('undoing a replacement does not bring back the own cart while a later replacement is active', () => {
  const undoFirst = replaceCart(otherCart())
  const second = otherCart()
  const undoSecond = replaceCart(second)
  undoFirst()
  expect(activeCart()).toBe(second)
  undoSecond()
})

it('leaveCart calls back at once, or, with a shared cart, after that has been left', () => {
  const onLeft = vi.fn()
  leaveCart(onLeft)
  expect(onLeft).toHaveBeenCalledTimes(1)
  const leaveRequests: (() => void)[] = []
  const undo = replaceCart(otherCart((finishLeaving) => leaveRequests.push(finishLeaving)))
  leaveCart(onLeft)
  expect(onLeft).toHaveBeenCalledTimes(1)
  leaveRequests[0]?.()
  expect(onLeft).toHaveBeenCalledTimes(2)
  undo()
})
