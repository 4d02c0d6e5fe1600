import { useEffect, useState } from 'react'
import { createUserLink, type ListedUser } from '#shared/contracts/accounts.ts'
import { sendChange } from '../../../lib/changes/send-change.ts'
import { useOwnerChange } from '../../../lib/changes/use-owner-change.ts'
import { serverNow } from '../../../lib/clock/server-clock.ts'
import { NotLoaded } from '../../../lib/loading/not-loaded.tsx'
import { Button, Dialog, toast, useTranslation, useWhileOpen } from '../../../ui/index.ts'
import { LocalWarning, localHostOf, QrCode, useAddresses } from '../../codes/index.ts'
import { OwnPasswordField, useOwnPassword } from './own-password.tsx'
import { reportFailure, useUsers } from './user-requests.ts'

type LinkedUser = Pick<ListedUser, 'id' | 'username'>

interface LinkDialogProps {
  user: LinkedUser | null
  onClose: () => void
}

/** The code that signs a user in on the phone that scans it; closes once they have signed in (docs/product/accounts.md#accounts-link). */
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
      {shown && <Code key={shown.id} user={shown} onUsed={onClose} />}
    </Dialog>
  )
}

function Code({ user: { id, username }, onUsed }: { user: LinkedUser; onUsed: () => void }) {
  const { t } = useTranslation()
  const [openedAt] = useState(serverNow)
  const { data: users } = useUsers()
  const signedInAt = users?.find((one) => one.id === id)?.lastSignInAt
  const isUsed = signedInAt != null && Date.parse(signedInAt) > openedAt
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is said once.
  useEffect(() => {
    if (!isUsed) return
    toast({ title: t('users.link.used', { username }) })
    onUsed()
  }, [isUsed])
  const own = useOwnPassword()
  const addressesQuery = useAddresses()
  const addresses = addressesQuery.data
  const { mutate, data, isPending } = useOwnerChange({
    mutationFn: (currentPassword: string | undefined) =>
      sendChange(createUserLink, { params: { id: String(id) }, body: { currentPassword } }),
    onError(error) {
      own.recordError(error)
      reportFailure(error, t('users.link.failed'))
    },
  })
  useEffect(() => mutate(undefined), [mutate])
  if (!addresses) return <NotLoaded queries={[addressesQuery]} shapes={['h-64']} />
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
