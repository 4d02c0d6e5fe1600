import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import {
  credentialsSchema,
  getCurrentUser,
  login,
  loginByLink,
  register as registerUser,
  registrationSchema,
  type User,
} from '#shared/contracts/accounts.ts'
import type { Sent } from '#shared/contracts/base/endpoint.ts'
import { RESPONSES_CACHE } from '#shared/domain/cached-responses.ts'
import { callApi } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/api/query.ts'
import { isSignedOut } from '../../lib/api/request-error.ts'
import { entry, paths } from '../../lib/browser/paths.ts'
import { toastFailure } from '../../lib/changes/send-change.ts'
import { SendForm, useSendForm } from '../../lib/changes/send-form.tsx'
import { chooseLanguage } from '../../lib/words/load-words.ts'
import { Button, language, PasswordInput, SpinnerPage, TextField, t, toast } from '../../ui/index.ts'
import { NewPasswordField, UsernameField } from './account-fields.tsx'
import { setUser } from './current-user.ts'
import { setupKey, useNeedsOwner } from './first-owner.ts'
import { dismissPlainHttpNotice, homeOf } from './sign-in-notices.tsx'
import { welcomeOnMenu } from './welcome.ts'

/** @param onSettled called after a failure too */
function useSignIn<Input>(request: (input: Input) => Promise<User>, onSettled?: () => void) {
  return useMutation({
    mutationFn: request,
    onSuccess(user) {
      const description = t('auth.welcomeBack', { username: user.username })
      return enter(user, { title: t('auth.loginSuccessful'), description })
    },
    onError: (error) => toastFailure(t('auth.loginFailed'), error),
    onSettled,
  })
}

/** Goes on as the user who has just signed in, if this browser has kept the login session's cookie. */
async function enter(user: User, welcome: { title: string; description?: string }): Promise<void> {
  try {
    await callApi(getCurrentUser)
  } catch (error) {
    if (isSignedOut(error)) {
      toast({ variant: 'destructive', title: t('auth.loginFailed'), description: t('auth.noCookies') })
      return
    }
  }
  dismissPlainHttpNotice()
  await deleteGuestCache()
  if (homeOf(user) === paths.menu) welcomeOnMenu.write(welcome)
  await setUser(user)
  toast(welcome)
}

function useRegister() {
  return useMutation({
    mutationFn: (body: NonNullable<Sent<typeof registerUser>['body']>) => callApi(registerUser, { body }),
    async onSuccess(user) {
      // The first owner goes on in the language of this page; the restaurant's is still the default.
      if (user.isOwner) void chooseLanguage(language)
      await enter(user, { title: t('auth.registrationSuccessful') })
    },
    onError(error) {
      toastFailure(t('auth.registrationFailed'), error)
      // Somebody else may have become the owner meanwhile.
      void queryClient.invalidateQueries({ queryKey: setupKey })
    },
  })
}

/** Deletes the responses that are cached for guests only (docs/product/everywhere.md#everywhere-offline). */
async function deleteGuestCache(): Promise<void> {
  try {
    // `caches` exists only in a secure context, where the service worker runs.
    await window.caches?.delete(RESPONSES_CACHE)
  } catch {
    // With storage forbidden, nothing was cached.
  }
}

export function LoginForm() {
  const { mutateAsync } = useSignIn((body: NonNullable<Sent<typeof login>['body']>) => callApi(login, { body }))
  const sending = useSendForm({
    schema: credentialsSchema,
    start: { username: '', password: '' },
    send: mutateAsync,
    fieldOfCode: { invalid_credentials: 'password' },
  })
  const { register } = sending
  return (
    <SendForm sending={sending} label={t(sending.isPending ? 'auth.loggingIn' : 'auth.login')} className="pt-5">
      <UsernameField {...register('username')} autoComplete="username" />
      <TextField
        as={PasswordInput}
        label={t('auth.password')}
        {...register('password')}
        autoComplete="current-password"
        maxLength={200}
      />
    </SendForm>
  )
}

export function RegisterForm() {
  const { mutateAsync } = useRegister()
  const needsOwner = useNeedsOwner() ?? false
  const [isWarned, setWarned] = useState(false)
  const explanation = useId()
  const sending = useSendForm({
    schema: registrationSchema,
    start: { username: '', password: '', isOwner: true },
    async send({ isOwner, ...account }) {
      if (needsOwner && !isOwner && !isWarned) setWarned(true)
      else await mutateAsync({ ...account, isOwner: needsOwner && isOwner })
    },
  })
  const { form, register, isPending, submit } = sending
  return (
    <SendForm sending={sending} label={t(isPending ? 'auth.creatingAccount' : 'auth.register')} className="pt-5">
      {needsOwner && <h3 className="display text-xl">{t('auth.firstOwner.title')}</h3>}
      <UsernameField {...register('username')} autoComplete="username" />
      <NewPasswordField {...register('password')} />
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
            <Button
              size="small"
              pending={isPending}
              onClick={() => {
                form.setValue('isOwner', true)
                submit()
              }}
            >
              {t('auth.firstOwner.title')}
            </Button>
            <Button size="small" variant="outline" disabled={isPending} onClick={submit}>
              {t('auth.firstOwner.createStaff')}
            </Button>
          </div>
        </div>
      )}
    </SendForm>
  )
}

/** Scrolls to what has just appeared, if it is not wholly visible. */
function showWhole(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
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
  const { mutate } = useSignIn((linked: string) => callApi(loginByLink, { body: { word: linked } }), onDone)
  useEffect(() => mutate(word), [mutate, word])
  return <SpinnerPage label={t('common.loading')} />
}
