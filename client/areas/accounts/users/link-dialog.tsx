import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { createUserLink, type ListedUser } from '#shared/contracts/accounts.ts'
import { sendChange } from '../../../lib/changes/send-change.ts'
import { useOwnerChange } from '../../../lib/changes/use-owner-change.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { useWhileOpen } from '../../../ui/overlays/opening.ts'
import { Button } from '../../../ui/parts/button.tsx'
import { LocalWarning, localHostOf, QrCode, useAddresses } from '../../codes/index.ts'
import { OwnPasswordField, useOwnPassword } from './own-password.tsx'
import { reportFailure } from './user-requests.ts'

type LinkedUser = Pick<ListedUser, 'id' | 'username'>

interface LinkDialogProps {
  /** Null closes the dialog. */
  user: LinkedUser | null
  onClose: () => void
}

/** The code that signs a user in on the phone that scans it (docs/product/accounts.md#accounts-link). */
export function LinkDialog({ user, onClose }: LinkDialogProps) {
  const { t } = useTranslation()
  const shown = useWhileOpen(user !== null, user ?? undefined)
  return (
    <Dialog
      open={user !== null}
      onOpenChange={onClose}
      title={shown && t('users.link.title', { username: shown.username })}
      description={t('users.link.about')}
    >
      {shown && <Code key={shown.id} user={shown} />}
    </Dialog>
  )
}

function Code({ user: { id } }: { user: LinkedUser }) {
  const { t } = useTranslation()
  const own = useOwnPassword()
  const { data: addresses } = useAddresses()
  const { mutate, data, isPending } = useOwnerChange({
    mutationFn: (currentPassword: string | undefined) =>
      sendChange(createUserLink, { params: { id: String(id) }, body: { currentPassword } }),
    onError(error) {
      own.recordError(error)
      reportFailure(error, t('users.link.failed'))
    },
  })
  useEffect(() => mutate(undefined), [mutate])
  if (!addresses) return null
  if (localHostOf(addresses.origin)) return <LocalWarning addresses={addresses} />
  const address = data && addresses.origin + data.link
  return (
    <>
      {address && (
        <div className="mx-auto w-fit rounded-control border border-line bg-code-ground p-6">
          <QrCode address={address} label={t('users.link.code')} size={220} />
        </div>
      )}
      {!data && <OwnPasswordField own={own} onEnter={() => mutate(own.sent)} />}
      <Button variant="outline" className="mt-4 w-full" pending={isPending} onClick={() => mutate(own.sent)}>
        {t(data ? 'users.link.another' : 'users.link.show')}
      </Button>
    </>
  )
}
