import { lazy, Suspense, useEffect, useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { whenIdle } from '../../lib/loading/when-idle.ts'
import { loadAllergenDialogs } from './filter-chip.tsx'
import { closeAllergenDialog, useMyAllergens, useOpenAllergenDialog } from './guest-filter.ts'

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
