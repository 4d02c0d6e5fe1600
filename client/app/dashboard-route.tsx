import { RequireAccess, userQuery } from '../areas/accounts/index.ts'
import { queryClient } from '../lib/api/query.ts'
import DashboardPage, { prefetchTab } from '../pages/dashboard/index.tsx'

/** How long the first render waits. */
const MAX_WAIT_MS = 1_000

/**
 * Loads the user, whom index.html requested, and the code of the address's tab. The first render then is that tab, and
 * no spinner, which React would replace no sooner than 300 ms after it appears.
 */
export async function loadFirstTab(): Promise<void> {
  const timeout = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_MS))
  await Promise.race([Promise.all([queryClient.prefetchQuery(userQuery), prefetchTab()]), timeout])
}

/** The dashboard, for owners only. */
export default function DashboardRoute() {
  return (
    <RequireAccess access="owner">
      <DashboardPage />
    </RequireAccess>
  )
}
