import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLogout } from '../../features/accounts/index.ts'
import { useSound } from '../../features/orders/index.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { IconButton } from '../../ui/parts/icon-button.tsx'

/** Logs out; asks first on a device that rings for new orders (docs/product/accounts.md#accounts-sign-out). */
export function LogOutButton() {
  const { t } = useTranslation()
  const { mutate: logOut, isPending } = useLogout()
  const { isSwitchedOn: isSoundOn } = useSound()
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <IconButton
        label={t('dashboard.logout')}
        variant="outline"
        disabled={isPending}
        onClick={() => (isSoundOn ? setConfirming(true) : logOut())}
      >
        <LogOut aria-hidden="true" className="size-5" />
      </IconButton>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={t('dashboard.logoutTitle')}
        description={t('dashboard.logoutRings')}
        confirmLabel={t('dashboard.logout')}
        pending={isPending}
        onConfirm={() => logOut(undefined, { onError: () => setConfirming(false) })}
      />
    </>
  )
}
