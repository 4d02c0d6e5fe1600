import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { TagKey } from '#shared/domain/menu/tags.ts'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { dishElementId } from './item-card.tsx'
import { goToElement } from './use-active-section.ts'

const NutritionDialog = lazy(importWithRetry(() => import('./nutrition-dialog.tsx')))
const TagDialog = lazy(importWithRetry(() => import('./tag-dialog.tsx')))
const SearchPalette = lazy(importWithRetry(() => import('./search/search-palette.tsx')))
const ZoomViewer = lazy(importWithRetry(() => import('./zoom/zoom-viewer.tsx')))

type ShownOverlay = { kind: 'about' | 'zoom'; item: MenuItem } | { kind: 'tag'; tag: TagKey } | { kind: 'search' }

/** State and openers of the menu's dialogs. One is open at a time; `shown` stays set while it closes. */
export function useMenuOverlays() {
  const [shown, setShown] = useState<ShownOverlay>()
  const [open, setOpen] = useState(false)
  const show = useCallback((next: ShownOverlay) => {
    setShown(next)
    setOpen(true)
  }, [])
  // Stable, so that the memoized cards do not re-render when a dialog opens.
  const about = useCallback((item: MenuItem) => show({ kind: 'about', item }), [show])
  const zoom = useCallback((item: MenuItem) => show({ kind: 'zoom', item }), [show])
  const tag = useCallback((tag: TagKey) => show({ kind: 'tag', tag }), [show])
  const search = useCallback(() => show({ kind: 'search' }), [show])
  return { shown, open, setOpen, about, zoom, tag, search }
}

interface MenuOverlaysProps {
  overlays: ReturnType<typeof useMenuOverlays>
  /** The whole menu; undefined until it is loaded. */
  items: readonly MenuItem[] | undefined
  /** Called when a dish was chosen in the search. */
  onSearchResult: (item: MenuItem) => void
  /** Shown at the end of the dialog about a dish. */
  aboutFooter?: ReactNode
}

/** The dialogs of the menu, each loaded when it is first opened. */
export function MenuOverlays({ overlays, items, onSearchResult, aboutFooter }: MenuOverlaysProps) {
  const { shown, open, setOpen } = overlays
  const dialog = { open, onOpenChange: setOpen }
  return (
    <Suspense fallback={null}>
      {shown?.kind === 'about' && <NutritionDialog item={shown.item} footer={aboutFooter} {...dialog} />}
      {shown?.kind === 'zoom' && <ZoomViewer item={shown.item} {...dialog} />}
      {shown?.kind === 'tag' && <TagDialog tag={shown.tag} {...dialog} />}
      {shown?.kind === 'search' && items && (
        <SearchPalette
          items={items}
          {...dialog}
          onChoose={(item) => {
            setOpen(false)
            onSearchResult(item)
            // By then the closed dialog no longer locks the page's scrolling.
            setTimeout(() => goToElement(document.getElementById(dishElementId(item.id))), 250)
          }}
        />
      )}
    </Suspense>
  )
}
