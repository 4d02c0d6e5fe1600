import { lazy, Suspense, useEffect, useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { whenIdle } from '../../lib/loading/import-with-retry.ts'
import { useTranslation } from '../../ui/index.ts'
import { loadAllergenDialogs } from './filter-chip.tsx'
import { closeAllergenDialog, showAllDishes, useMyAllergens, useOpenAllergenDialog } from './guest-filter.ts'

const FilterSheet = lazy(async () => ({ default: (await loadAllergenDialogs()).FilterSheet }))
const AskDialog = lazy(async () => ({ default: (await loadAllergenDialogs()).AskDialog }))

/** The guest's filter, and the question before adding a dish. @param items undefined until the menu is loaded */
export function AllergenDialogs({ items }: { items: readonly MenuItem[] | undefined }) {
  const { dialog } = useOpenAllergenDialog()
  const hasMarked = useMyAllergens().length > 0
  // The last dialog stays mounted while it closes.
  const [last, setLast] = useState(dialog)
  if (dialog && dialog !== last) setLast(dialog)
  useEffect(() => (hasMarked ? whenIdle(loadAllergenDialogs.prefetch) : undefined), [hasMarked])
  if (!last) return null
  return (
    <Suspense fallback={null}>
      {last.kind === 'choice' ? (
        <FilterSheet items={items} open={dialog === last} onClose={closeAllergenDialog} />
      ) : (
        <AskDialog open={dialog === last} dialog={last} onClose={closeAllergenDialog} />
      )}
    </Suspense>
  )
}

/** How many dishes the guest's filter leaves out, with a button that shows them. */
export function LeftOutNotice({ count, onShow }: { count: number; onShow?: () => void }) {
  const { t } = useTranslation()
  return (
    <p role="status" className="flex min-h-11 flex-wrap items-center gap-x-3 text-[15px] text-muted">
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
