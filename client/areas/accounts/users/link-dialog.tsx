import { useEffect, useRef, useState } from 'react'
import * as api from '#shared/contracts/accounts.ts'
import { createUserLink, type ListedUser } from '#shared/contracts/accounts.ts'
import type { Sent } from '#shared/contracts/base/endpoint.ts'
import type { Duty } from '#shared/domain/access.ts'
import { callApi } from '../../../lib/api/api.ts'
import { areaKey } from '../../../lib/api/query.ts'
import { RequestError } from '../../../lib/api/request-error.ts'
import { useInputKeys } from '../../../lib/changes/add-once.ts'
import { resource, useOwnerChange } from '../../../lib/changes/resource.ts'
import { sendChange, toastFailure } from '../../../lib/changes/send-change.ts'
import { serverNow } from '../../../lib/clock/server-clock.ts'
import { NotLoaded } from '../../../lib/loading/list.tsx'
import { beforeServiceKey } from '../../../lib/settings/change-settings.tsx'
import { Button, Dialog, PasswordInput, TextField, t, toast } from '../../../ui/index.ts'
import { LocalWarning, localHostOf, QrCode, useAddresses } from '../../codes/index.ts'

const listedUsers = resource<ListedUser>({
  queryKey: areaKey('users'),
  queryFn: ({ signal }) => callApi(api.listUsers, { signal }),
  // The first steps count who works here.
  also: [beforeServiceKey],
})
export const useUsers = listedUsers.useList

type NewUser = NonNullable<Sent<typeof api.createUser>['body']>
/** Without the asking owner's own password, which may be asked for in between. */
const accountOf = ({ currentPassword: _, ...account }: NewUser) => account

export function useCreateUser() {
  const { keyOf, settle } = useInputKeys()
  return useOwnerChange({
    ...listedUsers.inTurn,
    mutationFn: (body: NewUser) =>
      sendChange(api.createUser, { body, headers: { 'Idempotency-Key': keyOf(accountOf(body)) } }),
    onSuccess(user, body) {
      settle(accountOf(body))
      listedUsers.put(user)
      const { username } = user
      toast({ title: t('users.created'), description: t('users.createdDescription', { username }) })
    },
    onError(error, body) {
      settle(accountOf(body), error)
      // Prefer the server's message if it sent one (docs/product/accounts.md#accounts-users).
      const message = error instanceof RequestError ? error.serverMessage : undefined
      reportFailure(error, t('common.error'), message || t('userCreateError'))
    },
  })
}

type WithOwnPassword<Input> = Input & { currentPassword: string | undefined }

export const useResetPassword = listedUsers.change(api.resetPassword, {
  body: (_, input: WithOwnPassword<{ password: string }>) => input,
  put: null,
  onDone: ({ username }) =>
    toast({ title: t('users.passwordSet'), description: t('users.passwordSetDescription', { username }) }),
  onFailed: (error) => reportFailure(error, t('common.notChanged')),
})

export const useChangeRole = listedUsers.change(api.changeUser, {
  body: (_, input: WithOwnPassword<{ role: ListedUser['role'] }>) => input,
  onDone: ({ username }, { role }) =>
    toast({ title: t('users.roleChanged'), description: `${username}: ${t(`users.roles.${role}`)}` }),
  onFailed: (error) => reportFailure(error, t('common.notChanged')),
})

export const useChangeDuties = listedUsers.change(api.changeUser, {
  body: (_, input: WithOwnPassword<{ duties: Duty[] }>) => input,
  onDone: ({ username }) => toast({ title: t('users.dutiesChanged'), description: username }),
  onFailed: (error) => reportFailure(error, t('common.notChanged')),
})

export const useRemoveUser = listedUsers.change(api.removeUser, {
  body: (_, input: WithOwnPassword<object>) => input,
  put: (users, _, { id }) => users.filter((user) => user.id !== id),
  onDone: ({ username }) => toast({ title: t('users.removed'), description: username }),
  onFailed: (error) => reportFailure(error, t('common.notDeleted')),
})

/** Shows an error in a toast, except that the owner's password is required: its field shows that. */
function reportFailure(error: Error, title: string, description?: string): void {
  if (!requiresOwnPassword(error)) toastFailure(title, error, description)
}

type LinkedUser = Pick<ListedUser, 'id' | 'username'>

/** The code that signs a user in on the phone that scans it; closes once they have signed in (docs/product/accounts.md#accounts-link). */
export function LinkDialog({ open, user, onClose }: { open: boolean; user: LinkedUser; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={t('users.link.title', { username: user.username })}
      description={t('users.link.about')}
    >
      <Code user={user} onUsed={onClose} />
    </Dialog>
  )
}

function Code({ user: { id, username }, onUsed }: { user: LinkedUser; onUsed: () => void }) {
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
      own.asked(sendChange(createUserLink, { params: { id: String(id) }, body: { currentPassword } })),
    onError: (error) => reportFailure(error, t('users.link.failed')),
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
        {t(data ? 'common.newCode' : 'users.link.code')}
      </Button>
    </>
  )
}

/** Whether the server rejected a request because it requires the owner's own password. */
function requiresOwnPassword(error: Error): boolean {
  return error instanceof RequestError && error.code === 'wrong_password'
}

/** State of the owner's own password, which the server may require before it changes a user. */
export function useOwnPassword() {
  /** How often the server rejected a missing or wrong password; the field is shown after the first time. */
  const [rejections, setRejections] = useState(0)
  const [typed, setTyped] = useState('')
  return {
    rejections,
    typed,
    type: setTyped,
    /** The password to send with the request; undefined until the server has required it. */
    sent: typed || undefined,
    /** The outcome of a request that may have required it. */
    asked: <Result,>(request: Promise<Result>) =>
      request.catch((error) => {
        if (requiresOwnPassword(error)) setRejections((count) => count + 1)
        throw error
      }),
  }
}

interface OwnPasswordFieldProps {
  own: ReturnType<typeof useOwnPassword>
  className?: string
  /** Called on Enter if the field is not in a form. */
  onEnter?: () => void
}

/** The field for the owner's own password: rendered after the first rejection, and focused after each. */
export function OwnPasswordField({ own, className, onEnter }: OwnPasswordFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const { rejections } = own
  useEffect(() => {
    if (rejections === 0) return
    field.current?.focus()
    field.current?.select()
  }, [rejections])
  if (rejections === 0) return null
  return (
    <TextField
      as={PasswordInput}
      label={t('users.ownPassword')}
      hint={t('users.ownPasswordHint')}
      error={rejections > 1 ? t('users.ownPasswordWrong') : undefined}
      fieldClass={className}
      ref={field}
      value={own.typed}
      onChange={({ target }) => own.type(target.value)}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Enter' && !nativeEvent.isComposing) onEnter?.()
      }}
      autoComplete="current-password"
      maxLength={200}
    />
  )
}
