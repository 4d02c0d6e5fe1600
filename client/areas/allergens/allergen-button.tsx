import { ShieldAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/parts/button.tsx'
import { IconButton } from '../../ui/parts/icon-button.tsx'
import { loadDialogs } from './allergen-dialogs.tsx'
import { useMyAllergens } from './my-allergens.ts'
import { chooseAllergens } from './open-dialog.ts'

/** The button that opens the guest's allergens, with the number of those marked. */
export function AllergenButton() {
  const { t } = useTranslation()
  const count = useMyAllergens().length
  return (
    <IconButton
      label={count > 0 ? `${t('menu.myAllergens')} (${count})` : t('menu.myAllergens')}
      variant="sunk"
      aria-haspopup="dialog"
      onPointerEnter={loadDialogs.prefetch}
      onClick={chooseAllergens}
      className="relative size-[38px] rounded-full"
    >
      <ShieldAlert aria-hidden="true" className="size-[18px]" />
      {count > 0 && (
        <span
          aria-hidden="true"
          className="figures absolute -top-1 -right-1 grid h-5 min-w-5 place-items-center rounded-full border-2 border-paper bg-cancelled px-1 text-[11px] font-bold text-card"
        >
          {count}
        </span>
      )}
    </IconButton>
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
