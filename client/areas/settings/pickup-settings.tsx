import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { pickupSchema } from '#shared/contracts/pickup.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import * as rules from '#shared/domain/orders/pickup.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { useServerNow } from '../../lib/clock/use-server-now.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { dayWords } from '../../lib/words/day-words.ts'
import { ChoiceChips, Switch, TextField, useTranslation } from '../../ui/index.ts'
import { SettingsForm, useSettingsForm } from './settings-form.tsx'

const NUMBERS = ['leadMinutes', 'daysAhead', 'ordersPerSlot'] as const
const SLOT_OPTIONS = rules.SLOT_MINUTES.map((value) => ({ value, label: `${value}\u00a0min` }))
const resolver = zodResolver(pickupSchema)
const valuesOf = ({ pickup = rules.DEFAULT_PICKUP }: Settings): rules.Pickup => pickup
/** A number as typed; null for an empty field, NaN for anything but digits. */
const numberOf = (typed: unknown) => (typed === '' || typed === null ? null : Number(typed))

/** When takeaway orders are picked up (docs/product/hours.md#hours-pickup). */
export function PickupSettings() {
  const { t } = useTranslation()
  const headingId = useId()
  const editor = useSettingsForm('pickup', resolver, valuesOf, {
    changeOf: (pickup) => ({ pickup }),
  })
  const { form, register } = editor
  const values = useWatch({ control: form.control })
  const { data: pickup } = pickupSchema.safeParse(values)
  return (
    <SettingsForm editor={editor} aria-labelledby={headingId} className="mt-6 border-line border-t pt-5">
      <h3 id={headingId} className="font-bold text-base">
        {t('settings.pickup.title')}
      </h3>
      <Switch
        label={t('settings.pickup.on')}
        hint={t('settings.pickup.onHint')}
        checked={values.on ?? false}
        onCheckedChange={(on) => form.setValue('on', on, { shouldDirty: true })}
      />
      {values.on && (
        <>
          <Controller
            name="slotMinutes"
            control={form.control}
            render={({ field: { value, onChange } }) => (
              <ChoiceChips
                label={t('settings.pickup.slotMinutes')}
                value={value}
                onChange={onChange}
                options={SLOT_OPTIONS}
              />
            )}
          />
          {NUMBERS.map((name) => (
            <TextField
              key={name}
              label={t(`settings.pickup.${name}`)}
              hint={t(`settings.pickup.${name}Hint`)}
              {...register(name, { setValueAs: numberOf })}
              inputMode="numeric"
              maxLength={3}
            />
          ))}
          {pickup && <Preview pickup={pickup} />}
        </>
      )}
    </SettingsForm>
  )
}

const PREVIEWED = 5

/** What guests would see now with these settings, as if nothing were ordered yet. */
function Preview({ pickup }: { pickup: rules.Pickup }) {
  const { t, language } = useTranslation()
  const { openingHours = null, lastOrderMinutes = 0, timeZone } = useSettings()
  const now = new Date(useServerNow())
  const given = { pickup, openingHours, lastOrderMinutes, timeZone }
  const timeOf = (at: Date) => localTime(at, timeZone).time
  const [asap] = rules.asapSlots(given, now)
  const days = rules.pickupDates(given, now)
  const times = days.slice(0, 1).flatMap((first) => rules.slotsOn(first, given, now).map(timeOf))
  const today = localTime(now, timeZone).day
  return (
    <section className="space-y-1 rounded-card border border-line bg-card px-4 py-3 text-[15px]">
      <h4 className="font-semibold text-muted text-sm">{t('settings.pickup.preview')}</h4>
      <p className="font-semibold">
        {asap ? t('settings.pickup.asap', { time: timeOf(asap) }) : t('settings.pickup.noAsap')}
      </p>
      <p>{days.map((day) => dayWords(day, today, language)).join(' · ') || t('settings.pickup.none')}</p>
      <p className="figures text-muted">
        {times.slice(0, PREVIEWED).join(' · ')}
        {times.length > PREVIEWED && ' …'}
      </p>
    </section>
  )
}
