import type { RefObject } from 'react'
import { useController } from 'react-hook-form'
import * as z from 'zod/mini'
import { type ListedUser, newPasswordSchema, newUserSchema, ROLES, type Role } from '#shared/contracts/accounts.ts'
import { DUTIES, type Duty } from '#shared/domain/access.ts'
import { SendForm, useSendForm } from '../../../lib/changes/send-form.tsx'
import { ConfirmDialog, Dialog, SelectField, Switch, t } from '../../../ui/index.ts'
import { NewPasswordField, UsernameField } from '../account-fields.tsx'
import {
  OwnPasswordField,
  useChangeDuties,
  useChangeRole,
  useCreateUser,
  useOwnPassword,
  useRemoveUser,
  useResetPassword,
} from './link-dialog.tsx'

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

interface UserDialogProps {
  open: boolean
  user: ListedUser
  isMe: boolean
  onClose: () => void
}

export function UserDialog({ open, user, isMe, what, onClose }: UserDialogProps & { what: 'duties' | 'password' }) {
  const { username } = user
  const form =
    what === 'duties'
      ? { title: t('users.dutiesTitle', { username }), description: t('users.dutiesDescription'), Form: DutiesForm }
      : {
          title: t('users.passwordTitle', { username }),
          description: t(isMe ? 'users.passwordMeDescription' : 'users.passwordDescription'),
          Form: PasswordForm,
        }
  return (
    <Dialog open={open} onOpenChange={onClose} title={form.title} description={form.description}>
      <form.Form user={user} onSaved={onClose} />
    </Dialog>
  )
}

interface UserQuestionProps extends UserDialogProps {
  what: 'role' | 'remove'
  onDone: () => void
  focusAfter: RefObject<HTMLElement | null>
}

/** Asks before a user is removed or gets another role; it may need the owner's own password. */
export function UserQuestion({ open, what, user, isMe, onClose, onDone, focusAfter }: UserQuestionProps) {
  const own = useOwnPassword()
  const changeRole = useChangeRole()
  const remove = useRemoveUser()
  const { username } = user
  const role = user.isOwner ? 'staff' : 'owner'
  const texts =
    what === 'role'
      ? {
          title: t(`users.makeTitle.${role}`, { username }),
          description: t(isMe ? 'users.makeMeDescription' : `users.makeDescription.${role}`),
          confirm: t(`users.make.${role}`),
          action: () => own.asked(changeRole.mutateAsync({ item: user, input: { role, currentPassword: own.sent } })),
        }
      : {
          title: t('users.removeTitle', { username }),
          description: t(isMe ? 'users.removeMeDescription' : 'users.removeDescription'),
          confirm: t('users.removeConfirm'),
          isDestructive: true,
          action: () => own.asked(remove.mutateAsync({ item: user, input: { currentPassword: own.sent } })),
          focusAfter,
        }
  return (
    <ConfirmDialog
      open={open}
      question={{ ...texts, body: (act) => <OwnPasswordField own={own} onEnter={act} /> }}
      onAnswer={(isDone) => {
        onClose()
        if (isDone) onDone()
      }}
    />
  )
}

const dutiesSchema = z.object({ duties: z.array(z.enum(DUTIES)) })

function DutiesForm({ user, onSaved }: { user: ListedUser; onSaved: () => void }) {
  const { mutateAsync } = useChangeDuties()
  const own = useOwnPassword()
  const sending = useSendForm({
    schema: dutiesSchema,
    start: { duties: user.duties },
    send: ({ duties }) => own.asked(mutateAsync({ item: user, input: { duties, currentPassword: own.sent } })),
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
  const { mutateAsync } = useResetPassword()
  const own = useOwnPassword()
  const sending = useSendForm({
    schema: newPasswordSchema,
    start: { password: '' },
    send: ({ password }) => own.asked(mutateAsync({ item: user, input: { password, currentPassword: own.sent } })),
    onSent: onSaved,
  })
  return (
    <SendForm sending={sending} label={t('users.setPassword')}>
      <NewPasswordField label={t('users.newPassword')} {...sending.register('password')} />
      <OwnPasswordField own={own} />
    </SendForm>
  )
}

export function NewUserDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('users.addTitle')}>
      <NewUserForm onCreated={() => onOpenChange(false)} />
    </Dialog>
  )
}

// A component of its own, so that each opening starts with an empty form.
function NewUserForm({ onCreated }: { onCreated: () => void }) {
  const { mutateAsync } = useCreateUser()
  const own = useOwnPassword()
  const sending = useSendForm({
    schema: newUserSchema,
    start: { username: '', password: '', role: 'staff' as Role, duties: [] as Duty[] },
    send: ({ duties = [], ...user }) =>
      own.asked(
        mutateAsync({
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
