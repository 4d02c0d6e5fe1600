import { lazy, Suspense, useEffect, useState } from 'react'
import { useMyAllergens } from '../../entities/allergens/index.ts'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { whenIdle } from '../../lib/loading/when-idle.ts'
import { closeAsked, useAsked } from './asked.ts'

export const loadDialogs = importWithRetry(() => import('./dialogs.ts'))
const ChoiceDialog = lazy(async () => ({ default: (await loadDialogs()).ChoiceDialog }))
const AskDialog = lazy(async () => ({ default: (await loadDialogs()).AskDialog }))

/** The choice of one's allergens, and the question about a dish; loaded when first needed, and early for a guest who has marked any. */
export function AllergenDialogs() {
  const asked = useAsked()
  const someMarked = useMyAllergens().length > 0
  // What was asked last stays drawn while it closes.
  const [last, setLast] = useState(asked)
  if (asked && asked !== last) setLast(asked)
  useEffect(() => (someMarked ? whenIdle(loadDialogs.prefetch) : undefined), [someMarked])
  if (!last) return null
  return (
    <Suspense fallback={null}>
      {last.kind === 'choice' ? (
        <ChoiceDialog open={asked === last} onClose={closeAsked} />
      ) : (
        <AskDialog open={asked === last} asked={last} onClose={closeAsked} />
      )}
    </Suspense>
  )
}
