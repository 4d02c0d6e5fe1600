import { useTranslation } from 'react-i18next'
import { nameIn } from '#shared/domain/language.ts'
import { useAllergenNames } from '../../entities/allergens/index.ts'
import { useLanguage } from '../../lib/words/use-language.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import type { OpenAllergenDialog } from './open-dialog.ts'

interface AskDialogProps {
  open: boolean
  dialog: Extract<OpenAllergenDialog, { kind: 'dish' }>
  onClose: () => void
}

/** Asks before adding a dish with an allergen that the guest has marked. */
export function AskDialog({ open, dialog: { item, allergens, add }, onClose }: AskDialogProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const names = useAllergenNames()
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={t('allergens.askTitle', { name: nameIn(language, item), allergens: names(allergens) })}
      description={t('allergens.askDescription')}
      confirmLabel={t('allergens.addAnyway')}
      cancelLabel={t('allergens.doNotAdd')}
      destructive
      onConfirm={() => {
        onClose()
        add()
      }}
    />
  )
}
