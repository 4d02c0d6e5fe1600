import { type ReactNode, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useSearch } from 'wouter'
import { LiveBanner } from '../../features/orders/index.ts'
import { BeforeServiceView } from './later-parts.ts'

/** What can stand in place of the tabs, by its word in the address (docs/product.md#board-in-place). */
const VIEWS = {
  'before-service': { title: 'beforeService.title', Part: BeforeServiceView },
} as const
type View = keyof typeof VIEWS

/** The view that the address names, and the ways into one and out of it; the tab stays in the address meanwhile. */
export function useView() {
  const held = new URLSearchParams(useSearch()).get('view') ?? ''
  const [path, navigate] = useLocation()
  const view = Object.hasOwn(VIEWS, held) ? (held as View) : undefined
  const addressOf = (next?: View) => {
    const search = new URLSearchParams(location.search)
    search.delete('view')
    if (next) search.set('view', next)
    return search.size > 0 ? `${path}?${search}` : path
  }
  return { view, board: addressOf(), open: (next: View) => navigate(addressOf(next)) }
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
  const { Part } = VIEWS[view]
  const { board } = useView()
  useEscape(board)
  return (
    <>
      <div className="px-4 pt-3 empty:hidden sm:px-6">
        <LiveBanner />
      </div>
      <Suspense fallback={null}>
        <Part board={board} />
      </Suspense>
    </>
  )
}

/** The Escape key leads back to the tabs, unless it closes what lies above the page. */
function useEscape(board: string): void {
  const [, navigate] = useLocation()
  useEffect(() => {
    const pressed = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && !document.querySelector('[role=dialog],[role=alertdialog],[role=menu]')) navigate(board)
    }
    // Before the dialog that it closes is gone.
    document.addEventListener('keydown', pressed, { capture: true })
    return () => document.removeEventListener('keydown', pressed, { capture: true })
  }, [board, navigate])
}
