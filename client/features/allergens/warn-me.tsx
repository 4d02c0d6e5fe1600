import { ShieldAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/parts/button.tsx'
import { chooseAllergens } from './open-dialog.ts'

/** A button in the dialog about a dish: opens the guest's own allergens. `onBefore` runs first. */
export function WarnMe({ onBefore }: { onBefore: () => void }) {
  const { t } = useTranslation()
  return (
    <Button
      variant="outline"
      className="w-full"
      onClick={() => {
        onBefore()
        chooseAllergens()
      }}
    >
      <ShieldAlert aria-hidden="true" className="size-[18px]" />
      {t('menu.myAllergens')}
    </Button>
  )
}
