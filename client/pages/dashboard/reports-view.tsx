import { useEffect } from 'react'
import { SoundPrompt } from '../../features/orders/index.ts'
import { Reports } from '../../features/reports/index.ts'
import { PausedBanner } from '../../features/settings/index.ts'

/** The reports in place of the tabs. New orders ring meanwhile: whether they are heard is said here as well. */
export default function ReportsView({ board }: { board: string }) {
  useEffect(() => focusTabs, [])
  return (
    <>
      <div className="flex flex-col gap-2.5 px-4 pt-3 empty:hidden sm:px-6">
        <SoundPrompt />
        <PausedBanner />
      </div>
      <Reports board={board} />
    </>
  )
}

/** The link that led back has gone with the reports: the focus moves on to the tabs that come in their place. */
function focusTabs(): void {
  if (document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus()
}
