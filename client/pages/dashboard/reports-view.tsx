import { useEffect } from 'react'
import { Reports } from '../../areas/reports/index.ts'

export default function ReportsView({ tabsUrl }: { tabsUrl: string }) {
  useEffect(() => focusTabs, [])
  return <Reports tabsUrl={tabsUrl} />
}

/** Moves the focus to the tabs when the reports are left, because the link that had it is removed. */
function focusTabs(): void {
  if (document.activeElement !== document.body) return
  document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus()
}
