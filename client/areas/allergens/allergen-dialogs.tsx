import { lazy, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '../../lib/loading/when-idle.ts'
import { loadAllergenDialogs } from './allergen-button.tsx'
import { closeAllergenDialog, useMyAllergens, useOpenAllergenDialog } from './my-allergens.ts'

const ChoiceDialog = lazy(async () => ({ default: (await loadAllergenDialogs()).ChoiceDialog }))
const AskDialog = lazy(async () => ({ default: (await loadAllergenDialogs()).AskDialog }))

/**
 * The dialog with the guest's allergens, and the question before adding a dish. Loaded when first needed, or early if
 * the guest has marked any.
 */
export function AllergenDialogs() {
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
        <ChoiceDialog open={dialog === last} onClose={closeAllergenDialog} />
      ) : (
        <AskDialog open={dialog === last} dialog={last} onClose={closeAllergenDialog} />
      )}
    </Suspense>
  )
}
