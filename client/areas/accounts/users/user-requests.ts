import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  changeUser,
  createUser,
  type ListedUser,
  listUsers,
  removeUser,
  resetPassword,
} from '#shared/contracts/accounts.ts'
import type { Sent } from '#shared/contracts/base/endpoint.ts'
import type { Duty } from '#shared/domain/access.ts'
import { callApi } from '../../../lib/api/api.ts'
import { areaKey } from '../../../lib/api/query.ts'
import { RequestError } from '../../../lib/api/request-error.ts'
import { sendChange } from '../../../lib/changes/send-change.ts'
import { toastFailure } from '../../../lib/changes/toast-failure.ts'
import { useOwnerChange } from '../../../lib/changes/use-owner-change.ts'
import { toast } from '../../../ui/toast/store.ts'
import { type OwnPassword, requiresOwnPassword } from './own-password.tsx'

const usersKey = areaKey('users')

export function useUsers() {
  return useQuery({ queryKey: usersKey, queryFn: ({ signal }) => callApi(listUsers, { signal }) })
}

export function useCreateUser() {
  const { t } = useTranslation()
  return useOwnerChange({
    mutationFn: (body: NonNullable<Sent<typeof createUser>['body']>) => sendChange(createUser, { body }),
    onSuccess: ({ username }) =>
      toast({ title: t('users.created'), description: t('users.createdDescription', { username }) }),
    onError(error) {
      // Prefer the server's message if it sent one (docs/product/accounts.md#accounts-users).
      const message = error instanceof RequestError ? error.serverMessage : undefined
      reportFailure(error, t('common.error'), message || t('userCreateError'))
    },
    refetch: [usersKey],
  })
}

export function useResetPassword({ id, username }: ListedUser) {
  const { t } = useTranslation()
  return useOwnerChange({
    mutationFn: (body: NonNullable<Sent<typeof resetPassword>['body']>) =>
      sendChange(resetPassword, { params: { id: String(id) }, body }),
    onSuccess: () =>
      toast({ title: t('users.passwordSet'), description: t('users.passwordSetDescription', { username }) }),
    onError: (error) => reportFailure(error, t('users.passwordFailed')),
  })
}

export function useChangeRole({ id, username }: ListedUser, own: OwnPassword, onDone: () => void) {
  const { t } = useTranslation()
  return useOwnerChange({
    mutationFn: (role: ListedUser['role']) =>
      sendChange(changeUser, { params: { id: String(id) }, body: { role, currentPassword: own.sent } }),
    onSuccess({ role }) {
      toast({ title: t('users.roleChanged'), description: `${username}: ${t(`users.roles.${role}`)}` })
      onDone()
    },
    onError(error) {
      own.recordError(error)
      reportFailure(error, t('users.roleFailed'))
    },
    refetch: [usersKey],
  })
}

export function useChangeDuties({ id, username }: ListedUser) {
  const { t } = useTranslation()
  return useOwnerChange({
    mutationFn: (body: { duties: Duty[]; currentPassword: string | undefined }) =>
      sendChange(changeUser, { params: { id: String(id) }, body }),
    onSuccess: () => toast({ title: t('users.dutiesChanged'), description: username }),
    onError: (error) => reportFailure(error, t('users.dutiesFailed')),
    refetch: [usersKey],
  })
}

export function useRemoveUser(onDone: () => void) {
  const { t } = useTranslation()
  return useOwnerChange({
    mutationFn: ({ id, own }: ListedUser & { own: OwnPassword }) =>
      sendChange(removeUser, { params: { id: String(id) }, body: { currentPassword: own.sent } }),
    onSuccess(_, { username }) {
      toast({ title: t('users.removed'), description: username })
      onDone()
    },
    onError(error, { own }) {
      own.recordError(error)
      reportFailure(error, t('users.removeFailed'))
    },
    refetch: [usersKey],
  })
}

/** Shows an error in a toast, except that the owner's password is required: its field shows that. */
export function reportFailure(error: Error, title: string, description?: string): void {
  if (!requiresOwnPassword(error)) toastFailure(title, error, description)
}
