import { useEffect } from 'react'
import { useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { ReportsView } from '../../features/reports/index.ts'
import { paths } from '../../lib/paths.ts'

/** What the address's `view` opens in the place of the tabs. Its other words are sub-tabs of the board. */
const VIEWS = { reports: ReportsView }
type DashboardView = keyof typeof VIEWS

/**
 * The view that the page's address opens, if it opens one, and the way back to what was seen before. The browser keeps
 * that way beside the address: over a reload, too.
 */
export function useDashboardView(tab: string): { view: DashboardView | undefined; back: string } {
  const search = useSearch()
  const state = useHistoryState<{ back?: string } | null>()
  const held = new URLSearchParams(search).get('view')
  const view = Object.keys(VIEWS).find((known): known is DashboardView => known === held)
  if (view) return { view, back: state?.back ?? paths.dashboardTab(tab) }
  return { view, back: search ? `${paths.dashboard}?${search}` : paths.dashboard }
}

export function OpenView({ view, back }: { view: DashboardView; back: string }) {
  // The way back goes with the view: the focus moves on to the tabs that come in its place.
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return
      document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus()
    },
    [],
  )
  const View = VIEWS[view]
  return <View back={back} />
}
