import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getSetup, login, logout, register } from '#shared/contracts/accounts.ts'
import type { Sent } from '#shared/contracts/endpoint.ts'
import { ANSWERS_CACHE } from '#shared/domain/cached-answers.ts'
import { callApi } from '../../lib/api/api.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { toast } from '../../ui/toast/store.ts'
import { setUser } from './current-user.ts'
import { dismissPlainHttpNotice } from './plain-http.tsx'

export function useLogin() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NonNullable<Sent<typeof login>['body']>) => callApi(login, { body }),
    async onSuccess(user) {
      dismissPlainHttpNotice()
      await forgetGuests()
      await setUser(queryClient, user)
      toast({
        title: t('auth.loginSuccessful'),
        description: t('auth.welcomeBack', { username: user.username }),
      })
    },
    onError: (error) => failed(t('auth.loginFailed'), error),
  })
}

export function useRegister() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NonNullable<Sent<typeof register>['body']>) => callApi(register, { body }),
    async onSuccess(user) {
      dismissPlainHttpNotice()
      await forgetGuests()
      await setUser(queryClient, user)
      toast({ title: t('auth.registrationSuccessful') })
    },
    onError: (error) => failed(t('auth.registrationFailed'), error),
  })
}

export function useLogout() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => callApi(logout),
    async onSuccess() {
      await setUser(queryClient, null)
      toast({ title: t('auth.loggedOut') })
    },
    onError: (error) => failed(t('auth.logoutFailed'), error),
  })
}

/** Whether the first owner is still to be made; false until it is known. */
export function useNeedsOwner(): boolean {
  const { data } = useQuery({
    queryKey: [getSetup.path],
    queryFn: ({ signal }) => callApi(getSetup, { signal }),
    // Somebody may have become the owner since this browser last asked.
    staleTime: 0,
  })
  return data?.needsOwner ?? false
}

/** What was kept for a guest is never shown to who signs in (docs/product.md#everywhere-offline). */
async function forgetGuests(): Promise<void> {
  try {
    // Only a page with a service worker has kept anything, and only in a secure context there are caches.
    await window.caches?.delete(ANSWERS_CACHE)
  } catch {
    // Storage that is forbidden has kept nothing.
  }
}

function failed(title: string, error: Error): void {
  toast({ variant: 'destructive', title, description: errorMessage(error) })
}
