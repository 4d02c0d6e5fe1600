import { useStore } from 'zustand'
import { type Cart, cartStore } from './cart-store.ts'

/** A part of the cart; draws again only when that part changes. */
export function useCart<Part>(part: (cart: Cart) => Part): Part {
  return useStore(cartStore, part)
}
