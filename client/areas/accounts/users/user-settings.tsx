import { UserPlus } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import * as z from 'zod/mini'
import { type ListedUser, MAX_USERNAME, newUserSchema } from '#shared/contracts/accounts.ts'
import { DUTIES, type Duty } from '#shared/domain/access.ts'
import { formatMoment } from '#shared/i18n/format.ts'
import { randomKey } from '../../../lib/changes/add-once.ts'
import { useSendForm } from '../../../lib/changes/send-form.tsx'
import { NotLoaded, shapeRows } from '../../../lib/loading/list.tsx'
import { SettingSwitch } from '../../../lib/settings/change-settings.tsx'
import { timeZone } from '../../../lib/settings/settings.ts'
import { Badge, Button, language, MoreMenu, SelectField, SubjectDialog, TextField, t } from '../../../ui/index.ts'
import { LinkDialog, OwnPasswordField, useCreateUser, useOwnPassword, useUsers } from './link-dialog.tsx'
import { NewUserDialog, UserDialog, UserQuestion } from './user-dialogs.tsx'

type UserAction = 'password' | 'role' | 'duties' | 'link' | 'remove'

interface UserItemProps {
  user: ListedUser
  isMe: boolean
  /** Whether nobody else is an owner: then this user can be neither removed nor made staff. */
  isLastOwner: boolean
  onOpen: (what: UserAction) => void
}

function UserItem({ user, isMe, isLastOwner, onOpen }: UserItemProps) {
  const { username, isOwner } = user
  const resetPassword = t('users.resetPassword')
  const action = (what: UserAction, label: string) => ({ label, onChoose: () => onOpen(what) })
  return (
    <li aria-label={username} className="px-4 py-3.5">
      <UserFacts user={user} isMe={isMe} />
      <div className="mt-2.5 flex items-center gap-2">
        <Button
          size="small"
          variant="outline"
          aria-label={`${resetPassword}: ${username}`}
          onClick={() => onOpen('password')}
        >
          {resetPassword}
        </Button>
        {!isLastOwner && (
          <MoreMenu
            label={t('common.moreFor', { name: username })}
            className="-my-1 text-muted"
            actions={[
              ...(isOwner ? [] : [action('link', t('users.link.code')), action('duties', t('users.duties'))]),
              action('role', t(`users.make.${isOwner ? 'staff' : 'owner'}`)),
              action('remove', t('common.remove')),
            ]}
          />
        )}
      </div>
      {isLastOwner && <p className="mt-2 text-sm text-muted">{t('users.lastOwner')}</p>}
    </li>
  )
}

function UserFacts({ user, isMe }: Pick<UserItemProps, 'user' | 'isMe'>) {
  const { username, role, selfRegistered, lastSignInAt } = user
  const duties = useDutiesText(user)
  const moment = lastSignInAt ? formatMoment(lastSignInAt, timeZone, language) : t('users.never')
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="min-w-0 font-semibold break-words">{username}</span>
        <Badge>{t(`users.roles.${role}`)}</Badge>
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
        <SettingSwitch name="registration" />
      </div>
      <NewUserDialog open={adding} onOpenChange={setAdding} />
    </>
  )
}

function UserList({ me, onSignedOut, focusAfter }: UserSettingsProps & { focusAfter: RefObject<HTMLElement | null> }) {
  const query = useUsers()
  const users = query.data
  const [opened, setOpened] = useState<{ what: UserAction; user: ListedUser } | null>(null)
  if (!users) return <NotLoaded queries={[query]} shapes={shapeRows(2, 'h-24')} className="space-y-2" />
  return (
    <>
      <ul aria-label={t('settings.tabs.users')} className="divide-y divide-line card-face">
        {users.map((user) => (
          <UserItem
            key={user.id}
            user={user}
            isMe={user.id === me}
            isLastOwner={user.isOwner && users.every(({ id, isOwner }) => !isOwner || id === user.id)}
            onOpen={(what) => setOpened({ what, user })}
          />
        ))}
      </ul>
      <SubjectDialog subject={opened}>
        {({ what, user }, open) => {
          const isMe = user.id === me
          const about = { open, user, isMe, onClose: () => setOpened(null) }
          if (what === 'link') return <LinkDialog {...about} />
          if (what === 'password' || what === 'duties') return <UserDialog {...about} what={what} />
          return <UserQuestion {...about} what={what} onDone={() => isMe && onSignedOut()} focusAfter={focusAfter} />
        }}
      </SubjectDialog>
    </>
  )
}

const colleagueSchema = z.extend(z.pick(newUserSchema, { username: true }), { duty: z.enum(DUTIES) })

/** Adds staff by name, each with a code in place of a password (docs/product/first-steps.md#first-steps-team). */
export function TeamStep({ onAdd }: { onAdd: () => void }) {
  const { data: users = [] } = useUsers()
  const { mutateAsync } = useCreateUser()
  // One that nobody knows, the same when a lost answer is asked for again: the code signs in, and an owner can set another.
  const [password, setPassword] = useState(randomKey)
  const [shown, setShown] = useState<ListedUser | null>(null)
  const own = useOwnPassword()
  const sending = useSendForm({
    schema: colleagueSchema,
    start: { username: '', duty: 'floor' as Duty },
    async send({ username, duty }) {
      const user = { username, password, role: 'staff' as const, duties: [duty], currentPassword: own.sent }
      setShown(await own.asked(mutateAsync(user)))
    },
    fieldOfCode: { username_taken: 'username' },
    onSent() {
      onAdd()
      sending.form.reset()
      setPassword(randomKey())
    },
  })
  const duty = useController({ control: sending.form.control, name: 'duty' }).field
  const team = users.filter(({ isOwner, duties }) => !isOwner && duties.length > 0)
  return (
    <>
      {team.length > 0 && (
        <ul aria-label={t('settings.tabs.users')} className="mb-3 divide-y divide-line">
          {team.map((user) => (
            <li key={user.id} className="flex flex-wrap items-center justify-between gap-x-3 py-1">
              <span className="min-w-0 break-words">
                <b className="font-semibold">{user.username}</b>{' '}
                <span className="text-muted">{user.duties.map((each) => t(`users.duty.${each}`)).join(', ')}</span>
              </span>
              <Button size="small" variant="outline" onClick={() => setShown(user)}>
                {t('users.link.code')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          sending.submit()
        }}
        className="flex flex-wrap items-start gap-3"
      >
        <TextField
          label={t('customers.name')}
          {...sending.register('username')}
          fieldClass="min-w-0 flex-1 basis-44"
          maxLength={MAX_USERNAME}
        />
        <SelectField
          label={t('users.link.where')}
          fieldClass="basis-36"
          value={duty.value}
          onValueChange={duty.onChange}
          options={DUTIES.map((value) => ({ value, label: t(`users.duty.${value}`) }))}
        />
        <Button type="submit" pending={sending.isPending} className="mt-6 max-sm:w-full">
          {t('common.add')}
        </Button>
        <OwnPasswordField own={own} className="basis-full" />
      </form>
      <div className="mt-3">
        <SettingSwitch name="registration" />
      </div>
      <SubjectDialog subject={shown}>
        {(user, open) => <LinkDialog open={open} user={user} onClose={() => setShown(null)} />}
      </SubjectDialog>
    </>
  )
}
