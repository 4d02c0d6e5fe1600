import { useTranslation } from 'react-i18next'
import type { CateringEvent } from '#shared/contracts/catering.ts'
import { nameIn } from '#shared/domain/language.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { useSettings } from '../../../lib/settings/settings.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { useWhileOpen } from '../../../ui/overlays/use-while-open.ts'
import { toast } from '../../../ui/toast/store.ts'
import { copyIntoDraft } from '../wizard/copy-event.ts'
import { currentDraft } from '../wizard/draft.ts'

/** Returns a function that copies an event into the wizard, and says which dishes could not be copied. */
export function useCopyEvent(onCopied: () => void): (event: CateringEvent) => void {
  const { t } = useTranslation()
  const language = useLanguage()
  const { timeZone } = useSettings()
  return (event) => {
    const leftOut = copyIntoDraft(event, localTime(new Date(), timeZone).day)
    const names = leftOut.map((line) => nameIn(language, line)).join(', ')
    toast({ title: t('catering.copied'), ...(names && { description: t('catering.copyLeftOut', { names }) }) })
    onCopied()
  }
}

interface CopyDialogProps {
  /** The event to copy; null while the dialog is closed. */
  event: CateringEvent | null
  onClose: () => void
  onCopy: (event: CateringEvent) => void
}

/** Asks before a copy replaces what is typed in the wizard. */
export function CopyDialog({ event, onClose, onCopy }: CopyDialogProps) {
  const { t } = useTranslation()
  const open = event !== null
  const typedName = useWhileOpen(open, currentDraft().details.customerName.trim())
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      destructive
      title={t('catering.copyTitle')}
      description={typedName ? t('catering.startAnewDescription', { name: typedName }) : t('catering.startAnewUnnamed')}
      confirmLabel={t('catering.copyConfirm')}
      onConfirm={() => {
        onClose()
        if (event) onCopy(event)
      }}
    />
  )
}
