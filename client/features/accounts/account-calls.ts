import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { getSetup, login, logout, register } from '#shared/contracts/accounts.ts'
import type { Sent } from '#shared/contracts/base/endpoint.ts'
import { ANSWERS_CACHE } from '#shared/domain/cached-answers.ts'
import { callApi } from '../../lib/api/api.ts'
import { toastFailure } from '../../lib/changes/toast-failure.ts'
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
      await deleteGuestCache()
      await setUser(queryClient, user)
      toast({
        title: t('auth.loginSuccessful'),
        description: t('auth.welcomeBack', { username: user.username }),
      })
    },
    onError: (error) => toastFailure(t('auth.loginFailed'), error),
  })
}

export function useRegister() {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: NonNullable<Sent<typeof register>['body']>) => callApi(register, { body }),
    async onSuccess(user) {
      dismissPlainHttpNotice()
      await deleteGuestCache()
      await setUser(queryClient, user)
      toast({ title: t('auth.registrationSuccessful') })
    },
    onError: (error) => toastFailure(t('auth.registrationFailed'), error),
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
    onError: (error) => toastFailure(t('auth.logoutFailed'), error),
  })
}

/** Whether there is no owner yet, so that registering creates the first one; false until fetched. */
export function useNeedsOwner(): boolean {
  const { data } = useQuery({
    queryKey: [getSetup.path],
    queryFn: ({ signal }) => callApi(getSetup, { signal }),
    // Somebody may have become the owner since the last fetch.
    staleTime: 0,
  })
  return data?.needsOwner ?? false
}

/**
 * Deletes the responses cached for a guest, which a signed-in user must not see
 * (docs/product/everywhere.md#everywhere-offline).
 */
async function deleteGuestCache(): Promise<void> {
  try {
    // `caches` exists only in a secure context, where the service worker runs.
    await window.caches?.delete(ANSWERS_CACHE)
  } catch {
    // With storage forbidden, nothing was cached.
  }
}
