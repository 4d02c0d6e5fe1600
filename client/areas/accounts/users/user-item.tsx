import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListedUser } from '#shared/contracts/accounts.ts'
import { useSettings } from '../../../lib/settings/settings.ts'
import { formatMoment } from '../../../lib/words/format.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { ActionMenu } from '../../../ui/overlays/menu.tsx'
import { Badge } from '../../../ui/parts/badge.tsx'
import { Button } from '../../../ui/parts/button.tsx'
import { IconButton } from '../../../ui/parts/icon-button.tsx'
import { DutiesDialog } from './duties-dialog.tsx'
import { OwnPasswordField, useOwnPassword } from './own-password.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { useChangeRole } from './user-calls.ts'

interface UserItemProps {
  user: ListedUser
  isMe: boolean
  /** Whether nobody else is an owner: then this user can be neither removed nor made staff. */
  isLastOwner: boolean
  onRemove: () => void
  onSignedOut: () => void
}

/** One user with the buttons to change or remove them. */
export function UserItem({ user, isMe, isLastOwner, onRemove, onSignedOut }: UserItemProps) {
  const { t } = useTranslation()
  const [openDialog, setOpenDialog] = useState<'password' | 'role' | 'duties' | null>(null)
  const { username, isOwner } = user
  const own = useOwnPassword()
  const change = useChangeRole(user, own, () => {
    setOpenDialog(null)
    if (isMe) onSignedOut()
  })
  const role = isOwner ? 'staff' : 'owner'
  const action = (label: string, act: () => void) => (
    <Button size="small" variant="outline" aria-label={`${label}: ${username}`} onClick={act}>
      {label}
    </Button>
  )
  return (
    <li aria-label={username} className="px-4 py-3.5">
      <UserFacts user={user} isMe={isMe} />
      <div className="mt-2.5 flex flex-wrap items-center gap-2">
        {action(t('users.resetPassword'), () => setOpenDialog('password'))}
        {!isOwner && action(t('users.duties'), () => setOpenDialog('duties'))}
        {!isLastOwner && (
          <ActionMenu
            trigger={
              <IconButton label={t('users.more', { username })} className="-my-1">
                <Ellipsis aria-hidden="true" className="size-5 text-muted" />
              </IconButton>
            }
            actions={[
              { key: 'role', label: t(`users.make.${role}`), onChoose: () => setOpenDialog('role') },
              { key: 'remove', label: t('users.remove'), onChoose: onRemove },
            ]}
          />
        )}
      </div>
      {isLastOwner && <p className="mt-2 text-sm text-muted">{t('users.lastOwner')}</p>}
      <PasswordDialog
        user={user}
        isMe={isMe}
        open={openDialog === 'password'}
        onOpenChange={(open) => setOpenDialog(open ? 'password' : null)}
      />
      <DutiesDialog
        user={user}
        open={openDialog === 'duties'}
        onOpenChange={(open) => setOpenDialog(open ? 'duties' : null)}
      />
      <ConfirmDialog
        open={openDialog === 'role'}
        onOpenChange={(open) => setOpenDialog(open ? 'role' : null)}
        onClosed={own.forget}
        title={t(`users.makeTitle.${role}`, { username })}
        description={t(isMe ? 'users.makeMeDescription' : `users.makeDescription.${role}`)}
        confirmLabel={t(`users.make.${role}`)}
        pending={change.isPending}
        onConfirm={() => change.mutate(role)}
      >
        <OwnPasswordField own={own} onEnter={() => change.mutate(role)} />
      </ConfirmDialog>
    </li>
  )
}

function UserFacts({ user, isMe }: Pick<UserItemProps, 'user' | 'isMe'>) {
  const { t } = useTranslation()
  const { timeZone } = useSettings()
  const language = useLanguage()
  const { username, role, selfRegistered, lastSignInAt } = user
  const duties = useDutiesText(user)
  const moment = lastSignInAt ? formatMoment(lastSignInAt, timeZone, language) : t('users.never')
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="min-w-0 font-semibold break-words">{username}</span>
        <Badge tone={role === 'owner' ? 'accent' : 'neutral'}>{t(`users.roles.${role}`)}</Badge>
        {isMe && <span className="text-sm text-muted">{t('users.you')}</span>}
      </p>
      <p className="mt-1 text-sm text-muted">
        {t(selfRegistered ? 'users.selfRegistered' : 'users.added')} · {t('users.lastSignIn', { moment })}
      </p>
      <p className="mt-0.5 text-sm text-muted">{duties}</p>
    </>
  )
}

function useDutiesText({ isOwner, duties }: ListedUser): string {
  const { t } = useTranslation()
  const language = useLanguage()
  if (isOwner) return t('users.hasDuties.all')
  if (duties.length === 0) return t('users.hasDuties.none')
  const names = new Intl.ListFormat(language).format(duties.map((duty) => t(`users.duty.${duty}`)))
  return t('users.hasDuties.some', { duties: names })
}
