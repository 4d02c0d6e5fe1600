import { lazy } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { closeDialog } from '../../lib/dialogs/open-dialog.ts'
import { OpenedDialog } from '../../lib/dialogs/opened-dialog.tsx'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { withWords } from '../../lib/words/load-words.ts'
import { SubjectDialog } from '../../ui/index.ts'
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
  const { setOpen } = overlays
  return (
    <SubjectDialog subject={overlays.open && overlays.shown}>
      {(shown, open) => {
        const dialog = { open, onOpenChange: setOpen }
        if (shown.kind === 'zoom') return <ZoomViewer item={shown.item} {...dialog} />
        if (shown.kind === 'tag') return <TagDialog tag={shown.tag} {...dialog} />
        if (shown.kind !== 'search')
          return (
            <DishSheet
              // As the menu has it now: the dish may be sold out meanwhile.
              item={items?.find(({ id }) => id === shown.item.id) ?? shown.item}
              menu={items}
              showsNutrition={shown.kind === 'facts'}
              {...dialog}
            />
          )
        return (
          items && (
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
          )
        )
      }}
    </SubjectDialog>
  )
}

/** The sheet of a dish that opens from the cart, and above it. */
export function LineSheet({ items }: { items: readonly MenuItem[] }) {
  return (
    <OpenedDialog name="line">
      {({ item, line }, open) => (
        <DishSheet
          item={items.find(({ id }) => id === item.id) ?? item}
          menu={items}
          line={line}
          open={open}
          onOpenChange={() => closeDialog('line')}
        />
      )}
    </OpenedDialog>
  )
}

/** By then the closed dialog no longer locks the page's scrolling. */
const afterClosing = (run: () => void) => setTimeout(run, 250)
