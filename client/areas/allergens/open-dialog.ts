import { useSyncExternalStore } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { type AllergenWarning, allergenWarning } from '#shared/domain/menu/allergens.ts'
import { myAllergens } from './my-allergens.ts'

/** The open dialog: the guest's allergens, or the question before adding a dish; undefined if none is open. */
export type OpenAllergenDialog =
  | { kind: 'choice' }
  | { kind: 'dish'; item: MenuItem; warning: AllergenWarning; add: () => void }
  | undefined

let openDialog: OpenAllergenDialog
const listeners = new Set<() => void>()

/** Calls `add` at once, or asks first if the guest has marked allergens that the dish contains or may contain. */
export function askBeforeAdding(item: MenuItem, add: () => void): void {
  const warning = allergenWarning(item, myAllergens())
  if (warning && warning.kind !== 'note') setOpenDialog({ kind: 'dish', item, warning, add })
  else add()
}

/** Opens the dialog with the guest's own allergens. */
export function chooseAllergens(): void {
  setOpenDialog({ kind: 'choice' })
}

export function closeAllergenDialog(): void {
  setOpenDialog(undefined)
}

export function useOpenAllergenDialog(): OpenAllergenDialog {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => openDialog,
    () => undefined,
  )
}

function setOpenDialog(next: OpenAllergenDialog): void {
  openDialog = next
  for (const listener of listeners) listener()
}
