import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { OpenedDialog } from '../../lib/dialogs/opened-dialog.tsx'
import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { dishElementId } from './item-card.tsx'
import { goToElement } from './sections.ts'

const loadSheet = () => import('./dish-sheet.tsx')
const DishSheet = lazyPart(loadSheet, 'deferred')
const TagDialog = lazyPart(async () => ({ default: (await loadSheet()).TagDialog }), 'deferred')
const SearchPalette = lazyPart(() => import('./search-palette.tsx'))
const ZoomViewer = lazyPart(() => import('./zoom-viewer.tsx'), 'deferred')

interface MenuOverlaysProps {
  /** The whole menu; undefined until it is loaded. */
  items: readonly MenuItem[] | undefined
  onSearchResult: (item: MenuItem) => void
  onCategory: (key: string) => void
}

/** What opens above the menu, one at a time. */
export function MenuOverlays({ items, onSearchResult, onCategory }: MenuOverlaysProps) {
  return (
    <OpenedDialog name="menu">
      {(shown, open, close) => {
        const dialog = { open, onOpenChange: close }
        if (shown.kind === 'zoom') return <ZoomViewer item={shown.item} {...dialog} />
        if (shown.kind === 'tag') return <TagDialog tag={shown.tag} {...dialog} />
        if (shown.kind !== 'search')
          return (
            <DishSheet
              // As the menu has it now: the dish may be sold out meanwhile.
              item={items?.find(({ id }) => id === shown.item.id) ?? shown.item}
              showsNutrition={shown.kind === 'facts'}
              {...dialog}
            />
          )
        return (
          items && (
            <SearchPalette
              items={items}
              {...dialog}
              onChoose={(item) => {
                close()
                onSearchResult(item)
                afterClosing(() => goToElement(document.getElementById(dishElementId(item.id))))
              }}
              onCategory={(key) => {
                close()
                afterClosing(() => onCategory(key))
              }}
            />
          )
        )
      }}
    </OpenedDialog>
  )
}

/** The sheet of a dish that opens from the cart, and above it. */
export function LineSheet({ items }: { items: readonly MenuItem[] }) {
  return (
    <OpenedDialog name="line">
      {({ item, line }, open, close) => (
        <DishSheet item={items.find(({ id }) => id === item.id) ?? item} line={line} open={open} onOpenChange={close} />
      )}
    </OpenedDialog>
  )
}

/** By then the closed dialog no longer locks the page's scrolling. */
const afterClosing = (run: () => void) => setTimeout(run, 250)
