import { WheatOff } from 'lucide-react'
import { lazy, useEffect } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { Named } from '#shared/domain/language.ts'
import type { DeclaredAllergens } from '#shared/domain/menu/allergens.ts'
import { closeDialog, openDialog } from '../../lib/dialogs/open-dialog.ts'
import { OpenedDialog } from '../../lib/dialogs/opened-dialog.tsx'
import { importWithRetry, whenIdle } from '../../lib/loading/import-with-retry.ts'
import { withWords } from '../../lib/words/load-words.ts'
import { cx, useTranslation } from '../../ui/index.ts'
import { showAllDishes, useAllergenNames, useMyAllergens, useMyFilter, warningToAsk } from './guest-filter.tsx'

const loadAllergenDialogs = importWithRetry(() => withWords('deferred', import('./filter-sheet.tsx')))
const FilterSheet = lazy(loadAllergenDialogs)

/** The guest's filter. @param items undefined until the menu is loaded */
export function AllergenDialogs({ items }: { items: readonly MenuItem[] | undefined }) {
  const hasMarked = useMyAllergens().length > 0
  useEffect(() => (hasMarked ? whenIdle(loadAllergenDialogs.prefetch) : undefined), [hasMarked])
  return (
    <OpenedDialog name="filter">
      {(_, open) => <FilterSheet items={items} open={open} onClose={() => closeDialog('filter')} />}
    </OpenedDialog>
  )
}

/** How many dishes the guest's filter leaves out, with a button that shows them. */
export function LeftOutNotice({ count, onShow }: { count: number; onShow?: () => void }) {
  const { t } = useTranslation()
  return (
    <p role="status" className="flex min-h-11 flex-wrap items-center gap-x-3 text-body text-muted">
      {t('menu.leftOut', { count })}
      <button
        type="button"
        onClick={() => {
          showAllDishes()
          onShow?.()
        }}
        className="touch font-semibold text-ink underline underline-offset-4"
      >
        {t('menu.showLeftOut', { count })}
      </button>
    </p>
  )
}

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
