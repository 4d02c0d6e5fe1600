import { useTranslation } from 'react-i18next'
import { nameIn } from '#shared/domain/language.ts'
import { useLanguage } from '../../lib/words/use-language.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import type { OpenAllergenDialog } from './open-dialog.ts'
import { useAllergenNames } from './use-allergen-names.ts'

interface AskDialogProps {
  open: boolean
  dialog: Extract<OpenAllergenDialog, { kind: 'dish' }>
  onClose: () => void
}

/** Asks before adding a dish that contains, or may contain, an allergen that the guest has marked. */
export function AskDialog({ open, dialog: { item, warning, add }, onClose }: AskDialogProps) {
  const { t } = useTranslation()
  const language = useLanguage()
  const names = useAllergenNames()
  const name = nameIn(language, item)
  const isCertain = warning.kind === 'contains'
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
      title={
        isCertain
          ? t('allergens.askTitle', { name, allergens: names(warning.codes) })
          : t('allergens.askUnknownTitle', { name })
      }
      description={
        isCertain
          ? t('allergens.askDescription')
          : warning.kind === 'undeclared'
            ? t('allergens.askUndeclared')
            : t('allergens.askText', { text: warning.text })
      }
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
