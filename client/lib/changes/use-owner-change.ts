import { type QueryKey, type UseMutationOptions, useMutation } from '@tanstack/react-query'
import type { TextKey } from '#shared/i18n/translate.ts'
import { toast, withdrawToast } from '../../ui/toast/store.ts'
import { i18n } from '../../ui/translation.ts'
import { queryClient } from '../api/query.ts'
import { toastFailure } from './send-change.ts'

interface OwnerChange<Result, Variables> extends UseMutationOptions<Result, Error, Variables> {
  /** Returns the text of a toast that says what was done. */
  success?: (result: Result, variables: Variables) => string
  /** The words of the toast that reports a failure. Without them, the form or `onError` reports it. */
  failure?: TextKey
  /** Refetched after the change, also after a failure; of several with one `mutationKey` only after the last. */
  refetch?: readonly QueryKey[]
}

/**
 * How the dashboard changes something on the server: TanStack's `useMutation` with toasts for the outcome and the
 * queries to refetch. Changes with the same `scope` are sent one after another. `mutationFn` should call `sendChange`,
 * which limits the waiting time, or `uploadFile`.
 */
export function useOwnerChange<Result, Variables = void>({
  success,
  failure,
  refetch = [],
  ...options
}: OwnerChange<Result, Variables>) {
  return useMutation<Result, Error, Variables>({
    ...options,
    onSuccess(result, variables, ...rest) {
      if (failure) withdrawToast(failure)
      if (success) toast({ title: success(result, variables) })
      return options.onSuccess?.(result, variables, ...rest)
    },
    onError(error, ...rest) {
      if (failure) toastFailure(i18n.t(failure), error, undefined, failure)
      return options.onError?.(error, ...rest)
    },
    onSettled(...outcome) {
      const { mutationKey } = options
      const isLast = mutationKey === undefined || queryClient.isMutating({ mutationKey }) <= 1
      if (isLast) for (const queryKey of refetch) void queryClient.invalidateQueries({ queryKey })
      return options.onSettled?.(...outcome)
    },
  })
}
