import { useEffect } from 'react'
import { SoundPrompt } from '../../areas/orders/index.ts'
import { Reports } from '../../areas/reports/index.ts'
import { PausedBanner } from '../../areas/settings/index.ts'

/** The reports in place of the tabs, with the prompt for sound, because new orders ring here too. */
export default function ReportsView({ tabsUrl }: { tabsUrl: string }) {
  useEffect(() => focusTabs, [])
  return (
    <>
      <div className="flex flex-col gap-2.5 px-4 pt-3 empty:hidden sm:px-6">
        <SoundPrompt />
        <PausedBanner />
      </div>
      <Reports tabsUrl={tabsUrl} />
    </>
  )
}

/** Moves the focus to the tabs when the reports are left, because the link that had it is removed. */
function focusTabs(): void {
  if (document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus()
}
