import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LazySignedInLine } from '../../areas/accounts/index.ts'
import { ThemeChoice } from '../../lib/browser/preferences.tsx'
import { wasSignedIn } from '../../lib/browser/was-signed-in.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { DottedList } from '../../ui/parts/dotted-list.tsx'

const SAL_URL = 'https://anpc.ro/ce-este-sal/'

/** The legally required notices, the restaurant's address, and the theme switch. */
export function MenuFooter() {
  const { t } = useTranslation()
  const { restaurantName, restaurantAddress, restaurantPhone, legalName, taxNumber } = useSettings()
  // Most visitors are guests, so the user is requested only in browsers in which somebody was signed in.
  const [isStaff] = useState(wasSignedIn)
  const restaurant = [restaurantName, restaurantAddress, restaurantPhone]
  const company = [legalName, taxNumber]
  return (
    <footer className="mt-12 text-sm text-muted">
      <div className="flex items-start justify-between gap-4 border-t border-line pt-5">
        <div className="space-y-1.5">
          <p className="font-semibold text-ink">{t('menu.pricesIncludeVat')}</p>
          <p>{t('menu.adultsOnlyNote')}</p>
          <p>{t('menu.noDelivery')}</p>
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
            <Suspense fallback={null}>
              <LazySignedInLine />
            </Suspense>
          )}
        </div>
        <ThemeChoice className="shrink-0 rounded-full" />
      </div>
    </footer>
  )
}
