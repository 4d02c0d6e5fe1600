import { RequireOwner } from '../features/accounts/index.ts'
import DashboardPage from '../pages/dashboard/index.tsx'

/** The dashboard, for owners alone. */
export default function DashboardRoute() {
  return (
    <RequireOwner>
      <DashboardPage />
    </RequireOwner>
  )
}
