import { Clock } from 'lucide-react'
import { useController, useWatch } from 'react-hook-form'
import type { MenuCategory, MenuItem } from '#shared/contracts/menu/menu.ts'
import { type DayHours, isServedAt, type WeeklyHours } from '#shared/domain/time/opening-hours.ts'
import { WEEKDAYS } from '#shared/domain/time/promotion-window.ts'
import { useFieldError } from '../../lib/changes/field-error.ts'
import { useServerNow } from '../../lib/clock/use-server-now.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { WeekEditor } from '../../lib/settings/week-editor.tsx'
import { weekText, withDayNames } from '../../lib/settings/week-text.ts'
import { Badge, FieldError, Switch, useTranslation } from '../../ui/index.ts'
import type { DishEditorForm } from './use-dish-editor.ts'

const MORNING: DayHours = { from: '08:00', to: '12:00' }

interface ServedHoursFieldProps {
  value: WeeklyHours[] | null
  onChange: (value: WeeklyHours[] | null) => void
  error: { message?: string } | undefined
  hint: string
  /** With what its own hours begin. */
  start?: readonly WeeklyHours[] | null | undefined
}

export function ServedHoursField({ value, onChange, error, hint, start }: ServedHoursFieldProps) {
  const { t, language } = useTranslation()
  const message = useFieldError()(error)
  const first = () => [...(start ?? WEEKDAYS.map((day) => ({ day, ...MORNING })))]
  return (
    <section aria-label={t('menuEditor.fields.servedHours')} className="space-y-2.5">
      <Switch
        label={t('menuEditor.served.has')}
        hint={hint}
        checked={value !== null}
        onCheckedChange={(on) => onChange(on ? first() : null)}
      />
      {value && <WeekEditor week={value} usual={MORNING} onChange={onChange} />}
      {message && <FieldError id={undefined}>{withDayNames(message, language)}</FieldError>}
    </section>
  )
}

/** The same for a dish, which without hours of its own has those of its category. */
export function DishServedHours({ form, categories }: { form: DishEditorForm; categories: readonly MenuCategory[] }) {
  const { t, language } = useTranslation()
  const { field, fieldState } = useController({ control: form.control, name: 'servedHours' })
  const category = useWatch({ control: form.control, name: 'category' })
  const ofCategory = categories.find(({ name }) => name === category)?.servedHours
  return (
    <ServedHoursField
      value={field.value}
      onChange={field.onChange}
      error={fieldState.error}
      hint={
        ofCategory
          ? t('menuEditor.served.ofCategory', { hours: weekText(ofCategory, language) })
          : t('menuEditor.served.hint')
      }
      start={ofCategory}
    />
  )
}

/** A dish's own hours while it is not served; those of its category stand in the category's head. */
export function NotServedMark({ dish: { servedHours } }: { dish: MenuItem }) {
  return servedHours && <MarkOutside hours={servedHours} />
}

function MarkOutside({ hours }: { hours: readonly WeeklyHours[] }) {
  const { timeZone } = useSettings()
  return (
    !isServedAt(hours, new Date(useServerNow()), timeZone) && (
      <ServedHoursBadge hours={hours} className="align-[0.1em]" />
    )
  )
}

export function ServedHoursBadge({ hours, className }: { hours: readonly WeeklyHours[]; className: string }) {
  const { t, language } = useTranslation()
  return (
    <Badge className={className}>
      <Clock className="mr-1 inline size-3.5" />
      {hours.length > 0
        ? t('menuEditor.served.at', { hours: weekText(hours, language) })
        : t('menuEditor.served.never')}
    </Badge>
  )
}
