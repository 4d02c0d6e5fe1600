import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { useSound } from '../orders/index.ts'
import { useLogout } from './account-calls.ts'

/**
 * Logging out, with the dialog that asks first on a device that rings
 * (docs/product/accounts.md#accounts-sign-out).
 */
export function useLogOut(): { start: () => void; isPending: boolean; dialog: ReactNode } {
  const { t } = useTranslation()
  const { mutate: logOut, isPending } = useLogout()
  const { isSwitchedOn: isSoundOn } = useSound()
  const [isConfirming, setConfirming] = useState(false)
  return {
    start() {
      if (isSoundOn) setConfirming(true)
      else if (!isPending) logOut()
    },
    isPending,
    dialog: (
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={t('auth.logOutTitle')}
        description={t('auth.logOutRings')}
        confirmLabel={t('auth.logOut')}
        pending={isPending}
        onConfirm={() => logOut(undefined, { onError: () => setConfirming(false) })}
      />
    ),
  }
}
