import { LiveBanner, useBoardSync } from '../../entities/live-orders/index.ts'
import { RequireAccess, useForgetUser } from '../../features/accounts/index.ts'

/** The screen of those who cook. */
export default function KitchenPage() {
  return (
    <RequireAccess access="kitchen">
      <Kitchen />
    </RequireAccess>
  )
}

function Kitchen() {
  useBoardSync(useForgetUser())
  return (
    <main className="min-h-dvh p-4">
      <LiveBanner />
    </main>
  )
}
