import { useMutation } from '@tanstack/react-query'
import type { logout } from '#shared/contracts/accounts.ts'
import { callApi } from '../../lib/api/api.ts'
import { toastFailure } from '../../lib/changes/send-change.ts'
import { t, toast } from '../../ui/index.ts'
import { LOGOUT_KEY, reconnect, setUser } from './current-user.ts'

export function useLogoutRequest() {
  return useMutation({
    mutationKey: LOGOUT_KEY,
    mutationFn: () => callApi<typeof logout>('POST /api/logout 204'),
    async onSuccess() {
      await setUser(null)
      toast({ title: t('auth.loggedOut') })
    },
    onError(error) {
      toastFailure(t('auth.logoutFailed'), error)
      // The server may have ended the login session nevertheless; the page then learns so.
      void reconnect()
    },
  })
}
