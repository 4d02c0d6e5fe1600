import { useTranslation } from 'react-i18next'
import { create, useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import {
  type AllergenCode,
  type AllergenWarning,
  allergenWarning,
  recogniseAllergens,
} from '#shared/domain/menu/allergens.ts'
import { followOtherTabs, stored } from '../../lib/browser/storage.ts'
import { useLanguage } from '../../lib/words/language.ts'

// A setting of this browser, like theme and language; it is never sent to the server.
const storedAllergens = stored('allergens', 1, recogniseAllergens)
const store = createStore<readonly AllergenCode[]>(() => [])
const setMarked = (codes: readonly AllergenCode[] = []) => store.setState(codes, true)
setMarked(storedAllergens.read())
followOtherTabs(storedAllergens, setMarked)

/** The allergens that the guest has marked. */
export const myAllergens = store.getState

/** Stores the allergens that the guest avoids. If nothing can be stored, they apply until the page is closed. */
export function markAllergens(codes: readonly AllergenCode[]): void {
  setMarked(codes)
  storedAllergens.write([...codes])
}

export function useMyAllergens(): readonly AllergenCode[] {
  return useStore(store)
}

/** A function that returns the names of allergens as a comma-separated list for use inside a sentence. */
export function useAllergenNames(): (codes: readonly AllergenCode[]) => string {
  const { t } = useTranslation()
  const language = useLanguage()
  return (codes) => codes.map((code) => t(`menu.allergens.${code}`).toLocaleLowerCase(language)).join(', ')
}

/** A function that returns the text of a warning on a dish. */
export function useWarningText(): (warning: AllergenWarning) => string {
  const { t } = useTranslation()
  const names = useAllergenNames()
  return (warning) => {
    if (warning.kind === 'contains') return t('menu.contains', { names: names(warning.codes) })
    return warning.kind === 'undeclared'
      ? t('menu.allergensUndeclared')
      : t('menu.allergensText', { text: warning.text })
  }
}

/** The guest's allergens, or the question before adding a dish. */
export type AllergenDialog =
  | { kind: 'choice' }
  | { kind: 'dish'; item: MenuItem; warning: AllergenWarning; add: () => void }

/** The open dialog; undefined if none is open. */
export const useOpenAllergenDialog = create<{ dialog?: AllergenDialog | undefined }>(() => ({}))
const open = (dialog?: AllergenDialog) => useOpenAllergenDialog.setState({ dialog })

/** The warning about which the guest is asked before the dish is added; undefined if there is nothing to ask. */
function warningToAsk(item: MenuItem): AllergenWarning | undefined {
  const warning = allergenWarning(item, myAllergens())
  return warning && warning.kind !== 'note' ? warning : undefined
}

/** Whether the guest has marked allergens that the dish contains or may contain. */
export const mustAskBeforeAdding = (item: MenuItem) => warningToAsk(item) !== undefined

/** Calls `add` at once, or asks first if the guest has marked allergens that the dish contains or may contain. */
export function askBeforeAdding(item: MenuItem, add: () => void): void {
  const warning = warningToAsk(item)
  if (warning) open({ kind: 'dish', item, warning, add })
  else add()
}

/** Opens the dialog with the guest's own allergens. */
export const chooseAllergens = () => open({ kind: 'choice' })
export const closeAllergenDialog = () => open()
