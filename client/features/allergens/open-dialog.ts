import { useSyncExternalStore } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { type AllergenCode, allergensToAvoid } from '#shared/domain/menu/allergens.ts'
import { myAllergens } from '../../entities/allergens/index.ts'

/** The open dialog: the guest's allergens, or the question before adding a dish; undefined if none is open. */
export type Asked =
  | { kind: 'choice' }
  | { kind: 'dish'; item: MenuItem; allergens: AllergenCode[]; add: () => void }
  | undefined

let asked: Asked
const listeners = new Set<() => void>()

/** Calls `add` at once, or asks first if the dish contains an allergen that the guest has marked. */
export function askBeforeAdding(item: MenuItem, add: () => void): void {
  const allergens = allergensToAvoid(item.allergenCodes, myAllergens())
  if (allergens.length === 0) add()
  else ask({ kind: 'dish', item, allergens, add })
}

/** Opens the dialog with the guest's own allergens. */
export function chooseAllergens(): void {
  ask({ kind: 'choice' })
}

export function closeAsked(): void {
  ask(undefined)
}

export function useAsked(): Asked {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked,
  )
}

function ask(next: Asked): void {
  asked = next
  for (const listener of listeners) listener()
}
