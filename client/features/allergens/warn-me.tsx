import { ShieldAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/parts/button.tsx'
import { chooseAllergens } from './asked.ts'

/** A button beside a dish's allergens: opens the choice of those that the guest wants to be warned of. */
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
