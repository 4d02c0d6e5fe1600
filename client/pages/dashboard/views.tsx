import { type ReactNode, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { LiveBanner } from '../../features/orders/index.ts'
import { SpinnerPage } from '../../ui/parts/spinner.tsx'
import { BeforeServiceView, ReportsView } from './lazy-parts.ts'

/** The views that replace the tabs, by the value of `view` in the URL (docs/product/reports.md#reports-screen). */
const VIEWS = {
  reports: { title: 'reports.title', View: ReportsView },
  'before-service': { title: 'beforeService.title', View: BeforeServiceView },
} as const
type View = keyof typeof VIEWS

/** The view in the URL, and links to views and back. The tab stays in the URL meanwhile. */
export function useView() {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const state = useHistoryState<{ board?: string } | null>()
  const params = new URLSearchParams(search)
  const viewName = params.get('view') ?? ''
  const view = Object.hasOwn(VIEWS, viewName) ? (viewName as View) : undefined
  const tab = params.get('tab')
  const urlWith = (extraParams: Record<string, string>) => {
    const next = new URLSearchParams({ ...(tab !== null && { tab }), ...extraParams })
    return next.size > 0 ? `${path}?${next}` : path
  }
  // The Orders tab uses `view` for its sub-tab, so the URL to go back to is stored in the history state.
  const tabsUrl = view ? (state?.board ?? urlWith({})) : search ? `${path}?${search}` : path
  const linkTo = (next: View) => ({ href: urlWith({ view: next }), state: { board: tabsUrl } })
  return {
    view,
    tabsUrl,
    linkTo,
    open(next: View) {
      const { href, ...options } = linkTo(next)
      navigate(href, options)
    },
  }
}

/** The title of the view that is shown; undefined for the tabs. */
export function useViewTitle(): string | undefined {
  const { t } = useTranslation()
  const { view } = useView()
  return view && t(VIEWS[view].title)
}

/** The main part of the dashboard: the view in the URL, or else the tabs. */
export function ViewOrTabs({ children }: { children: ReactNode }) {
  const { view } = useView()
  return (
    <main className="mx-auto w-full max-w-[1760px] flex-1 pb-10">{view ? <ShownView view={view} /> : children}</main>
  )
}

function ShownView({ view }: { view: View }) {
  const { t } = useTranslation()
  const { View } = VIEWS[view]
  const { tabsUrl } = useView()
  useEscape(tabsUrl)
  return (
    <>
      <div className="px-4 pt-3 empty:hidden sm:px-6">
        <LiveBanner />
      </div>
      <Suspense fallback={<SpinnerPage label={t('common.loading')} />}>
        <View tabsUrl={tabsUrl} />
      </Suspense>
    </>
  )
}

/** The Escape key goes back to the tabs, unless it closes a dialog or a menu. */
function useEscape(tabsUrl: string): void {
  const [, navigate] = useLocation()
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent) => {
      const openOverlay = '[role=dialog],[role=alertdialog],[role=menu],[role=listbox]'
      if (key === 'Escape' && !document.querySelector(openOverlay)) navigate(tabsUrl)
    }
    // In the capture phase, while the dialog that the key closes is still open.
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [tabsUrl, navigate])
}
