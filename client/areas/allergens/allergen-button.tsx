import { ShieldAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { withWords } from '../../lib/words/load-words.ts'
import { IconButton } from '../../ui/parts/button.tsx'
import { chooseAllergens, useMyAllergens } from './my-allergens.ts'

export const loadAllergenDialogs = importWithRetry(() => withWords('deferred', import('./dialogs.tsx')))

/** The button that opens the guest's allergens, with the number of those marked. */
export function AllergenButton() {
  const { t } = useTranslation()
  const count = useMyAllergens().length
  return (
    <IconButton
      label={count > 0 ? `${t('menu.myAllergens')} (${count})` : t('menu.myAllergens')}
      variant="sunk"
      aria-haspopup="dialog"
      onPointerEnter={loadAllergenDialogs.prefetch}
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
