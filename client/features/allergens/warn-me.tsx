import { ShieldAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { chooseAllergens } from './asked.ts'

/** Where a guest reads what a dish contains: the way to be warned of it everywhere. */
export function WarnMe({ onBefore }: { onBefore: () => void }) {
  const { t } = useTranslation()
  return (
    <Button
      look="outline"
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
