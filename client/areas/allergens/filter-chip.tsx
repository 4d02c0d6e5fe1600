import { WheatOff } from 'lucide-react'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { withWords } from '../../lib/words/load-words.ts'
import { cx, useTranslation } from '../../ui/index.ts'
import { chooseAllergens, useAllergenNames, useMyFilter } from './guest-filter.ts'

export const loadAllergenDialogs = importWithRetry(() => withWords('deferred', import('./dialogs.tsx')))

/** The button among the categories that opens the guest's filter and says what is chosen. It scrolls with them. */
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
    <>
      <span aria-hidden="true" className="filter-ground" />
      <button
        type="button"
        aria-haspopup="dialog"
        // Begins with the text that is shown.
        aria-label={chosen ? `${chosen} · ${t('menu.myAllergens')}` : undefined}
        onPointerEnter={loadAllergenDialogs.prefetch}
        // The browser does not scroll to a focused button that is partly visible.
        onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
        onClick={chooseAllergens}
        className={cx(
          'touch filter-chip',
          chosen ? 'border-ink bg-card hover:bg-sunk' : 'border-transparent bg-sunk text-muted',
        )}
      >
        <WheatOff />
        <span className="min-w-0 truncate">{chosen || t('menu.allergies')}</span>
      </button>
      {/* For a finger or a mouse alone: the keyboard and screen readers reach the chip itself. */}
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        onClick={chooseAllergens}
        className={cx('touch filter-icon', chosen ? 'bg-ink text-paper' : 'bg-sunk text-muted')}
      >
        <WheatOff className="size-[18px]" />
      </button>
    </>
  )
}
