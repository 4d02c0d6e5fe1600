import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cartTotal } from '#shared/domain/orders/cart.ts'
import { stubStorage } from '../../lib/browser/storage.fixture.ts'
import { sampleDish } from '../../testing/samples.ts'

const storage = stubStorage()
let storageListener: ((event: { key: string | null }) => void) | undefined
vi.stubGlobal('addEventListener', (event: string, listener: typeof storageListener) => {
  if (event === 'storage') storageListener = listener
})

const { cart, cartStore } = await import('./cart-store.ts')
const { activeCart, leaveCart, ownLinesOf, replaceCart } = await import('./cart-store.ts')
const { removeOrdered, updatePrices } = await import('./cart-repair.ts')
const { recordSoldOut, repairCart } = await import('./cart-repair.ts')

const soup = { id: 1, name: 'Soup', nameRo: 'Supă', price: 2850, imageUrl: '', tags: [] }
const tea = { id: 3, name: 'Tea', nameRo: 'Ceai', price: 800, imageUrl: '', tags: [] }
const cake = { id: 2, name: 'Cake', nameRo: 'Tort', price: 1800, imageUrl: '', tags: [] }

beforeEach(() => {
  storage.clear()
  cartStore.setState(cartStore.getInitialState(), true)
})

describe('the cart', () => {
  it('is empty after its order was placed, at the cart step', () => {
    cart.put({ dish: soup, quantity: 1 })
    cart.put({ dish: cake, quantity: 1 })
    cart.checkout()
    removeOrdered(cartStore.getState().lines.map(({ dish, quantity }) => ({ menuItemId: dish.id, quantity })))
    cart.close()
    expect(cartStore.getState()).toMatchObject({ lines: [], step: 'cart' })
    expect(cartTotal(cartStore.getState().lines)).toBe(0)
  })

  it('toggles between open and closed, and resets the step when it closes', () => {
    cart.toggle()
    cart.checkout()
    expect(cartStore.getState()).toMatchObject({ isOpen: true, step: 'details' })
    cart.toggle()
    expect(cartStore.getState()).toMatchObject({ isOpen: false, step: 'cart' })
  })

  it('stores its lines for the next visit', () => {
    cart.put({ dish: soup, quantity: 1 })
    cart.put({ dish: soup, quantity: 1 })
    const stored: unknown = JSON.parse(storage.get('masa.cart') ?? '')
    expect(stored).toEqual({ version: 1, value: [{ dish: soup, quantity: 2 }] })
  })

  it('shows the lines that another tab has stored', () => {
    cart.put({ dish: soup, quantity: 1 })
    storage.set('masa.cart', JSON.stringify({ version: 1, value: [] }))
    storageListener?.({ key: 'masa.cart' })
    expect(cartStore.getState().lines).toEqual([])
  })

  it.each([
    ['puts another dish beside them', () => cart.put({ dish: cake, quantity: 1 }), [tea, cake]],
    ['removes another dish', () => cart.remove(1), [tea]],
    ['limits another dish', () => cart.limit(1, 0), [tea]],
    ['removes what was ordered', () => removeOrdered([{ menuItemId: 1, quantity: 1 }]), [tea]],
    ['is repaired by the menu', () => repairCart([sampleDish(tea)], undefined), [tea]],
    ['gets new prices', () => updatePrices([{ menuItemId: 3, price: 900 }]), [{ ...tea, price: 900 }]],
  ])('does not write back lines that another tab has changed while it was frozen: it %s', (_, change, dishes) => {
    cart.put({ dish: soup, quantity: 1 })
    storage.set('masa.cart', JSON.stringify({ version: 1, value: [{ dish: tea, quantity: 2 }] }))
    change()
    const value: unknown = JSON.parse(storage.get('masa.cart') ?? '').value
    expect(value).toMatchObject(dishes.map((dish) => ({ dish })))
    expect(cartStore.getState().lines).toMatchObject(value as object)
  })

  it('has the prices and offers that the server sends with a rejection; without offers, its own stay', () => {
    const offer = { percent: 30, name: 'Happy hour', nameRo: '', until: null }
    for (const dish of [soup, tea, cake]) cart.put({ dish: { ...dish, offer }, quantity: 1 })
    const totalAfter = (...changes: Parameters<typeof updatePrices>) => {
      updatePrices(...changes)
      return cartTotal(cartStore.getState().lines)
    }
    // Without a price, the cake was not ordered.
    const prices = [soup, tea].map(({ id, price }) => ({ menuItemId: id, price }))
    expect(totalAfter(prices)).toBe(1995 + 560 + 1260)
    expect(totalAfter(prices, [], [{ menuItemId: 3, percent: 50, roundTo: 1 }])).toBe(2850 + 400 + 1260)
    expect(cartStore.getState().lines.map(({ dish }) => dish.offer?.percent)).toEqual([undefined, 50, 30])
  })

  it('keeps the portions that were added after the order was sent', () => {
    cart.put({ dish: soup, quantity: 1 })
    cart.put({ dish: soup, quantity: 1 })
    cart.put({ dish: cake, quantity: 1 })
    removeOrdered([{ menuItemId: 1, quantity: 1 }])
    expect(cartStore.getState().lines.map(({ dish, quantity }) => [dish.id, quantity])).toEqual([
      [1, 1],
      [2, 1],
    ])
  })

  it('is repaired by the current menu, and reports removed and repriced dishes', () => {
    cart.put({ dish: soup, quantity: 1 })
    cart.put({ dish: cake, quantity: 1 })
    const { gone, repriced } = repairCart([sampleDish({ ...cake, price: 1900 })], undefined)
    expect(gone).toEqual([soup])
    expect(repriced.map(({ id }) => id)).toEqual([2])
    expect(cartStore.getState().lines).toEqual([{ dish: { ...cake, price: 1900 }, quantity: 1 }])
  })
})

describe('what this browser had stored', () => {
  const good = { dish: soup, quantity: 2 }

  it.each([
    ['nothing', undefined, [], false],
    ['a cart', { version: 1, value: [good] }, [good], false],
    ['a cart with a damaged line', { version: 1, value: [good, { dish: cake, quantity: 0.5 }] }, [good], true],
    ['a cart of another version', { version: 0, value: [good] }, [], true],
    ['something else', { items: [good] }, [], true],
    ['a text', 'not a cart', [], true],
  ])('is read as far as possible: %s', async (_what, stored, lines, isUnreadable) => {
    if (stored !== undefined) storage.set('masa.cart', JSON.stringify(stored))
    vi.resetModules()
    const opened = await import('./cart-store.ts')
    expect(opened.cartStore.getState()).toMatchObject({ lines, isUnreadable })
  })

  it('is told once if a part of it cannot be read', () => {
    cartStore.setState({ isUnreadable: true })
    expect([repairCart([], []).isUnreadable, repairCart([], []).isUnreadable]).toEqual([true, false])
  })
})

const otherCart = (leave?: (onLeft: () => void) => void) => ({
  lines: () => [{ dish: soup, quantity: 7 }],
  others: () => [{ dish: cake, quantity: 2 }],
  put: vi.fn(() => false),
  subscribe: () => () => {},
  ...(leave && { leave }),
})

it('the active cart is the phone’s own, unless another cart replaces it', () => {
  expect(activeCart().put({ dish: soup, quantity: 1 })).toBe(true)
  expect(ownLinesOf(1)).toEqual([{ dish: soup, quantity: 1 }])
  const shared = otherCart()
  const undo = replaceCart(shared)
  expect([activeCart().put({ dish: soup, quantity: 1 }), ownLinesOf(1)[0]?.quantity]).toEqual([false, 7])
  expect(shared.put).toHaveBeenCalledWith({ dish: soup, quantity: 1 })
  undo()
  expect(ownLinesOf(1)).toHaveLength(1)
  recordSoldOut([1])
  expect(ownLinesOf(1)).toEqual([{ dish: soup, quantity: 1, isOrderable: false }])
  // Changed while it is marked, the line has no mark of its own.
  activeCart().put({ dish: soup, quantity: 2, isOrderable: false }, '1||')
  recordSoldOut([])
  expect(ownLinesOf(1)).toEqual([{ dish: soup, quantity: 2 }])
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
