import { ShieldAlert } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { whenIdle } from '../../lib/loading/when-idle.ts'
import { Button } from '../../ui/parts/button.tsx'
import { loadAllergenDialogs } from './allergen-button.tsx'
import { chooseAllergens, closeAllergenDialog, useMyAllergens, useOpenAllergenDialog } from './my-allergens.ts'

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

/** A button in the dialog about a dish: opens the guest's own allergens. `onPress` is called first. */
export function OwnAllergensButton({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation()
  return (
    <Button
      variant="outline"
      className="w-full"
      onClick={() => {
        onPress()
        chooseAllergens()
      }}
    >
      <ShieldAlert aria-hidden="true" className="size-[18px]" />
      {t('menu.myAllergens')}
    </Button>
  )
}
