import { useTranslation } from 'react-i18next'
import { CURRENCIES } from '#shared/domain/money.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { Field } from '../../ui/inputs/field.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { useChangeSettings } from './settings-calls.ts'

export function CurrencySettings() {
  const { t } = useTranslation()
  const { currency } = useSettings()
  const { mutate, isPending } = useChangeSettings()
  return (
    <Field label={t('settings.currencyLabel')} hint={t('settings.currencyHint')}>
      {({ id }) => (
        <Select
          id={id}
          value={currency}
          disabled={isPending}
          onValueChange={(chosen) => mutate({ currency: chosen })}
          options={CURRENCIES.map((value) => ({ value, label: t(`settings.${value}`) }))}
        />
      )}
    </Field>
  )
}
