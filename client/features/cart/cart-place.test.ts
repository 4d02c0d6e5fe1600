import { expect, it, vi } from 'vitest'

vi.stubGlobal('addEventListener', vi.fn())
const { cartPlace, leaveCart, replaceCart } = await import('./cart-place.ts')
const { cart } = await import('./cart-store.ts')

const soup = { id: 1, name: 'Soup', nameRo: 'Supă', price: 2850, imageUrl: '', tags: [] }

const elsewhere = (leave?: (then: () => void) => void) => ({
  quantityOf: () => 7,
  count: () => 9,
  add: vi.fn(() => false),
  setQuantity: vi.fn(() => false),
  subscribe: () => () => {},
  ...(leave && { leave }),
})

it('dishes go into the phone’s own cart, as long as nothing stands in its place', () => {
  expect(cartPlace().add(soup)).toBe(true)
  expect(cartPlace().quantityOf(1)).toBe(1)
  const shared = elsewhere()
  const giveBack = replaceCart(shared)
  expect([cartPlace().add(soup), cartPlace().quantityOf(1), cartPlace().count()]).toEqual([false, 7, 9])
  expect(shared.add).toHaveBeenCalledWith(soup)
  giveBack()
  expect(cartPlace().quantityOf(1)).toBe(1)
  cart.remove(1)
})

it('who gives back late does not take away what came after', () => {
  const giveFirst = replaceCart(elsewhere())
  const second = elsewhere()
  const giveSecond = replaceCart(second)
  giveFirst()
  expect(cartPlace()).toBe(second)
  giveSecond()
})

it('leaving goes on at once, or after the cart that is shared has let go', () => {
  const then = vi.fn()
  leaveCart(then)
  expect(then).toHaveBeenCalledTimes(1)
  const asked: (() => void)[] = []
  const giveBack = replaceCart(elsewhere((go) => asked.push(go)))
  leaveCart(then)
  expect(then).toHaveBeenCalledTimes(1)
  asked[0]?.()
  expect(then).toHaveBeenCalledTimes(2)
  giveBack()
})
