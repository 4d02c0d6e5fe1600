import { useQueryClient } from '@tanstack/react-query'
import { toast } from '../../ui/toast/store.ts'
import { ownersMenuKeys } from './owners-menu.ts'

const mutationKey = ['menu-editor']

/** Options for all mutations of the menu: they run one after another, then the menu is fetched again. */
export function useMenuMutation() {
  const queryClient = useQueryClient()
  const common = {
    mutationKey,
    // Also after an error, since the displayed menu may be outdated. The mutation does not wait for it.
    onSettled() {
      if (queryClient.isMutating({ mutationKey }) > 1) return
      for (const queryKey of ownersMenuKeys) void queryClient.invalidateQueries({ queryKey })
    },
  }
  return {
    queryClient,
    /** Call first in `onMutate` of an optimistic update: it cancels fetches whose result would overwrite the update. */
    beforeShowing: () => Promise.all(ownersMenuKeys.map((queryKey) => queryClient.cancelQueries({ queryKey }))),
    /** Runs the mutations one after another, in the order in which they were made. */
    inTurn: { ...common, scope: { id: 'menu-editor' } },
    /** For a long mutation that is independent of the others. */
    besides: common,
  }
}

export function menuChangeFailed(title: string, description: string): void {
  toast({ variant: 'destructive', title, description })
}
