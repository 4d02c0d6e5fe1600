import { WheatOff } from 'lucide-react'
import type { Named } from '#shared/domain/language.ts'
import type { DeclaredAllergens } from '#shared/domain/menu/allergens.ts'
import { openDialog } from '../../lib/dialogs/open-dialog.ts'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { withWords } from '../../lib/words/load-words.ts'
import { cx, t } from '../../ui/index.ts'
import { useAllergenNames, useMyFilter, warningToAsk } from './guest-filter.tsx'

export const loadAllergenDialogs = importWithRetry(() => withWords('deferred', import('./filter-sheet.tsx')))

/** Calls `add` at once, or asks first if the guest has marked allergens that the dish or option contains or may contain. */
export function askBeforeAdding(item: DeclaredAllergens & Named, add: () => void): void {
  const warning = warningToAsk(item)
  if (!warning) add()
  else void loadAllergenDialogs().then(({ askAboutAllergens }) => askAboutAllergens(item, warning, add))
}

/** The button at the end of the categories that opens the guest's filter and says what is chosen. */
export function FilterChip() {
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
