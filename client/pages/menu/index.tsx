import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { askBeforeAdding } from '../../areas/allergens/index.ts'
import { CartAnnouncer, CartBar, CartColumn, DishStepper, useCart, useCartRepair } from '../../areas/cart/index.ts'
import {
  MenuSections,
  MenuSkeleton,
  menuSections,
  useActiveSection,
  useMenu,
  useMenuOverlays,
} from '../../areas/menu/index.ts'
import { Promotions } from '../../areas/promotions/index.ts'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { useIdleOrTouched } from '../../lib/loading/when-idle.ts'
import { PauseNote } from '../../lib/settings/pause-note.tsx'
import { usePageTitle } from '../../lib/settings/settings.ts'
import { useLanguage } from '../../lib/words/language.ts'
import { withWords } from '../../lib/words/load-words.ts'
import { cx } from '../../ui/cx.ts'
import { MenuFooter } from './menu-footer.tsx'
import { MenuHeader } from './menu-header.tsx'
import { MenuProblem } from './menu-notices.tsx'
import { useGuestTable } from './use-guest-table.ts'

const loadDeferred = importWithRetry(() => withWords('overlays', import('./deferred.tsx')))
const DeferredParts = lazy(async () => ({ default: (await loadDeferred()).DeferredParts }))
const CachedNotice = lazy(async () => ({ default: (await loadDeferred()).CachedNotice }))
const UnknownOutcomeNotice = lazy(async () => ({ default: (await loadDeferred()).UnknownOutcomeNotice }))
const WaitingOrderNotice = lazy(async () => ({ default: (await loadDeferred()).WaitingOrderNotice }))

const renderStepper = (item: MenuItem) => <DishStepper item={item} mayAdd={askBeforeAdding} />

/** The guest's menu, with the cart and the checkout. */
export function MenuPage() {
  const { t } = useTranslation()
  const language = useLanguage()
  const menu = useMenu()
  const table = useGuestTable()
  const overlays = useMenuOverlays()
  const [isChoosingTable, setChoosingTable] = useState(false)
  const isLater = useIdleOrTouched()
  const sections = useMemo(() => menuSections(menu.shown ?? []), [menu.shown])
  const keys = useMemo(() => sections.map(({ key }) => key), [sections])
  const { active, goTo, markActive } = useActiveSection(keys)
  const isCartOpen = useCart(({ isOpen, hasDrawer }) => isOpen && hasDrawer)
  usePageTitle(t('menu.title'))
  useCartRepair(menu.items)
  const onSearchResult = useCallback((item: MenuItem) => markActive(item.category), [markActive])

  return (
    <>
      <div
        inert={isCartOpen}
        // The height of the sticky header, for everything that scrolls or sticks below it.
        className={cx(
          'transition-opacity [--header:122px] md:[--header:134px] wide:[--header:78px]',
          isCartOpen && 'opacity-50',
        )}
      >
        <MenuHeader
          sections={sections}
          loading={!menu.shown && !menu.failed}
          active={active}
          onCategory={goTo}
          onSearch={overlays.search}
          table={table}
          onOpenTableChoice={() => setChoosingTable(true)}
        />
        <div className="page-width menu-columns">
          <div className="menu-dishes">
            <div className="sticky top-[calc(var(--header)-12px)] z-10">
              {/* Part of the first view, so that nothing moves when it comes. */}
              <PauseNote isStrip />
              <Suspense fallback={null}>{isLater && <CachedNotice />}</Suspense>
              <Suspense fallback={null}>{isLater && <UnknownOutcomeNotice />}</Suspense>
            </div>
            <main id="content" tabIndex={-1} className="outline-none">
              <h1 className="sr-only">{t('menu.title')}</h1>
              <Promotions loading={!menu.shown && !menu.failed} />
              {menu.shown ? (
                <MenuSections
                  sections={sections}
                  language={language}
                  renderStepper={renderStepper}
                  onZoom={overlays.zoom}
                  onAbout={overlays.about}
                  onTag={overlays.tag}
                />
              ) : (
                !menu.failed && <MenuSkeleton />
              )}
              <MenuProblem menu={menu} />
            </main>
            <MenuFooter />
            <Suspense fallback={null}>{isLater && <WaitingOrderNotice />}</Suspense>
          </div>
          <CartColumn isEmpty={menu.shown?.length === 0} />
        </div>
      </div>
      <CartBar />
      <CartAnnouncer />
      <Suspense fallback={null}>
        {isLater && (
          <DeferredParts
            overlays={overlays}
            items={menu.items}
            onSearchResult={onSearchResult}
            table={table}
            isChoosingTable={isChoosingTable}
            onChooseTable={setChoosingTable}
          />
        )}
      </Suspense>
    </>
  )
}
