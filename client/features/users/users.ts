import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import {
  changeUser,
  createUser,
  type ListedUser,
  listUsers,
  removeUser,
  resetPassword,
} from '#shared/contracts/accounts.ts'
import type { Sent } from '#shared/contracts/endpoint.ts'
import { ANSWER_WITHIN_MS } from '../../lib/api/answer-within.ts'
import { callApi } from '../../lib/api/api.ts'
import { areaKey } from '../../lib/api/area-key.ts'
import { errorMessage } from '../../lib/api/error-message.ts'
import { RequestError } from '../../lib/api/request-error.ts'
import { toast } from '../../ui/toast/store.ts'
import { type OwnPassword, wantsPassword } from './own-password.tsx'

const usersKey = areaKey('users')

export function useUsers() {
  return useQuery({ queryKey: usersKey, queryFn: ({ signal }) => callApi(listUsers, { signal }) })
}

export function useCreateUser() {
  const { t } = useTranslation()
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (body: NonNullable<Sent<typeof createUser>['body']>) =>
      callApi(createUser, { body, timeout: ANSWER_WITHIN_MS }),
    onSuccess: ({ username }) =>
      toast({ title: t('users.created'), description: t('users.createdDescription', { username }) }),
    // The server's own words where it has some (docs/product.md#accounts-users).
    onError: (error) =>
      failed(error, t('common.error'), (error instanceof RequestError && error.serverMessage) || t('userCreateError')),
    onSettled: refetch,
  })
}

export function useResetPassword({ id, username }: ListedUser) {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: (body: NonNullable<Sent<typeof resetPassword>['body']>) =>
      callApi(resetPassword, { params: { id: String(id) }, body, timeout: ANSWER_WITHIN_MS }),
    onSuccess: () =>
      toast({ title: t('users.passwordSet'), description: t('users.passwordSetDescription', { username }) }),
    onError: (error) => failed(error, t('users.passwordFailed')),
  })
}

export function useChangeRole({ id, username }: ListedUser, own: OwnPassword, onDone: () => void) {
  const { t } = useTranslation()
  const refetch = useRefetch()
  return useMutation({
    mutationFn: (role: ListedUser['role']) =>
      callApi(changeUser, {
        params: { id: String(id) },
        body: { role, currentPassword: own.sent },
        timeout: ANSWER_WITHIN_MS,
      }),
    onSuccess({ role }) {
      toast({ title: t('users.roleChanged'), description: `${username}: ${t(`users.roles.${role}`)}` })
      onDone()
    },
    onError(error) {
      own.refused(error)
      failed(error, t('users.roleFailed'))
    },
    onSettled: refetch,
  })
}

export function useRemoveUser(onDone: () => void) {
  const { t } = useTranslation()
  const refetch = useRefetch()
  return useMutation({
    mutationFn: ({ id, own }: ListedUser & { own: OwnPassword }) =>
      callApi(removeUser, {
        params: { id: String(id) },
        body: { currentPassword: own.sent },
        timeout: ANSWER_WITHIN_MS,
      }),
    onSuccess(_, { username }) {
      toast({ title: t('users.removed'), description: username })
      onDone()
    },
    onError(error, { own }) {
      own.refused(error)
      failed(error, t('users.removeFailed'))
    },
    onSettled: refetch,
  })
}

/** Asks for the list again, after a refusal too: it may be old. Nobody waits for it. */
function useRefetch(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: usersKey })
}

/** Shows what failed; the request for the password is shown beside its field instead. */
function failed(error: Error, title: string, description = errorMessage(error)): void {
  if (!wantsPassword(error)) toast({ variant: 'destructive', title, description })
}
