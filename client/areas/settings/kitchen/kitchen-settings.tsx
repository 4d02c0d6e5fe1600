import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { MinutesForm } from './minutes-form.tsx'
import { StationList } from './station-list.tsx'

/** The stations of the kitchen, and when an order is late (docs/product/settings.md#settings-stations). */
export function KitchenSettings() {
  const { t } = useTranslation()
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="mt-6 flex flex-col gap-4 border-t border-line pt-5">
      <div>
        <h3 id={titleId} className="text-base font-bold">
          {t('settings.kitchen.title')}
        </h3>
        <p className="mt-1 text-sm text-muted">{t('settings.kitchen.hint')}</p>
      </div>
      <StationList />
      <MinutesForm />
    </section>
  )
}
