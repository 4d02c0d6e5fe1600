import { UserPlus } from 'lucide-react'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListedUser } from '#shared/contracts/accounts.ts'
import { errorMessage } from '../../../lib/api/error-message.ts'
import { DeleteDialog } from '../../../ui/overlays/delete-dialog.tsx'
import { Button } from '../../../ui/parts/button.tsx'
import { LoadFailure } from '../../../ui/parts/load-failed.tsx'
import { Skeleton } from '../../../ui/parts/skeleton.tsx'
import { NewUserDialog } from './new-user-dialog.tsx'
import { OwnPasswordField, useOwnPassword } from './own-password.tsx'
import { useRemoveUser, useUsers } from './user-calls.ts'
import { UserItem } from './user-item.tsx'

interface UserSettingsProps {
  /** The id of the signed-in owner. */
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
          <UserPlus aria-hidden="true" className="size-4.5" />
          {t('users.add')}
        </Button>
      </div>
      <UserList me={me} onSignedOut={onSignedOut} focusAfter={addButton} />
      <NewUserDialog open={adding} onOpenChange={setAdding} />
    </>
  )
}

function UserList({ me, onSignedOut, focusAfter }: UserSettingsProps & { focusAfter: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation()
  const { data: users, error, isFetching, refetch } = useUsers()
  const [removing, setRemoving] = useState<ListedUser | null>(null)
  const own = useOwnPassword()
  const subject = useMemo(() => removing && { ...removing, own }, [removing, own])
  if (users) {
    return (
      <>
        <ul aria-label={t('users.list')} className="divide-y divide-line rounded-card border border-line bg-card">
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
  if (error && !isFetching) return <LoadFailure description={errorMessage(error)} onRetry={() => void refetch()} />
  return (
    <div role="status" className="space-y-2">
      <span className="sr-only">{t('common.loading')}</span>
      <Skeleton className="h-24" />
      <Skeleton className="h-24" />
    </div>
  )
}
