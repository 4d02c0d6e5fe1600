import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Language } from '#shared/domain/language.ts'
import {
  type AllergenCode,
  type AllergenWarning,
  allergenWarning,
  type DeclaredAllergens,
  recogniseAllergens,
} from '#shared/domain/menu/allergens.ts'
import { DIETS, type MenuFilter, mayContain, NO_FILTER } from '#shared/domain/menu/filter.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { followOtherTabs, latestOf, stored } from '../../lib/browser/storage.ts'
import { language, t } from '../../ui/index.ts'

// Settings of this browser, like theme and language; they are never sent to the server. The first script of the page
// reads each of the two (client/index.html).
const storedAllergens = stored('allergens', 1, recogniseAllergens)
const storedFilter = stored('filter', 1, recogniseFilter)
const store = createStore(() => NO_FILTER)
const readAllergens = (allergens: readonly AllergenCode[] = []) => store.setState({ allergens })
const readFilter = (filter = recogniseFilter(undefined)) => store.setState(filter)
readAllergens(storedAllergens.read())
readFilter(storedFilter.read())
followOtherTabs(storedAllergens, readAllergens)
followOtherTabs(storedFilter, readFilter)

function recogniseFilter(value: unknown): Omit<MenuFilter, 'allergens'> {
  const { leavesOut, diets } = (value ?? {}) as { leavesOut?: unknown; diets?: unknown }
  return {
    leavesOut: leavesOut === true,
    diets: Array.isArray(diets) ? DIETS.filter((diet) => diets.includes(diet)) : [],
  }
}

export const myFilter = store.getState

/** Stores a part of the guest's filter. If nothing can be stored, it applies until the page is closed. */
export function changeFilter(change: Partial<MenuFilter>): void {
  const own = myFilter()
  const before = {
    ...latestOf(storedFilter, own, NO_FILTER),
    allergens: latestOf(storedAllergens, [...own.allergens], []),
  }
  const { allergens, ...filter } = { ...before, ...change }
  store.setState({ allergens, ...filter })
  storedAllergens.write([...allergens])
  storedFilter.write(filter)
}

/** Shows all dishes again; the allergens stay marked. */
export const showAllDishes = () => changeFilter(recogniseFilter(undefined))

export function useMyFilter(): MenuFilter {
  return useStore(store)
}

export function useMyAllergens(): readonly AllergenCode[] {
  return useStore(store, ({ allergens }) => allergens)
}

/** The names of allergens as a comma-separated list for use inside a sentence. */
export const allergenNames = (t: TFunction, language: Language, codes: readonly AllergenCode[]): string =>
  codes.map((code) => t(`menu.allergens.${code}`).toLocaleLowerCase(language)).join(', ')

export function useAllergenNames(): (codes: readonly AllergenCode[]) => string {
  return (codes) => allergenNames(t, language, codes)
}

export function useWarningText(): (warning: AllergenWarning) => string {
  const names = useAllergenNames()
  return (warning) => {
    if (warning.kind === 'contains') return t('menu.contains', { names: names(warning.codes) })
    return warning.kind === 'undeclared'
      ? t('menu.allergensUndeclared')
      : t('menu.allergensText', { text: warning.text })
  }
}

/** The warning about which the guest is asked before the dish is added; undefined if there is nothing to ask. */
export function warningToAsk(item: DeclaredAllergens): AllergenWarning | undefined {
  const { allergens } = myFilter()
  return mayContain(item, allergens) ? allergenWarning(item, allergens) : undefined
}

/** Whether the guest has marked allergens that the dish contains or may contain. */
export const mustAskBeforeAdding = (item: DeclaredAllergens) => warningToAsk(item) !== undefined
