import { useStore } from 'zustand'
import { cartCount, cartTotal } from '#shared/domain/cart.ts'
import { type Cart, cartStore } from './cart-store.ts'

/** A part of the cart; draws again only when that part changes. */
export function useCart<Part>(part: (cart: Cart) => Part): Part {
  return useStore(cartStore, part)
}

export function useCartTotal(): number {
  return useCart(({ lines }) => cartTotal(lines))
}

export function useCartCount(): number {
  return useCart(({ lines }) => cartCount(lines))
}

/** How many of one dish are in the cart. */
export function useQuantity(dishId: number): number {
  return useCart(({ lines }) => lines.find(({ dish }) => dish.id === dishId)?.quantity ?? 0)
}
