import { zodResolver } from '@hookform/resolvers/zod'
import { type FormEvent, type RefObject, useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { type ListedUser, newPasswordSchema, newUserSchema, ROLES, type Role } from '#shared/contracts/accounts.ts'
import { DUTIES, type Duty } from '#shared/domain/access.ts'
import { RequestError } from '../../../lib/api/request-error.ts'
import { useFieldError, useFieldProps } from '../../../lib/changes/field-error.ts'
import {
  Button,
  ConfirmDialog,
  Dialog,
  PasswordInput,
  SelectField,
  Switch,
  TextField,
  useStayOpen,
  useTranslation,
} from '../../../ui/index.ts'
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
  const { t } = useTranslation()
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
  const { t } = useTranslation()
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
  const { t } = useTranslation()
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
          action: () =>
            changeRole.mutateAsync(
              { item: user, input: { role, currentPassword: own.sent } },
              { onError: own.recordError },
            ),
        }
      : {
          title: t('users.removeTitle', { username }),
          description: t(isMe ? 'users.removeMeDescription' : 'users.removeDescription'),
          confirm: t('users.removeConfirm'),
          isDestructive: true,
          action: () =>
            remove.mutateAsync({ item: user, input: { currentPassword: own.sent } }, { onError: own.recordError }),
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

function DutiesForm({ user, onSaved }: { user: ListedUser; onSaved: () => void }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useChangeDuties()
  const [duties, setDuties] = useState(user.duties)
  const own = useOwnPassword()
  const save = (event: FormEvent) => {
    event.preventDefault()
    mutate(
      { item: user, input: { duties, currentPassword: own.sent } },
      { onSuccess: onSaved, onError: own.recordError },
    )
  }
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={save}>
      <DutySwitches value={duties} onChange={setDuties} isTitled />
      <OwnPasswordField own={own} />
      <Button type="submit" pending={isPending} className="mt-1 w-full">
        {t('users.saveDuties')}
      </Button>
    </form>
  )
}

function PasswordForm({ user, onSaved }: { user: ListedUser; onSaved: () => void }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useResetPassword()
  const form = useForm({ resolver: zodResolver(newPasswordSchema), defaultValues: { password: '' } })
  const register = useFieldProps(form)
  useStayOpen(form.formState.isDirty)
  const own = useOwnPassword()
  const submit = form.handleSubmit(({ password }) =>
    mutate(
      { item: user, input: { password, currentPassword: own.sent } },
      { onSuccess: onSaved, onError: own.recordError },
    ),
  )
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <TextField
        as={PasswordInput}
        label={t('users.newPassword')}
        hint={t('auth.passwordHint')}
        {...register('password')}
        autoComplete="new-password"
        maxLength={200}
      />
      <OwnPasswordField own={own} />
      <Button type="submit" pending={isPending} className="mt-1 w-full">
        {t('users.setPassword')}
      </Button>
    </form>
  )
}

export function NewUserDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { t } = useTranslation()
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('users.addTitle')}>
      <NewUserForm onCreated={() => onOpenChange(false)} />
    </Dialog>
  )
}

// A component of its own, so that each opening starts with an empty form.
function NewUserForm({ onCreated }: { onCreated: () => void }) {
  const { t } = useTranslation()
  const fieldError = useFieldError()
  const { mutate, isPending } = useCreateUser()
  const form = useForm({
    resolver: zodResolver(newUserSchema),
    defaultValues: { username: '', password: '', role: 'staff' as Role, duties: [] as Duty[] },
  })
  const register = useFieldProps(form)
  const { errors } = form.formState
  useStayOpen(form.formState.isDirty)
  const own = useOwnPassword()
  const handleError = (error: Error) => {
    own.recordError(error)
    if (!(error instanceof RequestError) || error.code !== 'username_taken') return
    form.setError('username', { type: 'server', message: error.serverMessage }, { shouldFocus: true })
  }
  const isStaff = useWatch({ control: form.control, name: 'role' }) === 'staff'
  const submit = form.handleSubmit(({ duties = [], ...values }) =>
    mutate(
      { ...values, duties: isStaff && duties.length > 0 ? duties : undefined, currentPassword: own.sent },
      { onSuccess: onCreated, onError: handleError },
    ),
  )
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('auth.username')}
        {...register('username')}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={50}
      />
      <TextField
        as={PasswordInput}
        label={t('auth.password')}
        hint={t('auth.passwordHint')}
        {...register('password')}
        autoComplete="new-password"
        maxLength={200}
      />
      <Controller
        name="role"
        control={form.control}
        render={({ field: { value, onChange } }) => (
          <SelectField
            label={t('users.role')}
            error={fieldError(errors.role)}
            hint={t('users.roleHint')}
            value={value}
            onValueChange={onChange}
            options={ROLES.map((role) => ({ value: role, label: t(`users.roles.${role}`) }))}
          />
        )}
      />
      {isStaff && (
        <Controller
          name="duties"
          control={form.control}
          render={({ field: { value = [], onChange } }) => <DutySwitches value={value} onChange={onChange} />}
        />
      )}
      <OwnPasswordField own={own} />
      <Button type="submit" pending={isPending} className="mt-1 w-full">
        {t('users.create')}
      </Button>
    </form>
  )
}
