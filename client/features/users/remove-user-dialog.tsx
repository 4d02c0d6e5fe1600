import { type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListedUser } from '#shared/contracts/accounts.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useWhileOpen } from '../../ui/use-while-open.ts'
import { useRemoveUser } from './users.ts'

interface RemoveUserDialogProps {
  /** Who is to go; null while nobody is asked about. */
  user: ListedUser | null
  isMe: boolean
  onClose: () => void
  onSignedOut: () => void
  /** What gets the focus when the user is gone, and with them the button that asked. */
  focusAfter: RefObject<HTMLElement | null>
}

/** Asks once before a user goes. It stands beside the list: the row takes its own dialogs along. */
export function RemoveUserDialog({ user, isMe, onClose, onSignedOut, focusAfter }: RemoveUserDialogProps) {
  const { t } = useTranslation()
  const isOpen = user !== null
  const shown = useWhileOpen(isOpen, user)
  const description = useWhileOpen(isOpen, t(isMe ? 'users.removeMeDescription' : 'users.removeDescription'))
  const gone = useRef(false)
  const { mutate, isPending } = useRemoveUser(() => {
    gone.current = true
    onClose()
    if (isMe) onSignedOut()
  })
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={() => {
        gone.current = false
        onClose()
      }}
      destructive
      title={t('users.removeTitle', { username: shown?.username })}
      description={description}
      confirmLabel={t('users.removeConfirm')}
      pending={isPending}
      finalFocus={() => (gone.current ? focusAfter.current : null)}
      onConfirm={() => {
        if (user) mutate(user)
      }}
    />
  )
}
