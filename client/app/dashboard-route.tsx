import { RequireOwner } from '../features/accounts/index.ts'
import DashboardPage from '../pages/dashboard/index.tsx'

/** The dashboard, for owners only. */
export default function DashboardRoute() {
  return (
    <RequireOwner>
      <DashboardPage />
    </RequireOwner>
  )
}
