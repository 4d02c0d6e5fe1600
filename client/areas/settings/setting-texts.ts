import { nameIn } from '#shared/domain/language.ts'
import { formatDay, hoursText } from '#shared/i18n/format.ts'
import { weekText } from '../../lib/settings/week-editor.tsx'
import { language, t } from '../../ui/index.ts'
import type { SettingName, SettingsValues } from './settings-form.tsx'

/** A length that somebody sets: `45 min`, `2 h`, `1 h 30 min`. */
export function lengthText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours}\u00a0h`, (rest > 0 || hours === 0) && `${rest}\u00a0min`]
    .filter(Boolean)
    .join('\u00a0')
}

/** The settings of a tab's form with their names, and what each says, to show two versions of them side by side. */
export function useSettingTexts(names: readonly SettingName[]) {
  const isOn = (on: boolean) => t(on ? 'settings.on' : 'settings.off')

  function hours({ has, weekly, exceptions }: SettingsValues['openingHours']): string {
    if (!has) return isOn(false)
    const dates = exceptions.map(({ date, hours, note, noteRo }) =>
      [formatDay(date, language), hoursText(hours) || t('settings.hours.closed'), note || noteRo].join(' '),
    )
    return [weekText(weekly, language), ...dates].join('\n')
  }

  /** Each of the rules of pickup or reservations, under its name. */
  function group<Name extends 'pickup' | 'reservations'>(name: Name, { on, ...fields }: SettingsValues[Name]): string {
    const textOf = (field: string, value: unknown) => {
      if (value === null) return isOn(false)
      if (typeof value === 'boolean') return isOn(value)
      return field.endsWith('Minutes') ? lengthText(Number(value)) : String(value)
    }
    const texts = Object.entries(fields).map(
      ([field, value]) => `${t(`settings.${name}.${field}` as 'settings.pickup.on')}: ${textOf(field, value)}`,
    )
    return [isOn(on), ...texts].join('\n')
  }

  function textOf(name: SettingName, values: SettingsValues): string {
    if (name === 'openingHours') return hours(values.openingHours)
    if (name === 'pickup' || name === 'reservations') return group(name, values[name])
    if (name === 'kitchenMinutes') return values.kitchenMinutes.join(', ')
    if (name === 'stations' || name === 'paymentMethods')
      return values[name].map((entry) => nameIn(language, entry)).join('\n')
    const value = values[name]
    return typeof value === 'boolean' ? isOn(value) : String(value)
  }

  return names.map((name) => ({
    label: t(`journal.settings.${name}`),
    textOf: (values: SettingsValues) => textOf(name, values),
  }))
}
