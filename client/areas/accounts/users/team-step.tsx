import { type FormEvent, useState } from 'react'
import { type ListedUser, MAX_USERNAME } from '#shared/contracts/accounts.ts'
import { DUTIES, type Duty } from '#shared/domain/access.ts'
import { RequestError, randomKey } from '../../../lib/api/request-error.ts'
import { SettingSwitch } from '../../../lib/settings/change-settings.tsx'
import { Button, SelectField, SubjectDialog, TextField, useTranslation } from '../../../ui/index.ts'
import { LinkDialog, OwnPasswordField, useCreateUser, useOwnPassword, useUsers } from './link-dialog.tsx'

/** Adds staff by name, each with a code in place of a password (docs/product/first-steps.md#first-steps-team). */
export function TeamStep({ onAdd }: { onAdd: () => void }) {
  const { t } = useTranslation()
  const { data: users = [] } = useUsers()
  const { mutate, isPending, error } = useCreateUser()
  const [username, setUsername] = useState('')
  // One that nobody knows, the same when a lost answer is asked for again: the code signs in, and an owner can set another.
  const [password, setPassword] = useState(randomKey)
  const [duty, setDuty] = useState<Duty>('floor')
  const [shown, show] = useState<ListedUser | null>(null)
  const own = useOwnPassword()
  const team = users.filter(({ isOwner, duties }) => !isOwner && duties.length > 0)
  function add(event?: FormEvent) {
    event?.preventDefault()
    const name = username.trim()
    if (name === '' || isPending) return
    const user = { username: name, password, role: 'staff', duties: [duty] } as const
    const done = (created: ListedUser) => {
      onAdd()
      setUsername('')
      setPassword(randomKey())
      show(created)
    }
    mutate(
      { ...user, duties: [...user.duties], currentPassword: own.sent },
      { onSuccess: done, onError: own.recordError },
    )
  }
  const taken = error instanceof RequestError && error.code === 'username_taken' ? error.serverMessage : undefined
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
              <Button size="small" variant="outline" onClick={() => show(user)}>
                {t('users.link.code')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form noValidate onSubmit={add} className="flex flex-wrap items-start gap-3">
        <TextField
          label={t('users.link.name')}
          error={taken}
          fieldClass="min-w-0 flex-1 basis-44"
          value={username}
          onChange={({ target }) => setUsername(target.value)}
          maxLength={MAX_USERNAME}
        />
        <SelectField
          label={t('users.link.where')}
          fieldClass="basis-36"
          value={duty}
          onValueChange={setDuty}
          options={DUTIES.map((value) => ({ value, label: t(`users.duty.${value}`) }))}
        />
        <Button type="submit" pending={isPending} className="mt-6 max-sm:w-full">
          {t('common.add')}
        </Button>
        <OwnPasswordField own={own} className="basis-full" />
      </form>
      <div className="mt-3">
        <SettingSwitch name="registration" />
      </div>
      <SubjectDialog subject={shown}>
        {(user, open) => <LinkDialog open={open} user={user} onClose={() => show(null)} />}
      </SubjectDialog>
    </>
  )
}
