import { zodResolver } from '@hookform/resolvers/zod'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { type FieldErrors, type UseFormRegisterReturn, useForm } from 'react-hook-form'
import { credentialsSchema, registrationSchema } from '#shared/contracts/accounts.ts'
import { entry } from '../../lib/browser/entry.ts'
import { useFieldError } from '../../lib/changes/field-error.ts'
import { Button, PasswordInput, SpinnerPage, TextField, useTranslation } from '../../ui/index.ts'
import { useLinkSignIn, useLogin, useRegister } from './account-requests.tsx'
import { useNeedsOwner } from './first-owner.ts'

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
  const needsOwner = useNeedsOwner() ?? false
  const [isWarned, setWarned] = useState(false)
  const explanation = useId()
  const form = useForm({
    resolver: zodResolver(registrationSchema),
    defaultValues: { username: '', password: '', isOwner: true },
  })
  const registerAs = (isOwner: boolean) =>
    form.handleSubmit(({ username, password }) => mutate({ username, password, isOwner }))
  const submit = form.handleSubmit(({ isOwner, ...account }) => {
    if (needsOwner && !isOwner && !isWarned) setWarned(true)
    else mutate({ ...account, isOwner: needsOwner && isOwner })
  })
  return (
    <AccountForm
      isNew
      onSubmit={submit}
      username={form.register('username')}
      password={form.register('password')}
      errors={form.formState.errors}
      pending={isPending}
      submitLabel={t('auth.register')}
      submittingLabel={t('auth.creatingAccount')}
      heading={needsOwner && t('auth.firstOwner.title')}
    >
      <div>
        <label className="flex min-h-11 items-center gap-3 text-body font-medium has-disabled:text-muted">
          <input
            // Another one, which no longer belongs to the form, once somebody else has become the owner.
            key={String(needsOwner)}
            type="checkbox"
            className="size-5 shrink-0 accent-accent"
            aria-describedby={explanation}
            {...(needsOwner ? form.register('isOwner', { onChange: () => setWarned(false) }) : { disabled: true })}
          />
          {t('auth.isOwner')}
        </label>
        <p id={explanation} className="pl-8 text-sm text-pretty text-muted">
          {t(needsOwner ? 'auth.firstOwner.tick' : 'auth.firstOwner.exists')}
        </p>
      </div>
      {needsOwner && isWarned && (
        <div ref={showWhole} role="alert" className="rounded-control bg-pending-soft p-4 text-body text-pretty">
          <p>{t('auth.firstOwner.withoutTick')}</p>
          <div className="mt-3 flex flex-wrap gap-2.5">
            <Button size="small" pending={isPending} onClick={(event) => void registerAs(true)(event)}>
              {t('auth.firstOwner.title')}
            </Button>
            <Button
              size="small"
              variant="outline"
              disabled={isPending}
              onClick={(event) => void registerAs(false)(event)}
            >
              {t('auth.firstOwner.createStaff')}
            </Button>
          </div>
        </div>
      )}
    </AccountForm>
  )
}

/** Scrolls to what has just appeared, if it is not wholly visible. */
function showWhole(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
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
  heading?: string | false
  children?: ReactNode
}

function AccountForm(props: AccountFormProps) {
  const { isNew, onSubmit, username, password, errors, pending, submitLabel, submittingLabel, heading, children } =
    props
  const { t } = useTranslation()
  const fieldError = useFieldError()
  const autoComplete = isNew ? 'new-password' : 'current-password'
  return (
    <form noValidate className="flex flex-col gap-4 pt-5" onSubmit={(event) => void onSubmit(event)}>
      {heading && <h3 className="display text-xl">{heading}</h3>}
      <TextField
        label={t('auth.username')}
        error={fieldError(errors.username)}
        {...username}
        autoComplete="username"
        {...UNCORRECTED}
      />
      <TextField
        as={PasswordInput}
        label={t('auth.password')}
        error={fieldError(errors.password)}
        hint={isNew && t('auth.passwordHint')}
        {...password}
        autoComplete={autoComplete}
        maxLength={200}
      />
      {children}
      <Button type="submit" pending={pending} className="mt-1 w-full">
        {pending ? submittingLabel : submitLabel}
      </Button>
    </form>
  )
}

const PREFIX = '#link='

/** The word of the link by which this page was opened; it leaves the address, so that nobody finds it in the history. */
export function takeLinkWord(): string | undefined {
  const { hash, pathname } = window.location
  if (!hash.startsWith(PREFIX)) return undefined
  entry.set({}, pathname)
  return hash.slice(PREFIX.length)
}

/** Signs in by a link; if that fails, a toast says why. */
export function LinkSignIn({ word, onDone }: { word: string; onDone: () => void }) {
  const { t } = useTranslation()
  const { mutate } = useLinkSignIn(onDone)
  useEffect(() => mutate(word), [mutate, word])
  return <SpinnerPage label={t('common.loading')} />
}
