import { type ReactNode, useCallback, useMemo, useState } from 'react'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import { isLeftOut, isRestricting } from '#shared/domain/menu/filter.ts'
import { SignedInLine } from '../../areas/accounts/index.ts'
import { useMyFilter } from '../../areas/allergens/index.ts'
import { CartAnnouncer, CartBar, useCart } from '../../areas/cart/index.ts'
import { MenuSections, MenuSkeleton, menuSections, useActiveSection, useMenu } from '../../areas/menu/index.ts'
import { Promotions } from '../../areas/promotions/index.ts'
import { useCachedAnswers } from '../../lib/api/api.ts'
import { paths } from '../../lib/browser/paths.ts'
import { storedTickets, wasSignedIn } from '../../lib/browser/storage.ts'
import { useIdleOrTouched } from '../../lib/loading/import-with-retry.ts'
import { lazyPart } from '../../lib/loading/lazy-part.tsx'
import { PauseNote } from '../../lib/settings/pause-note.tsx'
import { useHours, usePageTitle, usePlace, useSettings } from '../../lib/settings/settings.ts'
import { Boundary, cx, DottedList, Part, t } from '../../ui/index.ts'
import { MenuHeader } from './menu-header.tsx'
import { useGuestTable } from './use-guest-table.ts'

const loadDeferred = () => import('./deferred.tsx')
const DeferredParts = lazyPart(async () => ({ default: (await loadDeferred()).DeferredParts }), 'overlays')
const TableActions = lazyPart(async () => ({ default: (await loadDeferred()).TableActions }), 'overlays')
const UnknownOutcomeNotice = lazyPart(
  async () => ({ default: (await loadDeferred()).UnknownOutcomeNotice }),
  'overlays',
)
const WaitingOrderNotice = lazyPart(async () => ({ default: (await loadDeferred()).WaitingOrderNotice }), 'overlays')

// Few guests see one of these.
const loadNotices = () => import('./menu-notices.tsx')
const CachedNotice = lazyPart(async () => ({ default: (await loadNotices()).CachedNotice }), 'overlays')
const LeftOutNotice = lazyPart(async () => ({ default: (await loadNotices()).LeftOutNotice }), 'overlays')
const MenuProblem = lazyPart(async () => ({ default: (await loadNotices()).MenuProblem }), 'overlays')
const LanguageOffer = lazyPart(async () => ({ default: (await loadNotices()).LanguageOffer }), 'overlays')
const EmptyMenu = lazyPart(async () => ({ default: (await loadNotices()).EmptyMenu }), 'overlays')

const KeptReservation = lazyPart(
  async () => ({ default: (await import('../../lib/settings/kept-reservation.tsx')).KeptReservation }),
  'overlays',
)

const focusContent = () => document.getElementById('content')?.focus({ preventScroll: true })

export function MenuPage() {
  usePlace()
  const menu = useMenu()
  const table = useGuestTable()
  const [isChoosingTable, setChoosingTable] = useState(false)
  // The dialog that joins a table's cart opens at once.
  const isLater = useIdleOrTouched(table.table !== null)
  const takesReservations = useHours()?.reservations
  const areCached = Object.keys(useCachedAnswers()).length > 0
  const filter = useMyFilter()
  const isFiltered = isRestricting(filter)
  // Of the first dishes, a filter may leave so few that the others would move them.
  const dishes = isFiltered ? menu.items : menu.shown
  const shown = useMemo(
    () => (isFiltered ? dishes?.filter((item) => !isLeftOut(item, filter)) : dishes),
    [dishes, isFiltered, filter],
  )
  const sections = useMemo(() => menuSections(shown ?? []), [shown])
  const isLoading = !dishes && !menu.failed
  const keys = useMemo(() => sections.map(({ key }) => key), [sections])
  const { active, goTo, markActive } = useActiveSection(keys)
  const isCartOpen = useCart(({ isOpen, hasDrawer }) => isOpen && hasDrawer)
  usePageTitle(t('menu.title'))
  const onSearchResult = useCallback((item: MenuItem) => markActive(item.category), [markActive])

  return (
    <>
      <div
        inert={isCartOpen}
        // The height of the sticky header, for everything that scrolls or sticks below it.
        className={cx('transition-opacity [--header:122px] md:[--header:134px]', isCartOpen && 'opacity-50')}
      >
        <MenuHeader
          sections={sections}
          loading={isLoading}
          isFiltered={isFiltered}
          active={active}
          onCategory={goTo}
          table={table}
          onOpenTableChoice={() => setChoosingTable(true)}
        >
          <Part>{isLater && table.table && <TableActions table={table.table} />}</Part>
        </MenuHeader>
        <div className="page-width menu-dishes">
          {/* Without categories, the header is lower than what the strip would stick to. */}
          <div
            className={cx(
              'top-[calc(var(--header)-12px)] z-10',
              (isLoading || isFiltered || sections.length > 0) && 'sticky',
            )}
          >
            {/* Part of the first view, so that nothing moves when it comes. */}
            <PauseNote isStrip isTakeaway={!table.hasPlace} />
            <Part>{isLater && areCached && <CachedNotice />}</Part>
            <Part>{isLater && <UnknownOutcomeNotice />}</Part>
          </div>
          <main id="content" tabIndex={-1} className="outline-none">
            <h1 className="sr-only">{t('menu.title')}</h1>
            <div className="language-offer">
              <Part>{isLater && document.documentElement.dataset.offers !== undefined && <LanguageOffer />}</Part>
            </div>
            {takesReservations && !table.hasPlace && (
              <div className="min-h-11 pt-3 text-small">
                <YourTable>
                  <a href={paths.reserve} className="touch inline-block py-1 underline underline-offset-3">
                    {t('menu.reserve')}
                  </a>
                </YourTable>
              </div>
            )}
            <Boundary>
              <Promotions loading={isLoading} />
            </Boundary>
            {isFiltered && (
              // With its height, so that nothing moves when it comes.
              <div className="-mb-3 min-h-14 pt-3">
                <Part>
                  {dishes && shown && shown.length < dishes.length && (
                    <LeftOutNotice count={dishes.length - shown.length} onShow={focusContent} />
                  )}
                </Part>
              </div>
            )}
            {shown ? <MenuSections sections={sections} /> : !menu.failed && <MenuSkeleton />}
            {menu.failed && (
              // What says so may be as far away as the dishes.
              <Part waiting={<p role="alert">{t('menu.loadError')}</p>}>
                <MenuProblem menu={menu} />
              </Part>
            )}
            <Part>
              {menu.items?.length === 0 && menu.isEmpty !== undefined && <EmptyMenu hasDishes={!menu.isEmpty} />}
            </Part>
          </main>
          <MenuFooter hasPlace={table.hasPlace} />
          <Part>{isLater && <WaitingOrderNotice />}</Part>
        </div>
      </div>
      <CartBar />
      <CartAnnouncer />
      <Part>
        {isLater && (
          <DeferredParts
            items={menu.items}
            onSearchResult={onSearchResult}
            onCategory={goTo}
            table={table}
            isChoosingTable={isChoosingTable}
            onChooseTable={setChoosingTable}
          />
        )}
      </Part>
    </>
  )
}

/** Leads to the reservation that this phone keeps, in place of its children. */
function YourTable({ children }: { children?: ReactNode }) {
  const isLater = useIdleOrTouched()
  const isKept = isLater && !wasSignedIn() && storedTickets.read()?.length
  return <Part waiting={children}>{isKept ? <KeptReservation>{children}</KeptReservation> : children}</Part>
}

const ThemeChoice = lazyPart(
  async () => ({ default: (await import('../../lib/browser/theme-choice.tsx')).ThemeChoice }),
  'overlays',
)
const SAL_URL = 'https://anpc.ro/ce-este-sal/'

export function MenuFooter({ hasPlace }: { hasPlace: boolean }) {
  const { restaurantName, restaurantAddress, restaurantPhone, legalName, taxNumber, deliveryNote } = useSettings()
  // Most visitors are guests, so the user is requested only in browsers in which somebody was signed in.
  const isLater = useIdleOrTouched()
  const [isStaff] = useState(wasSignedIn)
  const takesReservations = useHours()?.reservations
  const restaurant = [restaurantName, restaurantAddress, restaurantPhone]
  const company = [legalName, taxNumber]
  return (
    <footer className="mt-12 text-sm text-muted">
      <div className="space-y-1.5 border-t border-line pt-5">
        <p className="font-semibold text-ink">{t('menu.pricesIncludeVat')}</p>
        <p>{t('menu.adultsOnlyNote')}</p>
        {deliveryNote && <p>{t('menu.noDelivery')}</p>}
        <DottedList parts={restaurant} />
        <DottedList parts={company} />
        <p>
          <a
            href={SAL_URL}
            target="_blank"
            rel="noreferrer"
            className="touch inline-block py-1 underline underline-offset-3"
          >
            {t('menu.consumerHelp')}
          </a>
        </p>
        {isStaff && (
          <Part>
            <SignedInLine />
          </Part>
        )}
        <div className="min-h-11">
          <Part>{isLater && <ThemeChoice isNamed />}</Part>
        </div>
        {!takesReservations && !hasPlace && <YourTable />}
      </div>
    </footer>
  )
}
