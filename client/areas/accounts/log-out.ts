import { confirm } from '../../lib/dialogs/confirm.tsx'
import { t } from '../../ui/index.ts'
import { useSound } from '../orders/index.ts'
import { useLogoutRequest } from './logout-request.ts'

/** Logging out; on a device that rings a question comes first (docs/product/accounts.md#accounts-sign-out). */
export function useLogOut(): { logOut: () => void; isPending: boolean } {
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
