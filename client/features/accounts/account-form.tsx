import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { type FieldErrors, type UseFormRegisterReturn, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { credentialsSchema, registrationSchema } from '#shared/contracts/accounts.ts'
import { useFieldError } from '../../lib/changes/field-error.ts'
import { Field, TextInput } from '../../ui/inputs/field.tsx'
import { PasswordInput } from '../../ui/inputs/password-input.tsx'
import { Button } from '../../ui/parts/button.tsx'
import { useLogin, useNeedsOwner, useRegister } from './account-calls.ts'

export function LoginForm() {
  const { t } = useTranslation()
  const { mutate, isPending } = useLogin()
  const form = useForm({ resolver: zodResolver(credentialsSchema), defaultValues: { username: '', password: '' } })
  return (
    <AccountForm
      onSubmit={form.handleSubmit((values) => mutate(values))}
      username={form.register('username')}
      password={form.register('password')}
      errors={form.formState.errors}
      pending={isPending}
      submitLabel={t('auth.login')}
      submittingLabel={t('auth.loggingIn')}
    />
  )
}

export function RegisterForm() {
  const { t } = useTranslation()
  const { mutate, isPending } = useRegister()
  const needsOwner = useNeedsOwner()
  const form = useForm({
    resolver: zodResolver(registrationSchema),
    defaultValues: { username: '', password: '', isOwner: false },
  })
  return (
    <AccountForm
      isNew
      onSubmit={form.handleSubmit((values) => mutate(values))}
      username={form.register('username')}
      password={form.register('password')}
      errors={form.formState.errors}
      pending={isPending}
      submitLabel={t('auth.register')}
      submittingLabel={t('auth.creatingAccount')}
    >
      {needsOwner && (
        <label className="flex min-h-11 items-center gap-3 text-[15px] font-medium">
          <input type="checkbox" className="size-5 shrink-0 accent-accent" {...form.register('isOwner')} />
          {t('auth.isOwner')}
        </label>
      )}
    </AccountForm>
  )
}

const UNCORRECTED = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false, maxLength: 50 } as const

interface AccountFormProps {
  /** Whether the form creates an account, with a new password. */
  isNew?: boolean
  onSubmit: (event: React.SyntheticEvent) => Promise<void>
  username: UseFormRegisterReturn
  password: UseFormRegisterReturn
  errors: FieldErrors<{ username: string; password: string }>
  pending: boolean
  submitLabel: string
  submittingLabel: string
  children?: ReactNode
}

function AccountForm(props: AccountFormProps) {
  const { isNew, onSubmit, username, password, errors, pending, submitLabel, submittingLabel, children } = props
  const { t } = useTranslation()
  const fieldError = useFieldError()
  const autoComplete = isNew ? 'new-password' : 'current-password'
  return (
    <form noValidate className="flex flex-col gap-4 pt-5" onSubmit={(event) => void onSubmit(event)}>
      <Field label={t('auth.username')} error={fieldError(errors.username)}>
        {(control) => <TextInput {...control} {...username} autoComplete="username" {...UNCORRECTED} />}
      </Field>
      <Field label={t('auth.password')} error={fieldError(errors.password)} hint={isNew && t('auth.passwordHint')}>
        {(control) => <PasswordInput {...control} {...password} autoComplete={autoComplete} maxLength={200} />}
      </Field>
      {children}
      <Button type="submit" pending={pending} className="mt-1 w-full">
        {pending ? submittingLabel : submitLabel}
      </Button>
    </form>
  )
}
