import { useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { MenuOption, OptionGroup } from '#shared/contracts/menu/options.ts'
import type { AllergenCode } from '#shared/domain/menu/allergens.ts'
import { choicePrice, countIn, possibleChoice, withChoice } from '#shared/domain/menu/options.ts'
import { askBeforeAdding } from '../allergens/index.ts'
import { groupsOfDish, useGuestOptions } from '../cart/index.ts'

export interface Choice {
  /** The groups of the dish; undefined while they are loaded. */
  groups: readonly OptionGroup[] | undefined
  /** Set if they could not be loaded: loads them again. */
  retry: (() => void) | undefined
  chosen: readonly number[]
  /** Chooses an option `count` times, after asking about what the guest avoids. */
  choose: (group: OptionGroup, option: MenuOption, count: number, then?: () => void) => void
  /** The groups in which too little is chosen. */
  missing: readonly OptionGroup[]
  /** What the options add to a portion, in minor units. */
  price: number
  /** The allergens of what is chosen without the guest's doing: about the others they were asked. */
  unaskedAllergens: AllergenCode[]
}

/** @param earlier the options of the line that is changed; without it, the preselected ones are chosen at first */
export function useChoice(item: MenuItem, earlier: readonly number[] | undefined): Choice {
  const { data, isError, isFetching, refetch } = useGuestOptions(item.optionGroupIds.length > 0)
  const groups = groupsOfDish(item, data)
  const [changed, setChanged] = useState<readonly number[]>()
  const options = groups?.flatMap((group) => group.options) ?? []
  const wanted = earlier ?? options.filter(({ preselected }) => preselected).map(({ id }) => id)
  // What has been sold out while the sheet is open is chosen no longer.
  const chosen = possibleChoice(groups ?? [], changed ?? wanted, new Date())
  const [asked, setAsked] = useState<readonly number[]>(earlier ?? [])
  const unasked = options.filter(({ id }) => chosen.includes(id) && !asked.includes(id))
  return {
    groups,
    retry: isError && !isFetching ? () => void refetch() : undefined,
    chosen,
    choose(group, option, count, then) {
      const set = () => {
        setChanged(withChoice(group, chosen, option, count))
        setAsked((before) => [...before, option.id])
        then?.()
      }
      // What is taken once more was asked about before.
      if (count > 1 || count === 0) set()
      else askBeforeAdding({ ...option, allergens: null, allergensChecked: !option.isUndeclared }, set)
    },
    missing: (groups ?? []).filter((group) => countIn(group, chosen) < group.min),
    price: choicePrice(groups ?? [], chosen),
    unaskedAllergens: unasked.flatMap(({ allergenCodes }) => allergenCodes),
  }
}
