import { useState } from 'react'
import { type FieldPathValue, type Path, type UseFormReturn, useController } from 'react-hook-form'
import * as z from 'zod/mini'
import { changeableSettings, type Settings, type SettingsChange, settingsSchema } from '#shared/contracts/settings.ts'
import { DEFAULT_KITCHEN_MINUTES, DEFAULT_STATIONS } from '#shared/domain/kitchen.ts'
import type { Language } from '#shared/domain/language.ts'
import { type Currency, plainFigure } from '#shared/domain/money.ts'
import { mapValues, pick } from '#shared/domain/objects.ts'
import { DEFAULT_PICKUP } from '#shared/domain/orders/pickup.ts'
import { DEFAULT_METHODS, type PaymentMethod, typedAmount } from '#shared/domain/payments/methods.ts'
import { DEFAULT_RESERVATIONS, type ReservationRules } from '#shared/domain/reservations/reservations.ts'
import { GUEST_SWITCHES, RESTAURANT_TEXTS } from '#shared/domain/settings.ts'
import type { DayHours, OpeningHours, WeeklyHours } from '#shared/domain/time/opening-hours.ts'
import { WEEKDAYS } from '#shared/domain/time/promotion-window.ts'
import { fieldsOf } from '../../kit/fields.tsx'
import { form, reader, useFormContext } from '../../kit/form.ts'
import type { SettingsTab } from '../../lib/browser/dashboard.ts'
import { withoutCopies, withRomanian } from '../../lib/changes/both-languages.tsx'
import { useEditor } from '../../lib/changes/use-editor.ts'
import { toastNotChanged, useChangeSettings } from '../../lib/settings/change-settings.tsx'
import { currency, restaurantLanguage, useSettings } from '../../lib/settings/settings.ts'
import { t } from '../../ui/index.ts'

export const RESTAURANT_TEXT_NAMES = Object.keys(RESTAURANT_TEXTS) as (keyof typeof RESTAURANT_TEXTS)[]

const { text, number, same } = reader
const readNumber = (typed: string) => number.read(typed)
export const PICKUP_NUMBERS = ['leadMinutes', 'daysAhead', 'ordersPerSlot'] as const
const typedPickup = (saved: NonNullable<Settings['pickup']> = DEFAULT_PICKUP) => ({
  ...saved,
  ...mapValues(pick(saved, PICKUP_NUMBERS), number.show),
})

interface NamedRow {
  /** None of a new one. */
  id?: number | undefined
  name: string
  nameRo: string
}
const rows = <Row extends NamedRow>(usual: readonly Row[]) => ({
  show: (saved: readonly Row[] = usual) =>
    saved.map((row) => withoutCopies<Row>(row, ['name'], restaurantLanguage === 'ro')),
  read: (typed: Row[]) => (restaurantLanguage === 'ro' ? typed.map((row) => withRomanian<Row>(row, ['name'])) : typed),
})

/** The settings of each tab, which its form holds. */
const OF_TAB = {
  users: {},
  language: { language: same<Language>() },
  currency: { currency: same<Currency>() },
  whatsapp: { ownerPhoneNumber: text, whatsappNotificationsEnabled: same<boolean>() },
  restaurant: {
    ...mapValues(RESTAURANT_TEXTS, () => text),
    publicAddress: text,
    businessDayStart: text,
    ...mapValues(GUEST_SWITCHES, () => same<boolean>()),
    stations: rows<NamedRow>(DEFAULT_STATIONS),
    kitchenMinutes: {
      show: (saved: readonly number[] = DEFAULT_KITCHEN_MINUTES) => saved.map(number.show),
      read: (typed: string[]) => typed.map(readNumber),
    },
  },
  hours: {
    openingHours: { show: typedHours, read: hoursOf },
    lastOrderMinutes: { ...number, show: (saved = 0) => String(saved) },
    pickup: {
      show: typedPickup,
      read: (typed: ReturnType<typeof typedPickup>) => ({
        ...typed,
        ...mapValues(pick(typed, PICKUP_NUMBERS), readNumber),
      }),
    },
  },
  reservations: {
    reservations: {
      ...same(DEFAULT_RESERVATIONS),
      // What is not on is not online either; switched on again in the form, it still is.
      read: (rules: ReservationRules) => ({ ...rules, online: rules.on && rules.online }),
    },
  },
  payments: {
    payments: same(false),
    paymentMethods: rows<NamedRow & Pick<PaymentMethod, 'kind'>>(DEFAULT_METHODS),
    cashRounding: same<NonNullable<Settings['cashRounding']>>(0),
    houseLimit: {
      show: (saved = 0) => plainFigure(saved),
      read: (typed: string) => typedAmount(typed, currency),
      unread: 'validation.amount',
    },
  },
  fiscal: { fiscal: same(false) },
  printers: {},
  data: { retentionMonths: number },
} satisfies Record<SettingsTab, object>
const READERS = {
  ...{ ...OF_TAB.language, ...OF_TAB.currency, ...OF_TAB.whatsapp, ...OF_TAB.restaurant, ...OF_TAB.hours },
  ...{ ...OF_TAB.reservations, ...OF_TAB.payments, ...OF_TAB.fiscal, ...OF_TAB.data },
}
export type SettingName = keyof typeof READERS
export const namesOf = (tab: SettingsTab) => Object.keys(OF_TAB[tab]) as SettingName[]

export const settingsForm = form(changeableSettings, READERS)
export type SettingsValues = ReturnType<typeof settingsForm.valuesOf>

/** The form of a page's own settings: the fields of the page know no others. */
function formOf(tab: SettingsTab) {
  const names = namesOf(tab)
  const mask = Object.fromEntries(names.map((name) => [name, true])) as { language: true }
  return form(z.pick(changeableSettings, mask), pick(READERS, names)) as unknown as typeof settingsForm
}

/** What somebody else has removed meanwhile is added again, without the id that it had. */
function withKnownIds({ stations, paymentMethods, ...change }: SettingsChange, current: Settings): SettingsChange {
  const known = <Row extends { id?: number | undefined }>(rows: Row[], saved: readonly { id: number }[] = []) =>
    rows.map((row) => (saved.some(({ id }) => id === row.id) ? row : { ...row, id: undefined }))
  return {
    ...change,
    ...(stations && { stations: known(stations, current.stations) }),
    ...(paymentMethods && { paymentMethods: known(paymentMethods, current.paymentMethods) }),
  }
}

const parseSettings = (value: unknown) => settingsSchema.safeParse(value).data

/** One page's settings, of which only the changed ones are sent. */
export function useSettingsEditor(tab: SettingsTab) {
  const settings = useSettings()
  const [{ resolver, valuesOf }] = useState(() => formOf(tab))
  const { mutateAsync } = useChangeSettings(undefined, null)
  return useEditor<SettingsValues, SettingsChange, Settings>({
    name: `settings.${tab}`,
    resolver,
    saved: settings,
    valuesOf,
    change: (changed, current) => mutateAsync({ ...withKnownIds(changed, current), version: current.version }),
    fieldOfCode: { fiscal_missing: 'fiscal' },
    onFailure: (error, { input }) => toastNotChanged(error, input.currency && t('common.notChanged')),
    versions: { code: 'settings_changed', field: 'settings', parse: parseSettings, isByField: true },
    savedText: () => t('settings.saved'),
  })
}

export const { Text, Numeric, Both, Time, Select, Choice, Yes } = fieldsOf(settingsForm)
export const useSettingsForm = () => useFormContext().form as UseFormReturn<SettingsValues>

/** A setting that is no text, as `useState` would give it. */
export function useSetting<Name extends Path<SettingsValues>>(name: Name) {
  const { value, onChange } = useController({ control: useSettingsForm().control, name }).field
  return [value, onChange as (next: FieldPathValue<SettingsValues, Name>) => void] as const
}

/** A date with other hours as typed: without hours it is closed. */
export interface TypedException {
  date: string
  hours: DayHours[]
  note: string
  noteRo: string
}

/** The opening hours as typed; those of a restaurant that has none wait until it has. */
export interface TypedHours {
  has: boolean
  weekly: WeeklyHours[]
  exceptions: TypedException[]
}

export const USUAL: DayHours = { from: '10:00', to: '22:00' }

export const inOrder = (exceptions: TypedException[]) => exceptions.toSorted((a, b) => a.date.localeCompare(b.date))

function typedHours(saved: OpeningHours | null | undefined): TypedHours {
  const exceptions = (saved?.exceptions ?? []).map(({ date, hours = [], note = '', noteRo = '' }) => ({
    ...{ date, hours, note, noteRo },
  }))
  return {
    has: saved != null,
    weekly: saved?.weekly ?? WEEKDAYS.map((day) => ({ day, ...USUAL })),
    exceptions: inOrder(exceptions),
  }
}

function hoursOf({ has, weekly, exceptions }: TypedHours): OpeningHours | null {
  if (!has) return null
  return {
    weekly,
    exceptions: exceptions.map(({ date, hours, note, noteRo }) => ({
      date,
      ...(hours.length > 0 ? { hours } : { closed: true as const }),
      ...(note && { note }),
      ...(noteRo && { noteRo }),
    })),
  }
}
