import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { askBeforeAdding } from '../../areas/allergens/index.ts'
import { CartAnnouncer, CartButton, DishStepper, useCart, useCartRepair } from '../../areas/cart/index.ts'
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
import { usePageTitle } from '../../lib/settings/settings.ts'
import { withWords } from '../../lib/words/load-words.ts'
import { useLanguage } from '../../lib/words/use-language.ts'
import { cx } from '../../ui/cx.ts'
import { MenuFooter } from './menu-footer.tsx'
import { MenuHeader } from './menu-header.tsx'
import { MenuProblem, PauseNotice } from './menu-notices.tsx'
import { useGuestTable } from './use-guest-table.ts'

const loadLater = importWithRetry(() => withWords('overlays', import('./later.tsx')))
const LaterParts = lazy(async () => ({ default: (await loadLater()).LaterParts }))
const CachedNotice = lazy(async () => ({ default: (await loadLater()).CachedNotice }))
const UnknownOutcomeNotice = lazy(async () => ({ default: (await loadLater()).UnknownOutcomeNotice }))
const WaitingOrderNotice = lazy(async () => ({ default: (await loadLater()).WaitingOrderNotice }))

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
  const isCartOpen = useCart(({ isOpen, isDrawerLoaded }) => isOpen && isDrawerLoaded)
  usePageTitle(t('menu.title'))
  useCartRepair(menu.items)
  const onSearchResult = useCallback((item: MenuItem) => markActive(item.category), [markActive])

  return (
    <>
      <div
        inert={isCartOpen}
        className={cx(
          'pb-32 transition-opacity',
          // The height of the sticky header, for everything that scrolls or sticks below it.
          table.hasTableRow ? '[--header:160px] md:[--header:172px]' : '[--header:122px] md:[--header:134px]',
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
        <main id="content" tabIndex={-1} className="mx-auto max-w-[1180px] px-4 outline-none md:px-10">
          <h1 className="sr-only">{t('menu.title')}</h1>
          <Suspense fallback={null}>{isLater && <CachedNotice />}</Suspense>
          {/* Part of the first view, so that nothing moves when it comes. */}
          <PauseNotice />
          <Suspense fallback={null}>{isLater && <UnknownOutcomeNotice />}</Suspense>
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
      <CartButton />
      <CartAnnouncer />
      <Suspense fallback={null}>
        {isLater && (
          <LaterParts
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
