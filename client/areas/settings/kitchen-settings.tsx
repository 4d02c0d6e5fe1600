import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import * as z from 'zod/mini'
import { kitchenMinute, type Settings } from '#shared/contracts/settings.ts'
import { DEFAULT_KITCHEN_MINUTES } from '#shared/domain/kitchen.ts'
import { TextField, useTranslation } from '../../ui/index.ts'
import { SettingsForm, useSettingsForm } from './settings-form.tsx'
import { StationList } from './station-list.tsx'

const NAMES = ['fills', 'late'] as const

const typedMinute = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)),
  ),
  kitchenMinute,
)
const resolver = zodResolver(
  z
    .object({ fills: typedMinute, late: typedMinute })
    .check(z.refine(({ fills, late }) => fills < late, { error: 'validation.kitchenMinutes', path: ['late'] })),
)

function valuesOf({ kitchenMinutes = [...DEFAULT_KITCHEN_MINUTES] }: Settings) {
  const [fills, late] = kitchenMinutes
  return { fills: String(fills), late: String(late) }
}

/** The form for the two numbers of minutes after which an order's clock fills, and after which it is late. */
function MinutesForm() {
  const { t } = useTranslation()
  const editor = useSettingsForm('kitchenMinutes', resolver, valuesOf, {
    changeOf: ({ fills, late }) => ({ kitchenMinutes: [fills, late] }),
  })
  return (
    <SettingsForm editor={editor}>
      <div className="grid gap-4 sm:grid-cols-2">
        {NAMES.map((name) => (
          <TextField
            key={name}
            label={t(`settings.kitchen.${name}`)}
            hint={t(`settings.kitchen.${name}Hint`)}
            {...editor.register(name)}
            inputMode="numeric"
            maxLength={3}
            className="figures"
          />
        ))}
      </div>
    </SettingsForm>
  )
}

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
