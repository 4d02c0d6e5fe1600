import { zodResolver } from '@hookform/resolvers/zod'
import { createContext, use } from 'react'
import { type FieldPathByValue, type FieldPathValue, type Path, type Resolver, useController } from 'react-hook-form'
import * as z from 'zod/mini'
import { pickupSchema } from '#shared/contracts/hours.ts'
import { reservationRulesSchema } from '#shared/contracts/reservation-rules.ts'
import { changeableSettings, type Settings, type SettingsChange, settingsSchema } from '#shared/contracts/settings.ts'
import { DEFAULT_KITCHEN_MINUTES, DEFAULT_STATIONS } from '#shared/domain/kitchen.ts'
import { type Currency, plainFigure } from '#shared/domain/money.ts'
import { mapValues, pick } from '#shared/domain/objects.ts'
import { DEFAULT_PICKUP } from '#shared/domain/orders/pickup.ts'
import { DEFAULT_METHODS } from '#shared/domain/payments/methods.ts'
import { DEFAULT_RESERVATIONS, type ReservationRules } from '#shared/domain/reservations/reservations.ts'
import { RESTAURANT_TEXTS } from '#shared/domain/settings.ts'
import type { DayHours, OpeningHours, WeeklyHours } from '#shared/domain/time/opening-hours.ts'
import { WEEKDAYS } from '#shared/domain/time/promotion-window.ts'
import type { SettingsTab } from '../../lib/browser/dashboard.ts'
import { amountSchema } from '../../lib/changes/amount-field.tsx'
import { withoutCopies, withRomanian } from '../../lib/changes/both-languages.tsx'
import { unequalFields, useEditor } from '../../lib/changes/use-editor.ts'
import { useChangeSettings } from '../../lib/settings/change-settings.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { TextField, t } from '../../ui/index.ts'

export const RESTAURANT_TEXT_NAMES = Object.keys(RESTAURANT_TEXTS) as (keyof typeof RESTAURANT_TEXTS)[]
/** What guests see or can do that not every restaurant wants (docs/product/settings.md#settings-guests). */
export const GUEST_SWITCHES = ['tableCalls', 'suggestions', 'deliveryNote'] as const

/** The settings of each tab that the form holds. */
const NAMES = {
  users: [],
  language: ['language'],
  currency: ['currency'],
  whatsapp: ['ownerPhoneNumber', 'whatsappNotificationsEnabled'],
  restaurant: [
    ...RESTAURANT_TEXT_NAMES,
    ...(['publicAddress', 'businessDayStart', ...GUEST_SWITCHES, 'stations', 'kitchenMinutes'] as const),
  ],
  hours: ['openingHours', 'lastOrderMinutes', 'pickup'],
  reservations: ['reservations'],
  payments: ['payments', 'paymentMethods', 'cashRounding', 'houseLimit'],
  fiscal: ['fiscal'],
  printers: [],
  data: ['retentionMonths'],
} as const satisfies Record<SettingsTab, readonly (keyof SettingsChange)[]>
const TABS = Object.keys(NAMES) as SettingsTab[]
export const SETTING_NAMES = Object.values(NAMES).flat()

/** The tabs with one of these settings, in their order. */
export const tabsOf = (names: readonly string[]): SettingsTab[] =>
  TABS.filter((tab) => NAMES[tab].some((name) => names.includes(name)))

type Typed = z.input<typeof changeableSettings>

/** The settings as the form has them: numbers are texts, as they are typed. */
function valuesOf(settings: Settings) {
  const { pickup = DEFAULT_PICKUP, kitchenMinutes = DEFAULT_KITCHEN_MINUTES } = settings
  const { ownerPhoneNumber, publicAddress, businessDayStart, lastOrderMinutes = 0, retentionMonths } = settings
  const named = <Row extends { name: string; nameRo: string }>(row: Row) =>
    withoutCopies(row, ['name'], settings.language === 'ro')
  return {
    ...pick(settings, ['language', 'currency', 'whatsappNotificationsEnabled', ...GUEST_SWITCHES]),
    ownerPhoneNumber: ownerPhoneNumber ?? '',
    ...mapValues(pick(settings, RESTAURANT_TEXT_NAMES), (value) => value ?? ''),
    publicAddress: publicAddress ?? '',
    businessDayStart: businessDayStart ?? '',
    stations: (settings.stations ?? DEFAULT_STATIONS).map(named) as Typed['stations'],
    kitchenMinutes: kitchenMinutes.map(String),
    openingHours: typedHours(settings.openingHours),
    lastOrderMinutes: String(lastOrderMinutes),
    pickup: {
      ...pickup,
      leadMinutes: String(pickup.leadMinutes),
      daysAhead: String(pickup.daysAhead),
      ordersPerSlot: String(pickup.ordersPerSlot ?? ''),
    },
    reservations: settings.reservations ?? DEFAULT_RESERVATIONS,
    payments: settings.payments ?? false,
    fiscal: settings.fiscal ?? false,
    paymentMethods: (settings.paymentMethods ?? DEFAULT_METHODS).map(named) as Typed['paymentMethods'],
    cashRounding: settings.cashRounding ?? 0,
    houseLimit: plainFigure(settings.houseLimit ?? 0),
    retentionMonths: String(retentionMonths ?? ''),
  }
}
export type SettingsValues = ReturnType<typeof valuesOf>

const digits = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)
const typedNumber = z.pipe(z.string(), z.transform(digits))
const digitsOrNone = (text: string) => (text.trim() === '' ? null : digits(text))
const typedNumberOrNone = z.pipe(z.string(), z.transform(digitsOrNone))

const rules = changeableSettings.shape
const { leadMinutes, daysAhead, ordersPerSlot } = pickupSchema.shape
const typedPickup = z.extend(pickupSchema, {
  leadMinutes: z.pipe(typedNumber, leadMinutes),
  daysAhead: z.pipe(typedNumber, daysAhead),
  ordersPerSlot: z.pipe(typedNumberOrNone, ordersPerSlot),
})

const schemaIn = (currency: Currency) =>
  z.extend(changeableSettings, {
    kitchenMinutes: z.pipe(z.tuple([typedNumber, typedNumber]), rules.kitchenMinutes),
    openingHours: z.pipe(z.pipe(z.custom<TypedHours>(), z.transform(hoursOf)), rules.openingHours),
    lastOrderMinutes: z.pipe(typedNumber, rules.lastOrderMinutes),
    pickup: typedPickup,
    reservations: z.pipe(z.pipe(z.custom<ReservationRules>(), z.transform(onlineWhileOn)), reservationRulesSchema),
    houseLimit: amountSchema(currency, rules.houseLimit),
    retentionMonths: z.pipe(typedNumberOrNone, rules.retentionMonths),
  })

/** The server's rules, for the tabs with a change; without one, the tab in sight says what it is about. */
const resolverFor =
  ({ language, currency }: Settings, tab: SettingsTab): Resolver<SettingsValues, SettingsValues, SettingsChange> =>
  (typed, before = typed, options) => {
    const withNames = <Row extends object>(row: Row) => withRomanian(row, ['name' as never])
    const values =
      language === 'ro'
        ? { ...typed, stations: typed.stations.map(withNames), paymentMethods: typed.paymentMethods.map(withNames) }
        : typed
    const changed = tabsOf(unequalFields(typed, before))
    const names = (changed.length > 0 ? changed : [tab]).flatMap((each): string[] => [...NAMES[each]])
    const mask = Object.fromEntries(names.map((name) => [name, true])) as { language: true }
    return zodResolver(z.pick(schemaIn(currency), mask))(values, undefined, options as never) as never
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

/** One form of all settings, of which only the changed ones are sent. */
export function useSettingsEditor(tab: SettingsTab) {
  const settings = useSettings()
  const { mutateAsync } = useChangeSettings(undefined, (change) =>
    change.currency === undefined ? undefined : t('common.notChanged'),
  )
  return useEditor<SettingsValues, SettingsChange, Settings>({
    name: 'settings',
    resolver: resolverFor(settings, tab),
    saved: settings,
    valuesOf,
    change: (changed, current) => mutateAsync({ ...withKnownIds(changed, current), version: current.version }),
    fieldOfCode: { fiscal_missing: 'fiscal' },
    versions: { code: 'settings_changed', field: 'settings', parse: parseSettings, isByField: true },
    savedText: () => t('settings.saved'),
  })
}
type SettingsEditor = ReturnType<typeof useSettingsEditor> & { showTab: (tab: SettingsTab) => void }

const Editor = createContext<SettingsEditor | null>(null)
export const SettingsEditorProvider = Editor
export const useSettingsForm = (): SettingsEditor => use(Editor) as SettingsEditor

/** A setting that is no text, as `useState` would give it. */
export function useSetting<Name extends Path<SettingsValues>>(name: Name) {
  const { control } = useSettingsForm().form
  const { value, onChange } = useController({ control, name }).field
  return [value, onChange as (next: FieldPathValue<SettingsValues, Name>) => void] as const
}

interface NumberFieldProps {
  name: FieldPathByValue<SettingsValues, string>
  label: string
  hint: string
}

export function NumberField({ name, ...words }: NumberFieldProps) {
  const { register } = useSettingsForm()
  return <TextField {...words} {...register(name)} inputMode="numeric" maxLength={4} className="figures" />
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

/** What is not on is not online either; switched on again in the form, it still is. */
const onlineWhileOn = (rules: ReservationRules): ReservationRules => ({ ...rules, online: rules.on && rules.online })
