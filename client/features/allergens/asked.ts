import { useSyncExternalStore } from 'react'
import type { MenuItem } from '#shared/contracts/menu.ts'
import { type AllergenCode, allergensToAvoid } from '#shared/domain/allergens.ts'
import { myAllergens } from '../../entities/allergens/index.ts'

/** The dialog that is open: the choice of allergens, or the question about a dish. */
export type Asked =
  | { kind: 'choice' }
  | { kind: 'dish'; item: MenuItem; allergens: AllergenCode[]; add: () => void }
  | undefined

let asked: Asked
const listeners = new Set<() => void>()

/** Adds a dish at once, or asks first where it contains what the guest has marked. */
export function askBeforeAdding(item: MenuItem, add: () => void): void {
  const allergens = allergensToAvoid(item.allergenCodes, myAllergens())
  if (allergens.length === 0) add()
  else ask({ kind: 'dish', item, allergens, add })
}

/** Opens the choice of one's allergens. */
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
