import { type QueryKey, type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { withdrawToast } from '../../ui/toast/store.ts'
import { toastFailure } from './toast-failure.ts'

interface OwnerChange<Result, Variables> extends UseMutationOptions<Result, Error, Variables> {
  /** The title of the toast that reports a failure. Without it, the form or `onError` reports it. */
  failureTitle?: string
  /**
   * The queries to refetch after the change, and after a failure too: the data shown may be old. Nothing waits for
   * them. Of several running changes with one `mutationKey`, only the last refetches.
   */
  refetch?: readonly QueryKey[]
}

/**
 * How the dashboard changes something on the server: TanStack's `useMutation` with a toast for a failure and the
 * queries to refetch. Changes with the same `scope` are sent one after another. `mutationFn` should call `sendChange`,
 * which limits the waiting time, or `uploadFile`.
 */
export function useOwnerChange<Result, Variables = void>({
  failureTitle,
  refetch = [],
  ...options
}: OwnerChange<Result, Variables>) {
  const queryClient = useQueryClient()
  return useMutation<Result, Error, Variables>({
    ...options,
    onSuccess(...success) {
      if (failureTitle !== undefined) withdrawToast(failureTitle)
      return options.onSuccess?.(...success)
    },
    onError(...failure) {
      if (failureTitle !== undefined) toastFailure(failureTitle, failure[0])
      return options.onError?.(...failure)
    },
    onSettled(...outcome) {
      const { mutationKey } = options
      const isLast = mutationKey === undefined || queryClient.isMutating({ mutationKey }) <= 1
      if (isLast) for (const queryKey of refetch) void queryClient.invalidateQueries({ queryKey })
      return options.onSettled?.(...outcome)
    },
  })
}
