import { useStore } from 'zustand'
import { cartTotal } from '#shared/domain/cart.ts'
import { type Cart, cartStore } from './cart-store.ts'

/** A part of the cart; draws again only when that part changes. */
export function useCart<Part>(part: (cart: Cart) => Part): Part {
  return useStore(cartStore, part)
}

export function useCartTotal(): number {
  return useCart(({ lines }) => cartTotal(lines))
}
