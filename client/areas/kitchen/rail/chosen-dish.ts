import { useEffect, useMemo } from 'react'
import { create } from 'zustand'
import { type DishToMake, dishesToMake } from '../../orders/index.ts'
import type { KitchenCard } from '../cards/card-of.ts'

/** The dish that is chosen among the dishes to make; its quantities are outlined on all cards. */
export const useChosenDish = create<{ key: string | undefined }>(() => ({ key: undefined }))

export function chooseDish(key: string | undefined): void {
  useChosenDish.setState({ key })
}

/**
 * The dishes to make of all cards. When nothing of the chosen dish is left to make, the choice ends: a new order of that
 * dish is not outlined.
 */
export function useDishesToMake(cards: readonly KitchenCard[]): readonly DishToMake[] {
  const dishes = useMemo(
    () => dishesToMake(cards.map(({ order: { id }, toCook }) => ({ id, status: 'preparing', items: [...toCook] }))),
    [cards],
  )
  useEffect(() => {
    const { key } = useChosenDish.getState()
    if (key !== undefined && !dishes.some((dish) => dish.key === key)) chooseDish(undefined)
  }, [dishes])
  return dishes
}

/** How many portions are to be made. */
export const portionsOf = (dishes: readonly DishToMake[]): number =>
  dishes.reduce((sum, { quantity }) => sum + quantity, 0)
