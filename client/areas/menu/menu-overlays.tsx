import { lazy, Suspense } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { withWords } from '../../lib/words/load-words.ts'
import { useLineSheet } from '../cart/index.ts'
import { dishElementId } from './item-card.tsx'
import type { MenuOverlaysState } from './menu-sections.tsx'
import { goToElement } from './sections.ts'

const DishSheet = lazy(importWithRetry(() => withWords('deferred', import('./dish-sheet.tsx'))))
const TagDialog = lazy(importWithRetry(() => withWords('deferred', import('./tag-dialog.tsx'))))
const SearchPalette = lazy(importWithRetry(() => import('./search-palette.tsx')))
const ZoomViewer = lazy(importWithRetry(() => withWords('deferred', import('./zoom-viewer.tsx'))))

interface MenuOverlaysProps {
  overlays: MenuOverlaysState
  /** The whole menu; undefined until it is loaded. */
  items: readonly MenuItem[] | undefined
  onSearchResult: (item: MenuItem) => void
  onCategory: (key: string) => void
  /** Calls the waiter's sheet; undefined where nobody can be called. */
  onAskWaiter: (() => void) | undefined
}

export function MenuOverlays({ overlays, items, onSearchResult, onCategory, onAskWaiter }: MenuOverlaysProps) {
  const { shown, open, setOpen } = overlays
  const dialog = { open, onOpenChange: setOpen }
  return (
    <Suspense fallback={null}>
      {/* As the menu has it now: the dish may be sold out meanwhile. */}
      {(shown?.kind === 'about' || shown?.kind === 'facts') && (
        <DishSheet
          item={items?.find(({ id }) => id === shown.item.id) ?? shown.item}
          menu={items}
          showsNutrition={shown.kind === 'facts'}
          {...dialog}
        />
      )}
      {shown?.kind === 'zoom' && <ZoomViewer item={shown.item} {...dialog} />}
      {shown?.kind === 'tag' && <TagDialog tag={shown.tag} {...dialog} />}
      {shown?.kind === 'search' && items && (
        <SearchPalette
          items={items}
          {...dialog}
          onOptions={overlays.about}
          onChoose={(item) => {
            setOpen(false)
            onSearchResult(item)
            afterClosing(() => goToElement(document.getElementById(dishElementId(item.id))))
          }}
          onCategory={(key) => {
            setOpen(false)
            afterClosing(() => onCategory(key))
          }}
          onAskWaiter={
            onAskWaiter &&
            (() => {
              setOpen(false)
              afterClosing(onAskWaiter)
            })
          }
        />
      )}
    </Suspense>
  )
}

/** The sheet of a dish that opens from the cart, and above it. */
export function LineSheet({ items }: { items: readonly MenuItem[] }) {
  const { shown, open } = useLineSheet()
  if (!shown) return null
  return (
    <Suspense fallback={null}>
      <DishSheet
        item={items.find(({ id }) => id === shown.item.id) ?? shown.item}
        menu={items}
        line={shown.line}
        open={open}
        onOpenChange={(next) => useLineSheet.setState({ open: next })}
      />
    </Suspense>
  )
}

/** By then the closed dialog no longer locks the page's scrolling. */
const afterClosing = (run: () => void) => setTimeout(run, 250)
