import { useSyncExternalStore } from 'react'
import { type AllergenCode, recogniseAllergens } from '#shared/domain/allergens.ts'
import { followOtherTabs, stored } from '../../lib/browser/storage.ts'

// A choice of this browser's person, like theme and language; it never leaves the phone.
const kept = stored('allergens', 1, recogniseAllergens)
const listeners = new Set<() => void>()
let marked: readonly AllergenCode[] = kept.read() ?? []

export function myAllergens(): readonly AllergenCode[] {
  return marked
}

/** Keeps what the guest must avoid. Where nothing can be kept it holds as long as the page. */
export function markAllergens(codes: readonly AllergenCode[]): void {
  take(codes)
  kept.write([...codes])
}

followOtherTabs(kept, (codes = []) => take(codes))

function take(codes: readonly AllergenCode[]): void {
  marked = codes
  for (const listener of listeners) listener()
}

export function useMyAllergens(): readonly AllergenCode[] {
  return useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, myAllergens)
}
