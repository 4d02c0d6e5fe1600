import { type QueryFunctionContext, useQuery } from '@tanstack/react-query'
import type { getCurrentUser, User } from '#shared/contracts/accounts.ts'
import { callApi, discardEarlyResponses } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/api/query.ts'
import { isSignedOut } from '../../lib/api/request-error.ts'
import { clearDrafts } from '../../lib/browser/draft.ts'
import { logProblem } from '../../lib/browser/environment.ts'
import { markSignedIn, wasSignedIn } from '../../lib/browser/storage.ts'
import { settingsKey } from '../../lib/settings/settings.ts'
import { t, toast } from '../../ui/index.ts'

const userKey = ['/api/user'] as const
export const LOGOUT_KEY = ['logout'] as const
const FRESH_MS = 5 * 60 * 1000

let lostSession = false

/** Whether a session ended on this page that nobody signed out of. */
export const hasLostSession = (): boolean => lostSession

/** The signed-in user, null for nobody; fresh for 5 minutes. */
export const userQuery = { queryKey: userKey, queryFn: fetchUser, staleTime: FRESH_MS }

/** The signed-in user: `data` is null if nobody is signed in. */
export function useUser() {
  return useQuery(userQuery)
}

async function fetchUser({ client, signal }: Pick<QueryFunctionContext, 'client' | 'signal'>): Promise<User | null> {
  try {
    const user = await callApi<typeof getCurrentUser>('GET /api/user', { signal })
    markSignedIn(user)
    return user
  } catch (error) {
    if (!isSignedOut(error)) throw error
    // Where nobody was signed in, the only draft is that of a guest's order.
    if (wasSignedIn() || client.getQueryData(userKey)) {
      lostSession = true
      clearDrafts()
    }
    markSignedIn(null)
    return null
  }
}

/** To call at a 401, or at a 403 when a right may be lost: guarded pages then redirect to sign-in, which says why. */
export function useForgetUser(): (status?: number) => void {
  return (status) => {
    if (status === 403) {
      void queryClient.invalidateQueries({ queryKey: userKey })
      return
    }
    // Logging out on this page sets the user itself, when the server has answered.
    if (queryClient.isMutating({ mutationKey: LOGOUT_KEY }) > 0) return
    if (queryClient.getQueryData(userKey)) {
      lostSession = true
      toast({ title: t('errors.unauthorized') })
    }
    void setUser(null)
  }
}

/** Drops what was fetched for the previous user, and drafts too if nobody is signed in any more; reconnects. */
export async function setUser(user: User | null): Promise<void> {
  // Before the next page uses the connection.
  if (user) {
    lostSession = false
    await reconnect()
  }
  discardEarlyResponses()
  if (!user) clearDrafts()
  markSignedIn(user)
  queryClient.setQueryData(userKey, user)
  queryClient.removeQueries({ predicate: ({ queryKey: [path] }) => path !== userKey[0] && path !== settingsKey[0] })
  void queryClient.invalidateQueries({ queryKey: settingsKey })
  // After the page of the previous user has left: it would fetch as nobody. Its removal was scheduled above.
  if (!user) setTimeout(reconnect)
}

/** Reconnects the live channel. Imports it dynamically, because guests' pages use this file and need no connection. */
export async function reconnect(): Promise<void> {
  try {
    const { reopenLive } = await import('../../lib/live/live.ts')
    reopenLive()
  } catch (error) {
    logProblem('The live connection could not be reopened', error)
  }
}
