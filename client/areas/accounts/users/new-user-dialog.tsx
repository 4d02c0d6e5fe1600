import { zodResolver } from '@hookform/resolvers/zod'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { newUserSchema, ROLES, type Role } from '#shared/contracts/accounts.ts'
import type { Duty } from '#shared/domain/access.ts'
import { RequestError } from '../../../lib/api/request-error.ts'
import { useFieldError } from '../../../lib/changes/field-error.ts'
import { Field, TextInput } from '../../../ui/inputs/field.tsx'
import { PasswordInput } from '../../../ui/inputs/password-input.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { useStayOpen } from '../../../ui/overlays/stay-open.ts'
import { Button } from '../../../ui/parts/button.tsx'
import { DutySwitches } from './duty-switches.tsx'
import { OwnPasswordField, useOwnPassword } from './own-password.tsx'
import { useCreateUser } from './user-calls.ts'

interface NewUserDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function NewUserDialog({ open, onOpenChange }: NewUserDialogProps) {
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
      <Field label={t('auth.username')} error={fieldError(errors.username)}>
        {(control) => (
          <TextInput
            {...control}
            {...form.register('username')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={50}
          />
        )}
      </Field>
      <Field label={t('auth.password')} error={fieldError(errors.password)} hint={t('auth.passwordHint')}>
        {(control) => (
          <PasswordInput {...control} {...form.register('password')} autoComplete="new-password" maxLength={200} />
        )}
      </Field>
      <Field label={t('users.role')} error={fieldError(errors.role)} hint={t('users.roleHint')}>
        {({ id }) => (
          <Controller
            name="role"
            control={form.control}
            render={({ field: { value, onChange } }) => (
              <Select
                id={id}
                value={value}
                onValueChange={onChange}
                options={ROLES.map((role) => ({ value: role, label: t(`users.roles.${role}`) }))}
              />
            )}
          />
        )}
      </Field>
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
