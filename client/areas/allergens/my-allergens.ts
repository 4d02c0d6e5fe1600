import { useSyncExternalStore } from 'react'
import { type AllergenCode, recogniseAllergens } from '#shared/domain/menu/allergens.ts'
import { followOtherTabs, stored } from '../../lib/browser/storage.ts'

// A setting of this browser, like theme and language; it is never sent to the server.
const storedAllergens = stored('allergens', 1, recogniseAllergens)
const NONE: readonly AllergenCode[] = []
const listeners = new Set<() => void>()
let marked: readonly AllergenCode[] = storedAllergens.read() ?? []

/** The allergens that the guest has marked. */
export function myAllergens(): readonly AllergenCode[] {
  return marked
}

/** Stores the allergens that the guest avoids. If nothing can be stored, they apply until the page is closed. */
export function markAllergens(codes: readonly AllergenCode[]): void {
  setMarked(codes)
  storedAllergens.write([...codes])
}

followOtherTabs(storedAllergens, (codes = []) => setMarked(codes))

function setMarked(codes: readonly AllergenCode[]): void {
  marked = codes
  for (const listener of listeners) listener()
}

export function useMyAllergens(): readonly AllergenCode[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    myAllergens,
    () => NONE,
  )
}
