import { LiveBanner, useBoardSync } from '../../entities/live-orders/index.ts'
import { RequireAccess, useForgetUser } from '../../features/accounts/index.ts'

/** The screen of those who carry. */
export default function FloorPage() {
  return (
    <RequireAccess access="floor">
      <Floor />
    </RequireAccess>
  )
}

function Floor() {
  useBoardSync(useForgetUser())
  return (
    <main className="min-h-dvh p-4">
      <LiveBanner />
    </main>
  )
}
