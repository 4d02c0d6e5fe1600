import { useEffect, useRef, useState } from 'react'
import type { ListedUser, Role } from '#shared/contracts/accounts.ts'
import * as api from '#shared/contracts/accounts.ts'
import type { Sent } from '#shared/contracts/base/endpoint.ts'
import type { Duty } from '#shared/domain/access.ts'
import type { TextKey } from '#shared/i18n/translate.ts'
import { change, list, readAll, useRun } from '../../../kit/changes.ts'
import { showDialog } from '../../../kit/dialog.tsx'
import { RequestError } from '../../../lib/api/request-error.ts'
import { inputKeys } from '../../../lib/changes/add-once.ts'
import { sendChange, toastFailure } from '../../../lib/changes/send-change.ts'
import { serverNow } from '../../../lib/clock/server-clock.ts'
import { NotLoaded } from '../../../lib/loading/list.tsx'
import { beforeServiceKey } from '../../../lib/settings/change-settings.tsx'
import { Button, PasswordInput, TextField, t, toast } from '../../../ui/index.ts'
import { LocalWarning, localHostOf, QrCode, useAddresses } from '../../codes/index.ts'

const listedUsers = list<ListedUser>('users', {
  read: readAll(api.listUsers),
  // The first steps count who works here.
  also: [beforeServiceKey],
})

type NewUser = NonNullable<Sent<typeof api.createUser>['body']>
/** Without the asking owner's own password, which may be asked for in between. */
const accountOf = ({ currentPassword: _, ...account }: NewUser) => account
const keys = inputKeys()

type WithOwnPassword<Input> = Input & { currentPassword: string | undefined }
const about = ({ id }: Pick<ListedUser, 'id'>) => ({ params: { id: String(id) } })

/** Says what was done, or why it was not. */
const told = <Answer,>(
  title: TextKey,
  descriptionOf: (user: ListedUser, answer: Answer) => string,
  failed: TextKey = 'common.notChanged',
) => ({
  onDone: (user: ListedUser, answer: Answer) => toast({ title: t(title), description: descriptionOf(user, answer) }),
  onFailed: (error: Error) => reportFailure(error, t(failed)),
})

/** The users; their changes may need the asking owner's own password (`useOwnPassword`). */
export const userList = {
  use: listedUsers.use,
  add: change(
    (body: NewUser) =>
      sendChange(api.createUser, { body, headers: { 'Idempotency-Key': keys.keyOf(accountOf(body)) } }),
    {
      ...listedUsers.inTurn,
      onDone(body, user) {
        keys.settle(accountOf(body))
        listedUsers.put(user)
        const { username } = user
        toast({ title: t('users.created'), description: t('users.createdDescription', { username }) })
      },
      onFailed(error, body) {
        keys.settle(accountOf(body), error)
        // Prefer the server's message if it sent one (docs/product/accounts.md#accounts-users).
        const message = error instanceof RequestError ? error.serverMessage : undefined
        reportFailure(error, t('common.error'), message || t('userCreateError'))
      },
    },
  ),
  setPassword: listedUsers.change(
    (user, body: WithOwnPassword<{ password: string }>) => sendChange(api.resetPassword, { ...about(user), body }),
    {
      put: null,
      ...told('users.passwordSet', ({ username }) => t('users.passwordSetDescription', { username })),
    },
  ),
  setRole: listedUsers.change(
    (user, body: WithOwnPassword<{ role: Role }>) => sendChange(api.changeUser, { ...about(user), body }),
    told('users.roleChanged', ({ username }, { role }: ListedUser) => `${username}: ${t(`users.roles.${role}`)}`),
  ),
  setDuties: listedUsers.change(
    (user, body: WithOwnPassword<{ duties: Duty[] }>) => sendChange(api.changeUser, { ...about(user), body }),
    told<ListedUser>('users.dutiesChanged', ({ username }) => username),
  ),
  remove: listedUsers.change(
    (user, body: WithOwnPassword<object>) => sendChange(api.removeUser, { ...about(user), body }),
    {
      put: (users, _, { id }) => users.filter((user) => user.id !== id),
      ...told('users.removed', ({ username }) => username, 'common.notDeleted'),
    },
  ),
  makeLink: change(
    ({ currentPassword, ...user }: WithOwnPassword<LinkedUser>) =>
      sendChange(api.createUserLink, { ...about(user), body: { currentPassword } }),
    { onFailed: (error) => reportFailure(error, t('users.link.failed')) },
  ),
}

/** The role that an owner can give a user. */
export const otherRole = ({ isOwner }: Pick<ListedUser, 'isOwner'>): Role => (isOwner ? 'staff' : 'owner')

/** Shows an error in a toast, except that the owner's password is required: its field shows that. */
function reportFailure(error: Error, title: string, description?: string): void {
  if (!requiresOwnPassword(error)) toastFailure(title, error, description)
}

type LinkedUser = Pick<ListedUser, 'id' | 'username'>

/** The code that signs a user in on the phone that scans it; closes once they have signed in (docs/product/accounts.md#accounts-link). */
export const openLink = (user: LinkedUser) =>
  showDialog({
    title: t('users.link.title', { username: user.username }),
    description: t('users.link.about'),
    content: (close) => <Code user={user} onUsed={close} />,
  })

function Code({ user: { id, username }, onUsed }: { user: LinkedUser; onUsed: () => void }) {
  const [openedAt] = useState(serverNow)
  const { data: users } = userList.use()
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
  const { run, data, isPending } = useRun(() =>
    own.asked(userList.makeLink({ id, username, currentPassword: own.sent })),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first one is made at once.
  useEffect(() => void run(), [])
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
      {!data && <OwnPasswordField own={own} onEnter={() => void run()} />}
      <Button variant="outline" className="mt-4 w-full" pending={isPending} onClick={() => void run()}>
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
