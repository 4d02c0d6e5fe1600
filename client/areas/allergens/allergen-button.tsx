import { ShieldAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { type AllergenWarning, allergenWarning } from '#shared/domain/menu/allergens.ts'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { withWords } from '../../lib/words/load-words.ts'
import { IconButton } from '../../ui/parts/icon-button.tsx'
import { myAllergens, useMyAllergens } from './my-allergens.ts'

/** The guest's allergens, or the question before adding a dish. */
export type AllergenDialog =
  | { kind: 'choice' }
  | { kind: 'dish'; item: MenuItem; warning: AllergenWarning; add: () => void }

/** The open dialog; undefined if none is open. */
export const useOpenAllergenDialog = create<{ dialog?: AllergenDialog | undefined }>(() => ({}))
const open = (dialog?: AllergenDialog) => useOpenAllergenDialog.setState({ dialog })

/** Calls `add` at once, or asks first if the guest has marked allergens that the dish contains or may contain. */
export function askBeforeAdding(item: MenuItem, add: () => void): void {
  const warning = allergenWarning(item, myAllergens())
  if (warning && warning.kind !== 'note') open({ kind: 'dish', item, warning, add })
  else add()
}

/** Opens the dialog with the guest's own allergens. */
export const chooseAllergens = () => open({ kind: 'choice' })
export const closeAllergenDialog = () => open()

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
