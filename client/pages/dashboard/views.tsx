import { type ReactNode, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { LiveBanner } from '../../features/orders/index.ts'
import { SpinnerPage } from '../../ui/parts/spinner.tsx'
import { BeforeServiceView, ReportsView } from './lazy-parts.ts'

/** What can stand in place of the tabs, by its word in the address (docs/product.md#reports-screen). */
const VIEWS = {
  reports: { title: 'reports.title', View: ReportsView },
  'before-service': { title: 'beforeService.title', View: BeforeServiceView },
} as const
type View = keyof typeof VIEWS

/** The view that the address names, and the ways into one and out of it; the tab stays in the address meanwhile. */
export function useView() {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const state = useHistoryState<{ board?: string } | null>()
  const held = new URLSearchParams(search)
  const word = held.get('view') ?? ''
  const view = Object.hasOwn(VIEWS, word) ? (word as View) : undefined
  const tab = held.get('tab')
  const addressOf = (words: Record<string, string>) => {
    const next = new URLSearchParams({ ...(tab !== null && { tab }), ...words })
    return next.size > 0 ? `${path}?${next}` : path
  }
  // The board has its sub-tab under the same name. The browser keeps it beside the view's address, over a reload too.
  const board = view ? (state?.board ?? addressOf({})) : search ? `${path}?${search}` : path
  const wayTo = (next: View) => ({ href: addressOf({ view: next }), state: { board } })
  return {
    view,
    board,
    wayTo,
    open(next: View) {
      const { href, ...kept } = wayTo(next)
      navigate(href, kept)
    },
  }
}

/** The title of the view that is shown; undefined for the tabs. */
export function useViewTitle(): string | undefined {
  const { t } = useTranslation()
  const { view } = useView()
  return view && t(VIEWS[view].title)
}

/** The main part of the dashboard: the view that the address names, else the tabs. */
export function ViewOrTabs({ children }: { children: ReactNode }) {
  const { view } = useView()
  return <main className="mx-auto w-full max-w-[1760px] flex-1 pb-10">{view ? <Shown view={view} /> : children}</main>
}

function Shown({ view }: { view: View }) {
  const { t } = useTranslation()
  const { View } = VIEWS[view]
  const { board } = useView()
  useEscape(board)
  return (
    <>
      <div className="px-4 pt-3 empty:hidden sm:px-6">
        <LiveBanner />
      </div>
      <Suspense fallback={<SpinnerPage label={t('common.loading')} />}>
        <View board={board} />
      </Suspense>
    </>
  )
}

/** The Escape key leads back to the tabs, unless it closes what lies above the page. */
function useEscape(board: string): void {
  const [, navigate] = useLocation()
  useEffect(() => {
    const pressed = ({ key }: KeyboardEvent) => {
      const above = '[role=dialog],[role=alertdialog],[role=menu],[role=listbox]'
      if (key === 'Escape' && !document.querySelector(above)) navigate(board)
    }
    // Before the dialog that it closes is gone.
    document.addEventListener('keydown', pressed, { capture: true })
    return () => document.removeEventListener('keydown', pressed, { capture: true })
  }, [board, navigate])
}
