import { useMutation } from '@tanstack/react-query'
import { login, loginByLink, register, type User } from '#shared/contracts/accounts.ts'
import type { Sent } from '#shared/contracts/base/endpoint.ts'
import { ANSWERS_CACHE } from '#shared/domain/cached-answers.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { callApi } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/api/query.ts'
import { toastFailure } from '../../lib/changes/send-change.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { currentLanguage } from '../../lib/words/language.ts'
import { chooseLanguage } from '../../lib/words/load-words.ts'
import { toast, useTranslation } from '../../ui/index.ts'
import { useSound } from '../orders/index.ts'
import { setUser } from './current-user.ts'
import { setupKey } from './first-owner.ts'
import { useLogoutRequest } from './logout-request.ts'
import { dismissPlainHttpNotice } from './sign-in-notices.tsx'

export function useLogin() {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: (body: NonNullable<Sent<typeof login>['body']>) => callApi(login, { body }),
    onSuccess: (user) => welcome(user, t),
    onError: (error) => toastFailure(t('auth.loginFailed'), error),
  })
}

/** Signs in with the word of a link. @param onDone called after a failure too */
export function useLinkSignIn(onDone: () => void) {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: (word: string) => callApi(loginByLink, { body: { word } }),
    onSuccess: (user) => welcome(user, t),
    onError: (error) => toastFailure(t('auth.loginFailed'), error),
    onSettled: onDone,
  })
}

async function welcome(user: User, t: TFunction): Promise<void> {
  dismissPlainHttpNotice()
  await deleteGuestCache()
  await setUser(user)
  toast({ title: t('auth.loginSuccessful'), description: t('auth.welcomeBack', { username: user.username }) })
}

export function useRegister() {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: (body: NonNullable<Sent<typeof register>['body']>) => callApi(register, { body }),
    async onSuccess(user) {
      // The first owner goes on in the language of this page; the restaurant's is still the default.
      if (user.isOwner) void chooseLanguage(currentLanguage())
      dismissPlainHttpNotice()
      await deleteGuestCache()
      await setUser(user)
      toast({ title: t('auth.registrationSuccessful') })
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
    await window.caches?.delete(ANSWERS_CACHE)
  } catch {
    // With storage forbidden, nothing was cached.
  }
}

/** Logging out; on a device that rings a question comes first (docs/product/accounts.md#accounts-sign-out). */
export function useLogOut(): { logOut: () => void; isPending: boolean } {
  const { t } = useTranslation()
  const { mutateAsync, isPending } = useLogoutRequest()
  const { isSwitchedOn: isSoundOn } = useSound()
  const action = () => mutateAsync().catch(() => {})
  const question = { title: t('auth.logOutTitle'), description: t('auth.logOutRings'), confirm: t('auth.logOut') }
  return {
    logOut() {
      if (isSoundOn) void confirm({ ...question, action })
      else if (!isPending) void action()
    },
    isPending,
  }
}
