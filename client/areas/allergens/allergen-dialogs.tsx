import { lazy, Suspense, useEffect, useState } from 'react'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { whenIdle } from '../../lib/loading/when-idle.ts'
import { withWords } from '../../lib/words/load-words.ts'
import { useMyAllergens } from './my-allergens.ts'
import { closeAllergenDialog, useOpenAllergenDialog } from './open-dialog.ts'

export const loadDialogs = importWithRetry(() => withWords('deferred', import('./dialogs.ts')))
const ChoiceDialog = lazy(async () => ({ default: (await loadDialogs()).ChoiceDialog }))
const AskDialog = lazy(async () => ({ default: (await loadDialogs()).AskDialog }))

/**
 * The dialog with the guest's allergens, and the question before adding a dish. Loaded when first needed, or early if
 * the guest has marked any.
 */
export function AllergenDialogs() {
  const openDialog = useOpenAllergenDialog()
  const hasMarked = useMyAllergens().length > 0
  // The last dialog stays mounted while it closes.
  const [last, setLast] = useState(openDialog)
  if (openDialog && openDialog !== last) setLast(openDialog)
  useEffect(() => (hasMarked ? whenIdle(loadDialogs.prefetch) : undefined), [hasMarked])
  if (!last) return null
  return (
    <Suspense fallback={null}>
      {last.kind === 'choice' ? (
        <ChoiceDialog open={openDialog === last} onClose={closeAllergenDialog} />
      ) : (
        <AskDialog open={openDialog === last} dialog={last} onClose={closeAllergenDialog} />
      )}
    </Suspense>
  )
}
