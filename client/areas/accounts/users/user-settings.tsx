import { UserPlus } from 'lucide-react'
import { type RefObject, useMemo, useRef, useState } from 'react'
import type { ListedUser } from '#shared/contracts/accounts.ts'
import { formatMoment } from '#shared/i18n/format.ts'
import { NotLoaded, shapeRows } from '../../../lib/loading/not-loaded.tsx'
import { RegistrationSwitch } from '../../../lib/settings/change-settings.tsx'
import { useSettings } from '../../../lib/settings/settings.ts'
import { Badge, Button, ConfirmDialog, DeleteDialog, MoreMenu, useTranslation } from '../../../ui/index.ts'
import { LinkDialog, OwnPasswordField, useChangeRole, useOwnPassword, useRemoveUser, useUsers } from './link-dialog.tsx'
import { NewUserDialog, UserDialog } from './user-dialogs.tsx'

interface UserItemProps {
  user: ListedUser
  isMe: boolean
  /** Whether nobody else is an owner: then this user can be neither removed nor made staff. */
  isLastOwner: boolean
  onRemove: () => void
  onSignedOut: () => void
}

function UserItem({ user, isMe, isLastOwner, onRemove, onSignedOut }: UserItemProps) {
  const { t } = useTranslation()
  const [openDialog, setOpenDialog] = useState<'password' | 'role' | 'duties' | 'link' | null>(null)
  const { username, isOwner } = user
  const own = useOwnPassword()
  const change = useChangeRole(user, own, () => {
    setOpenDialog(null)
    if (isMe) onSignedOut()
  })
  const role = isOwner ? 'staff' : 'owner'
  const resetPassword = t('users.resetPassword')
  return (
    <li aria-label={username} className="px-4 py-3.5">
      <UserFacts user={user} isMe={isMe} />
      <div className="mt-2.5 flex items-center gap-2">
        <Button
          size="small"
          variant="outline"
          aria-label={`${resetPassword}: ${username}`}
          onClick={() => setOpenDialog('password')}
        >
          {resetPassword}
        </Button>
        {!isLastOwner && (
          <MoreMenu
            label={t('users.more', { username })}
            className="-my-1 text-muted"
            actions={[
              ...(isOwner
                ? []
                : [
                    { label: t('users.link.code'), onChoose: () => setOpenDialog('link') },
                    { label: t('users.duties'), onChoose: () => setOpenDialog('duties') },
                  ]),
              { label: t(`users.make.${role}`), onChoose: () => setOpenDialog('role') },
              { label: t('common.remove'), onChoose: onRemove },
            ]}
          />
        )}
      </div>
      {isLastOwner && <p className="mt-2 text-sm text-muted">{t('users.lastOwner')}</p>}
      <UserDialog
        user={user}
        isMe={isMe}
        what={openDialog === 'role' || openDialog === 'link' ? null : openDialog}
        onClose={() => setOpenDialog(null)}
      />
      <LinkDialog user={openDialog === 'link' ? user : null} onClose={() => setOpenDialog(null)} />
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
  const { t, language } = useTranslation()
  const { timeZone } = useSettings()
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
  const { t, language } = useTranslation()
  if (isOwner) return t('users.hasDuties.all')
  if (duties.length === 0) return t('users.hasDuties.none')
  const names = new Intl.ListFormat(language).format(duties.map((duty) => t(`users.duty.${duty}`)))
  return t('users.hasDuties.some', { duties: names })
}

interface UserSettingsProps {
  me: number | undefined
  /** Called when the owner's own change has ended their login session. */
  onSignedOut: () => void
}

/** The list of users, and the forms to manage them (docs/product/accounts.md#accounts-users). */
export function UserSettings({ me, onSignedOut }: UserSettingsProps) {
  const { t } = useTranslation()
  const [adding, setAdding] = useState(false)
  const addButton = useRef<HTMLButtonElement>(null)
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-52 text-sm text-muted">{t('users.hint')}</p>
        <Button ref={addButton} onClick={() => setAdding(true)}>
          <UserPlus className="size-4.5" />
          {t('users.add')}
        </Button>
      </div>
      <UserList me={me} onSignedOut={onSignedOut} focusAfter={addButton} />
      <div className="mt-4">
        <RegistrationSwitch />
      </div>
      <NewUserDialog open={adding} onOpenChange={setAdding} />
    </>
  )
}

function UserList({ me, onSignedOut, focusAfter }: UserSettingsProps & { focusAfter: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation()
  const query = useUsers()
  const users = query.data
  const [removing, setRemoving] = useState<ListedUser | null>(null)
  const own = useOwnPassword()
  const subject = useMemo(() => removing && { ...removing, own }, [removing, own])
  if (!users) return <NotLoaded queries={[query]} shapes={shapeRows(2, 'h-24')} className="space-y-2" />
  return (
    <>
      <ul
        aria-label={t('settings.tabs.users')}
        className="divide-y divide-line rounded-card border border-line bg-card"
      >
        {users.map((user) => (
          <UserItem
            key={user.id}
            user={user}
            isMe={user.id === me}
            isLastOwner={user.isOwner && users.every(({ id, isOwner }) => !isOwner || id === user.id)}
            onRemove={() => setRemoving(user)}
            onSignedOut={onSignedOut}
          />
        ))}
      </ul>
      <DeleteDialog
        subject={subject}
        texts={({ id, username }) => ({
          title: t('users.removeTitle', { username }),
          description: t(id === me ? 'users.removeMeDescription' : 'users.removeDescription'),
          confirm: t('users.removeConfirm'),
        })}
        useDelete={useRemoveUser}
        onClose={() => setRemoving(null)}
        onGone={() => {
          if (removing?.id === me) onSignedOut()
        }}
        focusAfter={focusAfter}
        onClosed={own.forget}
      >
        {(act) => <OwnPasswordField own={own} onEnter={act} />}
      </DeleteDialog>
    </>
  )
}
