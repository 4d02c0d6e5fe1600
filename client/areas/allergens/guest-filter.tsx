import { WheatOff } from 'lucide-react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Language, Named } from '#shared/domain/language.ts'
import {
  type AllergenCode,
  type AllergenWarning,
  allergenWarning,
  type DeclaredAllergens,
  recogniseAllergens,
} from '#shared/domain/menu/allergens.ts'
import { DIETS, type MenuFilter, mayContain, NO_FILTER } from '#shared/domain/menu/filter.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { followOtherTabs, stored } from '../../lib/browser/storage.ts'
import { openDialog } from '../../lib/dialogs/open-dialog.ts'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { withWords } from '../../lib/words/load-words.ts'
import { cx, useTranslation } from '../../ui/index.ts'

// Settings of this browser, like theme and language; they are never sent to the server. The allergens are stored as they
// were before there was a filter, so that an older version of the page finds them too.
const storedAllergens = stored('allergens', 1, recogniseAllergens)
// The first script of the page reads this, too (client/index.html).
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
  store.setState(change)
  const { allergens, ...filter } = myFilter()
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
  const { t, language } = useTranslation()
  return (codes) => allergenNames(t, language, codes)
}

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

/** The warning about which the guest is asked before the dish is added; undefined if there is nothing to ask. */
function warningToAsk(item: DeclaredAllergens): AllergenWarning | undefined {
  const { allergens } = myFilter()
  return mayContain(item, allergens) ? allergenWarning(item, allergens) : undefined
}

/** Whether the guest has marked allergens that the dish contains or may contain. */
export const mustAskBeforeAdding = (item: DeclaredAllergens) => warningToAsk(item) !== undefined

export const loadAllergenDialogs = importWithRetry(() => withWords('deferred', import('./filter-sheet.tsx')))

/** Calls `add` at once, or asks first if the guest has marked allergens that the dish or option contains or may contain. */
export function askBeforeAdding(item: DeclaredAllergens & Named, add: () => void): void {
  const warning = warningToAsk(item)
  if (!warning) add()
  else void loadAllergenDialogs().then(({ askAboutAllergens }) => askAboutAllergens(item, warning, add))
}

/** The button at the end of the categories that opens the guest's filter and says what is chosen. */
export function FilterChip() {
  const { t } = useTranslation()
  const namesOf = useAllergenNames()
  const { allergens, leavesOut, diets } = useMyFilter()
  const avoided = namesOf(allergens)
  const without = [
    ...(diets.includes('noAlcohol') ? [t('menu.tags.alcohol').toLowerCase()] : []),
    ...(leavesOut && avoided ? [avoided] : []),
  ]
  const chosen = [
    ...(['vegetarian', 'vegan'] as const).filter((diet) => diets.includes(diet)).map((diet) => t(`menu.tags.${diet}`)),
    ...(without.length > 0 ? [t('menu.without', { names: without.join(', ') })] : []),
    ...(!leavesOut && avoided ? [t('menu.youAvoid', { names: avoided })] : []),
  ].join(' · ')
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      // Begins with the text that is shown.
      aria-label={chosen ? `${chosen} · ${t('menu.myAllergens')}` : undefined}
      onPointerEnter={loadAllergenDialogs.prefetch}
      onClick={() => openDialog('filter', true)}
      className={cx(
        'touch filter-chip',
        chosen ? 'border-ink bg-card hover:bg-sunk' : 'border-transparent bg-sunk text-muted',
      )}
    >
      <WheatOff />
      <span className="min-w-0 truncate">{chosen || t('menu.allergies')}</span>
    </button>
  )
}
