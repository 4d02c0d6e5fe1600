import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nameIn } from '#shared/domain/language.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { leaveSharedCart } from '../session.ts'
import { tableStore, useTableStore } from '../table-store.ts'
import { useSeated } from './use-seated.ts'

/** Confirms leaving, and lists this guest's dishes, which leave with them. */
export function LeaveDialog() {
  const { t } = useTranslation()
  const language = useLanguage()
  const [pending, setPending] = useState(false)
  const open = useTableStore(({ dialog }) => dialog === 'leave')
  const lines = useSeated(({ shown }) => shown.lines)
  const ownId = useSeated(({ seat }) => seat?.participantId)
  const names = lines.filter(({ participantId }) => participantId === ownId).map((line) => nameIn(language, line))
  const close = () => tableStore.setState({ dialog: null, afterLeaving: null })
  async function confirm() {
    setPending(true)
    const { afterLeaving } = tableStore.getState()
    const hasLeft = await leaveSharedCart()
    setPending(false)
    close()
    if (hasLeft) afterLeaving?.()
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => {
        if (!next) close()
      }}
      title={t('sharedTable.leaveTitle')}
      description={
        names.length > 0
          ? t('sharedTable.leaveDescription', { names: names.join(', ') })
          : t('sharedTable.leaveNothing')
      }
      confirmLabel={t('sharedTable.leaveConfirm')}
      cancelLabel={t('sharedTable.stay')}
      destructive
      pending={pending}
      onConfirm={() => void confirm()}
    />
  )
}
