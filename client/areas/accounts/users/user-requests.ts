import { useQuery } from '@tanstack/react-query'
import * as api from '#shared/contracts/accounts.ts'
import type { Sent } from '#shared/contracts/base/endpoint.ts'
import type { Duty } from '#shared/domain/access.ts'
import { callApi } from '../../../lib/api/api.ts'
import { areaKey } from '../../../lib/api/query.ts'
import { RequestError } from '../../../lib/api/request-error.ts'
import { sendChange } from '../../../lib/changes/send-change.ts'
import { toastFailure } from '../../../lib/changes/toast-failure.ts'
import { useOwnerChange } from '../../../lib/changes/use-owner-change.ts'
import { beforeServiceKey } from '../../../lib/service/service.ts'
import { i18n, toast } from '../../../ui/index.ts'
import { type OwnPassword, requiresOwnPassword } from './own-password.tsx'

const usersKey = areaKey('users')

export function useUsers() {
  return useQuery({ queryKey: usersKey, queryFn: ({ signal }) => callApi(api.listUsers, { signal }) })
}

export function useCreateUser() {
  return useOwnerChange({
    mutationFn: (body: NonNullable<Sent<typeof api.createUser>['body']>) => sendChange(api.createUser, { body }),
    onSuccess: ({ username }) =>
      toast({ title: i18n.t('users.created'), description: i18n.t('users.createdDescription', { username }) }),
    onError(error) {
      // Prefer the server's message if it sent one (docs/product/accounts.md#accounts-users).
      const message = error instanceof RequestError ? error.serverMessage : undefined
      reportFailure(error, i18n.t('common.error'), message || i18n.t('userCreateError'))
    },
    // The first steps count who works here.
    refetch: [usersKey, beforeServiceKey],
  })
}

export function useResetPassword({ id, username }: api.ListedUser) {
  return useOwnerChange({
    mutationFn: (body: NonNullable<Sent<typeof api.resetPassword>['body']>) =>
      sendChange(api.resetPassword, { params: { id: String(id) }, body }),
    onSuccess: () =>
      toast({ title: i18n.t('users.passwordSet'), description: i18n.t('users.passwordSetDescription', { username }) }),
    onError: (error) => reportFailure(error, i18n.t('users.passwordFailed')),
  })
}

export function useChangeRole({ id, username }: api.ListedUser, own: OwnPassword, onDone: () => void) {
  return useOwnerChange({
    mutationFn: (role: api.ListedUser['role']) =>
      sendChange(api.changeUser, { params: { id: String(id) }, body: { role, currentPassword: own.sent } }),
    onSuccess({ role }) {
      toast({ title: i18n.t('users.roleChanged'), description: `${username}: ${i18n.t(`users.roles.${role}`)}` })
      onDone()
    },
    onError(error) {
      own.recordError(error)
      reportFailure(error, i18n.t('users.roleFailed'))
    },
    refetch: [usersKey],
  })
}

export function useChangeDuties({ id, username }: api.ListedUser) {
  return useOwnerChange({
    mutationFn: (body: { duties: Duty[]; currentPassword: string | undefined }) =>
      sendChange(api.changeUser, { params: { id: String(id) }, body }),
    onSuccess: () => toast({ title: i18n.t('users.dutiesChanged'), description: username }),
    onError: (error) => reportFailure(error, i18n.t('users.dutiesFailed')),
    refetch: [usersKey],
  })
}

export function useRemoveUser(onDone: () => void) {
  return useOwnerChange({
    mutationFn: ({ id, own }: api.ListedUser & { own: OwnPassword }) =>
      sendChange(api.removeUser, { params: { id: String(id) }, body: { currentPassword: own.sent } }),
    onSuccess(_, { username }) {
      toast({ title: i18n.t('users.removed'), description: username })
      onDone()
    },
    onError(error, { own }) {
      own.recordError(error)
      reportFailure(error, i18n.t('users.removeFailed'))
    },
    refetch: [usersKey],
  })
}

/** Shows an error in a toast, except that the owner's password is required: its field shows that. */
export function reportFailure(error: Error, title: string, description?: string): void {
  if (!requiresOwnPassword(error)) toastFailure(title, error, description)
}
