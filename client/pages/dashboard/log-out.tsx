import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSound } from '../../entities/live-orders/index.ts'
import { useLogout } from '../../features/accounts/index.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'

/**
 * Logging out, with the dialog that asks first on a device that rings for new orders
 * (docs/product/accounts.md#accounts-sign-out).
 */
export function useLogOut(): { start: () => void; dialog: ReactNode } {
  const { t } = useTranslation()
  const { mutate: logOut, isPending } = useLogout()
  const { isSwitchedOn: isSoundOn } = useSound()
  const [isConfirming, setConfirming] = useState(false)
  return {
    start() {
      if (isSoundOn) setConfirming(true)
      else if (!isPending) logOut()
    },
    dialog: (
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={t('dashboard.logoutTitle')}
        description={t('dashboard.logoutRings')}
        confirmLabel={t('dashboard.logout')}
        pending={isPending}
        onConfirm={() => logOut(undefined, { onError: () => setConfirming(false) })}
      />
    ),
  }
}
