import { beforeEach, describe, expect, it, vi } from 'vitest'
import { cartTotal } from '#shared/domain/orders/cart.ts'
import { stubStorage } from '../../lib/browser/storage.fixture.ts'

const storage = stubStorage()
let storageListener: ((event: { key: string | null }) => void) | undefined
vi.stubGlobal('addEventListener', (event: string, listener: typeof storageListener) => {
  if (event === 'storage') storageListener = listener
})

const { cart, cartStore } = await import('./cart-store.ts')
const { parseStoredLines, storedTable } = await import('./stored-cart.ts')

const soup = { id: 1, name: 'Soup', nameRo: 'Supă', price: 2850, imageUrl: '', tags: [] }
const cake = { id: 2, name: 'Cake', nameRo: 'Tort', price: 1800, imageUrl: '', tags: [] }

beforeEach(() => {
  storage.clear()
  cartStore.setState(cartStore.getInitialState(), true)
})

describe('the cart', () => {
  it('is empty after its order was placed, at the cart step and without a table', () => {
    cart.add(soup)
    cart.add(cake)
    cart.setTable(7)
    cart.checkout()
    cart.removeOrdered(cartStore.getState().lines.map(({ dish, quantity }) => ({ menuItemId: dish.id, quantity })))
    cart.finishOrder()
    expect(cartStore.getState()).toMatchObject({ lines: [], step: 'cart', tableId: null })
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
    cart.add(soup)
    cart.add(soup)
    const stored: unknown = JSON.parse(storage.get('masa.cart') ?? '')
    expect(stored).toEqual({ version: 1, value: [{ dish: soup, quantity: 2 }] })
  })

  it('stores the table with its key, and reads a table that an older version stored without a key', () => {
    cart.setTable(7, 7, 'k3y-of_7')
    expect(storedTable.read()).toEqual({ tableId: 7, ofAddress: 7, key: 'k3y-of_7' })
    // Another table has another key.
    cart.setTable(8)
    expect(storedTable.read()).toEqual({ tableId: 8, ofAddress: 7, key: null })
    storage.set('masa.table', JSON.stringify({ version: 1, value: { tableId: 5, ofAddress: null } }))
    expect(storedTable.read()).toEqual({ tableId: 5, ofAddress: null, key: null })
  })

  it('shows the lines that another tab has stored', () => {
    cart.add(soup)
    storage.set('masa.cart', JSON.stringify({ version: 1, value: [] }))
    storageListener?.({ key: 'masa.cart' })
    expect(cartStore.getState().lines).toEqual([])
  })

  it('keeps the portions that were added after the order was sent', () => {
    cart.add(soup)
    cart.add(soup)
    cart.add(cake)
    cart.removeOrdered([{ menuItemId: 1, quantity: 1 }])
    cart.finishOrder()
    expect(cartStore.getState().lines.map(({ dish, quantity }) => [dish.id, quantity])).toEqual([
      [1, 1],
      [2, 1],
    ])
  })

  it('is repaired by the current menu, and reports removed and repriced dishes', () => {
    cart.add(soup)
    cart.add(cake)
    const { gone, repriced } = cart.repair([{ ...cake, price: 1900 }])
    expect(gone).toEqual([soup])
    expect(repriced.map(({ id }) => id)).toEqual([2])
    expect(cartStore.getState().lines).toEqual([{ dish: { ...cake, price: 1900 }, quantity: 1 }])
  })
})

describe('parseStoredLines', () => {
  it('returns the valid lines of a damaged cart, each dish once', () => {
    const good = { dish: soup, quantity: 2 }
    expect(parseStoredLines([good, { dish: cake, quantity: 0 }, null, 'x', good])).toEqual([good])
  })

  it('returns no lines for another data structure', () => {
    expect(parseStoredLines({ items: [] })).toEqual([])
  })
})
