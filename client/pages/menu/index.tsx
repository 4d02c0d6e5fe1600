import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { usePageTitle } from '../../entities/settings/index.ts'
import { AllergenDialogs, askBeforeAdding, OwnAllergensButton } from '../../features/allergens/index.ts'
import { CartAnnouncer, CartButton, DishStepper, useCart, useCartRepair } from '../../features/cart/index.ts'
import {
  MenuOverlays,
  MenuSections,
  MenuSkeleton,
  menuSections,
  useActiveSection,
  useMenu,
  useMenuOverlays,
} from '../../features/menu/index.ts'
import { OrderStatusLine } from '../../features/order-status/index.ts'
import { Promotions } from '../../features/promotions/index.ts'
import { useLanguage } from '../../lib/words/use-language.ts'
import { cx } from '../../ui/cx.ts'
import { UnknownOutcomeNotice, WaitingOrderNotice } from './attempt-notices.tsx'
import { MenuFooter } from './menu-footer.tsx'
import { MenuHeader } from './menu-header.tsx'
import { MenuNotices } from './menu-notices.tsx'
import { MenuProblem } from './menu-problem.tsx'
import { useServiceWorker } from './offline/use-worker.ts'
import { OrderOverlays } from './order-overlays.tsx'
import { useGuestTable } from './table/use-guest-table.ts'
import { useLiveMenu } from './use-live-menu.ts'

const renderStepper = (item: MenuItem) => <DishStepper item={item} mayAdd={askBeforeAdding} />

/** The guest's menu, with the cart and the checkout. */
export function MenuPage() {
  const { t } = useTranslation()
  const language = useLanguage()
  const menu = useMenu()
  const table = useGuestTable()
  const overlays = useMenuOverlays()
  const [isChoosingTable, setChoosingTable] = useState(false)
  const sections = useMemo(() => menuSections(menu.items ?? []), [menu.items])
  const keys = useMemo(() => sections.map(({ key }) => key), [sections])
  const { active, goTo, markActive } = useActiveSection(keys)
  const isCartOpen = useCart(({ isOpen, isDrawerLoaded }) => isOpen && isDrawerLoaded)
  usePageTitle(t('menu.title'))
  useCartRepair(menu.items)
  useLiveMenu()
  useServiceWorker()
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
          loading={!menu.items && !menu.failed}
          active={active}
          onCategory={goTo}
          onSearch={overlays.search}
          table={table}
          onOpenTableChoice={() => setChoosingTable(true)}
        />
        <main id="content" tabIndex={-1} className="mx-auto max-w-[1180px] px-4 outline-none md:px-10">
          <h1 className="sr-only">{t('menu.title')}</h1>
          <MenuNotices />
          <UnknownOutcomeNotice />
          <Promotions loading={!menu.items && !menu.failed} />
          {menu.items ? (
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
        <WaitingOrderNotice />
      </div>
      <OrderStatusLine />
      <CartButton />
      <CartAnnouncer />
      <MenuOverlays
        overlays={overlays}
        items={menu.items ?? []}
        onSearchResult={onSearchResult}
        aboutFooter={<OwnAllergensButton onPress={() => overlays.setOpen(false)} />}
      />
      <AllergenDialogs />
      <OrderOverlays
        items={menu.items ?? []}
        table={table}
        isChoosingTable={isChoosingTable}
        onChooseTable={setChoosingTable}
      />
    </>
  )
}
