import type { ComponentProps, RefObject } from 'react'
import { useController } from 'react-hook-form'
import * as z from 'zod/mini'
import { type ListedUser, newPasswordSchema, newUserSchema, ROLES, type Role } from '#shared/contracts/accounts.ts'
import { DUTIES, type Duty } from '#shared/domain/access.ts'
import { showDialog } from '../../../kit/dialog.tsx'
import { SendForm, useSendForm } from '../../../lib/changes/send-form.tsx'
import { answerTo } from '../../../lib/dialogs/confirm.tsx'
import { ConfirmDialog, SelectField, Switch, t } from '../../../ui/index.ts'
import { NewPasswordField, UsernameField } from '../account-fields.tsx'
import { OwnPasswordField, otherRole, useOwnPassword, userList } from './link-dialog.tsx'

interface DutySwitchesProps {
  value: readonly Duty[]
  onChange: (duties: Duty[]) => void
  /** Whether the dialog's title says already what they are. */
  isTitled?: boolean
}

/** A switch for each duty, with what it opens (docs/product/accounts.md#accounts-duties). */
function DutySwitches({ value, onChange, isTitled = false }: DutySwitchesProps) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className={isTitled ? 'sr-only' : 'text-sm font-semibold'}>{t('users.duties')}</legend>
      {DUTIES.map((duty) => (
        <Switch
          key={duty}
          label={t(`users.duty.${duty}`)}
          hint={t(`users.dutyHint.${duty}`)}
          checked={value.includes(duty)}
          onCheckedChange={(on) => onChange(DUTIES.filter((other) => (other === duty ? on : value.includes(other))))}
        />
      ))}
    </fieldset>
  )
}

export const openDuties = (user: ListedUser) =>
  showDialog({
    title: t('users.dutiesTitle', { username: user.username }),
    description: t('users.dutiesDescription'),
    content: (close) => <DutiesForm user={user} onSaved={close} />,
  })

export const openPassword = (user: ListedUser, isMe: boolean) =>
  showDialog({
    title: t('users.passwordTitle', { username: user.username }),
    description: t(isMe ? 'users.passwordMeDescription' : 'users.passwordDescription'),
    content: (close) => <PasswordForm user={user} onSaved={close} />,
  })

interface AskedUser {
  what: 'role' | 'remove'
  user: ListedUser
  isMe: boolean
  focusAfter: RefObject<HTMLElement | null>
}

/** Asks before a user is removed or gets another role, which may need the owner's own password; then does it. */
export const askAboutUser = (asked: AskedUser) =>
  answerTo<boolean>((open, close) => <UserQuestion {...asked} open={open} onAnswer={close} />)

type UserQuestionProps = AskedUser & Pick<ComponentProps<typeof ConfirmDialog>, 'open' | 'onAnswer'>

function UserQuestion({ what, user, isMe, focusAfter, ...dialog }: UserQuestionProps) {
  const own = useOwnPassword()
  const { username } = user
  const role = otherRole(user)
  const question =
    what === 'role'
      ? {
          title: t(`users.makeTitle.${role}`, { username }),
          description: t(isMe ? 'users.makeMeDescription' : `users.makeDescription.${role}`),
          confirm: t(`users.make.${role}`),
          action: () => own.asked(userList.setRole(user, { role, currentPassword: own.sent })),
        }
      : {
          title: t('users.removeTitle', { username }),
          description: t(isMe ? 'users.removeMeDescription' : 'users.removeDescription'),
          confirm: t('users.removeConfirm'),
          isDestructive: true,
          action: () => own.asked(userList.remove(user, { currentPassword: own.sent })),
          focusAfter,
        }
  return (
    <ConfirmDialog
      {...dialog}
      question={{ ...question, body: (act) => <OwnPasswordField own={own} onEnter={act} /> }}
    />
  )
}

const dutiesSchema = z.object({ duties: z.array(z.enum(DUTIES)) })

function DutiesForm({ user, onSaved }: { user: ListedUser; onSaved: () => void }) {
  const own = useOwnPassword()
  const sending = useSendForm({
    schema: dutiesSchema,
    start: { duties: user.duties },
    send: ({ duties }) => own.asked(userList.setDuties(user, { duties, currentPassword: own.sent })),
    onSent: onSaved,
  })
  const { value, onChange } = useController({ control: sending.form.control, name: 'duties' }).field
  return (
    <SendForm sending={sending} label={t('users.saveDuties')}>
      <DutySwitches value={value} onChange={onChange} isTitled />
      <OwnPasswordField own={own} />
    </SendForm>
  )
}

function PasswordForm({ user, onSaved }: { user: ListedUser; onSaved: () => void }) {
  const own = useOwnPassword()
  const sending = useSendForm({
    schema: newPasswordSchema,
    start: { password: '' },
    send: ({ password }) => own.asked(userList.setPassword(user, { password, currentPassword: own.sent })),
    onSent: onSaved,
  })
  return (
    <SendForm sending={sending} label={t('users.setPassword')}>
      <NewPasswordField label={t('users.newPassword')} {...sending.register('password')} />
      <OwnPasswordField own={own} />
    </SendForm>
  )
}

export const openNewUser = () =>
  showDialog({ title: t('users.addTitle'), content: (close) => <NewUserForm onCreated={close} /> })

function NewUserForm({ onCreated }: { onCreated: () => void }) {
  const own = useOwnPassword()
  const sending = useSendForm({
    schema: newUserSchema,
    start: { username: '', password: '', role: 'staff' as Role, duties: [] as Duty[] },
    send: ({ duties = [], ...user }) =>
      own.asked(
        userList.add({
          ...user,
          duties: user.role === 'staff' && duties.length > 0 ? duties : undefined,
          currentPassword: own.sent,
        }),
      ),
    fieldOfCode: { username_taken: 'username' },
    onSent: onCreated,
  })
  const { register, form } = sending
  const role = useController({ control: form.control, name: 'role' }).field
  const duties = useController({ control: form.control, name: 'duties' }).field
  return (
    <SendForm sending={sending} label={t('users.create')}>
      <UsernameField {...register('username')} />
      <NewPasswordField {...register('password')} />
      <SelectField
        label={t('users.role')}
        hint={t('users.roleHint')}
        value={role.value}
        onValueChange={role.onChange}
        options={ROLES.map((value) => ({ value, label: t(`users.roles.${value}`) }))}
      />
      {role.value === 'staff' && <DutySwitches value={duties.value ?? []} onChange={duties.onChange} />}
      <OwnPasswordField own={own} />
    </SendForm>
  )
}
