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
import { Badge, Button, language, MoreMenu, SelectField, TextField, t } from '../../../ui/index.ts'
import { OwnPasswordField, openLink, otherRole, useOwnPassword, userList } from './link-dialog.tsx'
import { askAboutUser, openDuties, openNewUser, openPassword } from './user-dialogs.tsx'

interface UserItemProps extends UserListProps {
  user: ListedUser
  /** Whether nobody else is an owner: then this user can be neither removed nor made staff. */
  isLastOwner: boolean
}

function UserItem({ user, me, isLastOwner, onSignedOut, focusAfter }: UserItemProps) {
  const { username, isOwner } = user
  const resetPassword = t('users.resetPassword')
  const isMe = user.id === me
  const action = (label: string, open: () => unknown) => ({ label, onChoose: () => void open() })
  const ask = async (what: 'role' | 'remove') => {
    if ((await askAboutUser({ what, user, isMe, focusAfter })) && isMe) onSignedOut()
  }
  return (
    <li aria-label={username} className="px-4 py-3.5">
      <UserFacts user={user} isMe={isMe} />
      <div className="mt-2.5 flex items-center gap-2">
        <Button
          size="small"
          variant="outline"
          aria-label={`${resetPassword}: ${username}`}
          onClick={() => void openPassword(user, isMe)}
        >
          {resetPassword}
        </Button>
        {!isLastOwner && (
          <MoreMenu
            label={t('common.moreFor', { name: username })}
            className="-my-1 text-muted"
            actions={[
              ...(isOwner
                ? []
                : [
                    action(t('users.link.code'), () => openLink(user)),
                    action(t('users.duties'), () => openDuties(user)),
                  ]),
              action(t(`users.make.${otherRole(user)}`), () => ask('role')),
              action(t('common.remove'), () => ask('remove')),
            ]}
          />
        )}
      </div>
      {isLastOwner && <p className="mt-2 text-sm text-muted">{t('users.lastOwner')}</p>}
    </li>
  )
}

function UserFacts({ user, isMe }: { user: ListedUser; isMe: boolean }) {
  const { username, role, selfRegistered, lastSignInAt } = user
  const duties = dutiesText(user)
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

function dutiesText({ isOwner, duties }: ListedUser): string {
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
  const addButton = useRef<HTMLButtonElement>(null)
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-52 text-sm text-muted">{t('users.hint')}</p>
        <Button ref={addButton} onClick={() => void openNewUser()}>
          <UserPlus className="size-4.5" />
          {t('users.add')}
        </Button>
      </div>
      <UserList me={me} onSignedOut={onSignedOut} focusAfter={addButton} />
      <div className="mt-4">
        <SettingSwitch name="registration" />
      </div>
    </>
  )
}

interface UserListProps extends UserSettingsProps {
  /** What gets the focus once somebody is removed. */
  focusAfter: RefObject<HTMLElement | null>
}

function UserList(props: UserListProps) {
  const query = userList.use()
  const users = query.data
  if (!users) return <NotLoaded queries={[query]} shapes={shapeRows(2, 'h-24')} className="space-y-2" />
  return (
    <ul aria-label={t('settings.tabs.users')} className="divide-y divide-line card-face">
      {users.map((user) => (
        <UserItem
          key={user.id}
          {...props}
          user={user}
          isLastOwner={user.isOwner && users.every(({ id, isOwner }) => !isOwner || id === user.id)}
        />
      ))}
    </ul>
  )
}

const colleagueSchema = z.extend(z.pick(newUserSchema, { username: true }), { duty: z.enum(DUTIES) })

/** Adds staff by name, each with a code in place of a password (docs/product/first-steps.md#first-steps-team). */
export function TeamStep({ onAdd }: { onAdd: () => void }) {
  const { data: users = [] } = userList.use()
  // One that nobody knows, the same when a lost answer is asked for again: the code signs in, and an owner can set another.
  const [password, setPassword] = useState(randomKey)
  const own = useOwnPassword()
  const sending = useSendForm({
    schema: colleagueSchema,
    start: { username: '', duty: 'floor' as Duty },
    async send({ username, duty }) {
      const user = { username, password, role: 'staff' as const, duties: [duty], currentPassword: own.sent }
      void openLink(await own.asked(userList.add(user)))
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
              <Button size="small" variant="outline" onClick={() => void openLink(user)}>
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
          fieldClass="min-w-0 flex-1 basis-36"
          maxLength={MAX_USERNAME}
        />
        <SelectField
          label={t('users.link.where')}
          fieldClass="basis-36"
          value={duty.value}
          onValueChange={duty.onChange}
          options={DUTIES.map((value) => ({ value, label: t(`users.duty.${value}`) }))}
        />
        <Button type="submit" pending={sending.isPending} className="max-sm:w-full sm:mt-6">
          {t('common.add')}
        </Button>
        <OwnPasswordField own={own} className="basis-full" />
      </form>
      {/* Who works alone closes it by saying so. */}
      {team.length > 0 && (
        <div className="mt-3">
          <SettingSwitch name="registration" />
        </div>
      )}
    </>
  )
}
