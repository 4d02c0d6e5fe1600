import { useEffect } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { OpenedDialog } from '../../lib/dialogs/opened-dialog.tsx'
import { whenIdle } from '../../lib/loading/import-with-retry.ts'
import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { t } from '../../ui/index.ts'
import { loadAllergenDialogs } from './filter-chip.tsx'
import { showAllDishes, useMyAllergens } from './guest-filter.tsx'

const FilterSheet = lazyPart(loadAllergenDialogs)

/** The guest's filter. @param items undefined until the menu is loaded */
export function AllergenDialogs({ items }: { items: readonly MenuItem[] | undefined }) {
  const hasMarked = useMyAllergens().length > 0
  useEffect(() => (hasMarked ? whenIdle(loadAllergenDialogs.prefetch) : undefined), [hasMarked])
  return (
    <OpenedDialog name="filter">
      {(_, open, close) => <FilterSheet items={items} open={open} onClose={close} />}
    </OpenedDialog>
  )
}

/** How many dishes the guest's filter leaves out, with a button that shows them. */
export function LeftOutNotice({ count, onShow }: { count: number; onShow?: () => void }) {
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
