import { type QueryKey, type UseMutationOptions, useMutation } from '@tanstack/react-query'
import type { TextKey } from '#shared/i18n/translate.ts'
import { toast, withdrawToast } from '../../ui/toast/store.ts'
import { i18n } from '../../ui/translation.ts'
import { settleChange } from './announced.ts'
import { toastFailure } from './send-change.ts'

interface OwnerChange<Result, Variables> extends UseMutationOptions<Result, Error, Variables> {
  /** Returns the text of a toast that says what was done. */
  success?: (result: Result, variables: Variables) => string
  /** The words of the toast that reports a failure. Without them, the form or `onError` reports it. */
  failure?: TextKey
  /** Refetched after the change, also after a failure, if no announcement will do it; after the last of several. */
  refetch?: readonly QueryKey[]
}

/**
 * How the dashboard changes something on the server: TanStack's `useMutation` with toasts for the outcome and the
 * queries to refetch. Changes with the same `scope` are sent one after another. `mutationFn` should call `sendChange`,
 * which limits the waiting time, or `uploadFile`. For the entries of a list, `resource` makes the hooks.
 */
export function useOwnerChange<Result, Variables = void>({
  success,
  failure,
  refetch = [],
  ...options
}: OwnerChange<Result, Variables>) {
  return useMutation<Result, Error, Variables>({
    ...options,
    meta: { refetch },
    onSuccess(result, variables, ...rest) {
      if (failure) withdrawToast(failure)
      if (success) toast({ title: success(result, variables) })
      return options.onSuccess?.(result, variables, ...rest)
    },
    onError(error, ...rest) {
      if (failure) toastFailure(i18n.t(failure), error, undefined, failure)
      return options.onError?.(error, ...rest)
    },
    onSettled(result, error, ...rest) {
      settleChange(refetch, error)
      return options.onSettled?.(result, error, ...rest)
    },
  })
}
