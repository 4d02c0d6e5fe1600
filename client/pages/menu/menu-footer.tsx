import { lazy, Suspense, useState } from 'react'
import { LazySignedInLine } from '../../areas/accounts/index.ts'
import { wasSignedIn } from '../../lib/browser/was-signed-in.ts'
import { importWithRetry } from '../../lib/loading/import-with-retry.ts'
import { useIdleOrTouched } from '../../lib/loading/when-idle.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { DottedList, useTranslation } from '../../ui/index.ts'

const ThemeChoice = lazy(
  importWithRetry(async () => ({ default: (await import('../../lib/browser/theme-choice.tsx')).ThemeChoice })),
)
const SAL_URL = 'https://anpc.ro/ce-este-sal/'

export function MenuFooter() {
  const { t } = useTranslation()
  const { restaurantName, restaurantAddress, restaurantPhone, legalName, taxNumber, deliveryNote } = useSettings()
  // Most visitors are guests, so the user is requested only in browsers in which somebody was signed in.
  const isLater = useIdleOrTouched()
  const [isStaff] = useState(wasSignedIn)
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
          <Suspense fallback={null}>
            <LazySignedInLine />
          </Suspense>
        )}
        <div className="h-11">
          <Suspense fallback={null}>{isLater && <ThemeChoice isNamed />}</Suspense>
        </div>
      </div>
    </footer>
  )
}
