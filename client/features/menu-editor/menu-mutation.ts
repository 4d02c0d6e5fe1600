import { useQueryClient } from '@tanstack/react-query'
import { toast } from '../../ui/toast/store.ts'
import { ownersMenuKeys } from './owners-menu.ts'

const mutationKey = ['menu-editor']

/** What every change of the menu has in common: its turn, and the menu asked for again once the last has its answer. */
export function useMenuMutation() {
  const queryClient = useQueryClient()
  const common = {
    mutationKey,
    // After a refusal too: what is shown may be old. Nobody waits for it.
    onSettled() {
      if (queryClient.isMutating({ mutationKey }) > 1) return
      for (const queryKey of ownersMenuKeys) void queryClient.invalidateQueries({ queryKey })
    },
  }
  return {
    queryClient,
    /** To be called first in `onMutate` of a change that is shown at once: an answer under way would take it back. */
    beforeShowing: () => Promise.all(ownersMenuKeys.map((queryKey) => queryClient.cancelQueries({ queryKey }))),
    /** One after another, as they were made: each begins where the one before has ended. */
    inTurn: { ...common, scope: { id: 'menu-editor' } },
    /** For what takes long, and touches nothing that the others do. */
    besides: common,
  }
}

export function menuChangeFailed(title: string, description: string): void {
  toast({ variant: 'destructive', title, description })
}
