import { useTranslation } from 'react-i18next'
import { useSettings } from '../../entities/settings/index.ts'
import { scrollBehavior } from '../../lib/scroll-behavior.ts'

/** What a guest should know before ordering: what happens with their data, and where the allergens are. */
export function OrderTerms() {
  const { t } = useTranslation()
  const { restaurantName, restaurantAddress, restaurantPhone, legalName, taxNumber } = useSettings()
  const contact = [restaurantAddress, restaurantPhone?.replaceAll(' ', '\u00a0'), taxNumber].filter(Boolean).join(' · ')
  return (
    <div className="space-y-1 text-[13px] leading-snug text-muted">
      <p>{t('checkout.allergensHint')}</p>
      <p>{t('checkout.privacy')}</p>
      <details
        onToggle={({ currentTarget }) => {
          if (currentTarget.open) currentTarget.scrollIntoView({ block: 'nearest', behavior: scrollBehavior() })
        }}
      >
        <summary className="touch w-fit py-1 font-semibold text-ink underline decoration-edge underline-offset-3">
          {t('checkout.privacyMore')}
        </summary>
        <p className="mt-1">
          {t('checkout.privacyText', { controller: legalName || restaurantName || t('checkout.controllerUnnamed') })}
          {contact && ` ${t('checkout.privacyContact', { contact })}`}
        </p>
      </details>
    </div>
  )
}
