import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import {
  makeReservation,
  RESERVATION_NOTES_MAX,
  type Reservation,
  reservationSchema,
} from '#shared/contracts/reservations.ts'
import { LANGUAGES, type Language } from '#shared/domain/language.ts'
import {
  DEFAULT_RESERVATIONS,
  HOLDING_STATUSES,
  IN_USE_MS,
  type ReservationStatus,
} from '#shared/domain/reservations/reservations.ts'
import { seating } from '#shared/domain/reservations/seating.ts'
import { BUSINESS_DAY_START } from '#shared/domain/time/business-day.ts'
import { addDays, localTime, momentOf } from '#shared/domain/time/local-time.ts'
import { isTimeOfDay } from '#shared/domain/time/promotion-window.ts'
import { EditorForm } from '../../lib/changes/editor-form.tsx'
import { toastFailure } from '../../lib/changes/send-change.ts'
import { type EditorState, useEditor } from '../../lib/changes/use-editor.ts'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { ChoiceChips, cx, FieldError, TextArea, TextField, TimeInput, ToggleChips, t } from '../../ui/index.ts'
import { PhoneInput } from '../../ui/phone/phone-input.tsx'
import { useTables } from '../tables/index.ts'
import { useChangeReservation, useFreeTimes, useMakeReservation, useTableNames } from './book-requests.ts'
import { DayChips } from './days.tsx'
import { useDayOf, useReservations } from './requests.ts'

/** A reservation as the server answers it when it was made: with the path of the guest's own page. */
export type MadeReservation = Reservation & { link?: string | undefined }

interface FormValues {
  name: string
  phoneNumber: string
  /** Null until it is chosen. */
  party: number | null
  /** An ISO moment; empty until it is chosen. */
  at: string
  /** An ISO moment; empty while the length of the stay is not changed. */
  until: string
  /** None for a new one: the server chooses. */
  tableIds: number[]
  notes: string
  language: Language
}

const formSchema = z.pipe(
  z.extend(makeReservation.body, {
    party: z.int('reservations.choosePeople').check(z.gte(1, 'reservations.choosePeople')),
    at: z.string().check(z.minLength(1, 'reservations.chooseTime')),
    until: z.string(),
    tableIds: z.array(z.int()),
  }),
  z.transform(({ until, ...rest }) => ({ ...rest, ...(until && { until }) })),
)
type FormInput = z.output<typeof formSchema>

const valuesOf = ({ name, phoneNumber, party, at, tableIds, notes, language }: Reservation): FormValues => ({
  ...{ name, phoneNumber, party, at, until: '', tableIds, notes: notes ?? '', language },
})

/** A day, YYYY-MM-DD, and the gap in the book that was tapped. */
export interface Wish {
  day: string
  at?: string
  tableId?: number
}

interface ReservationFormProps {
  /** What is changed; null for a new one. */
  saved: Reservation | null
  /** With what a new one begins. */
  wish?: Wish
  onCancel: () => void
  onSaved: (saved: MadeReservation) => void
}

/** The form of a reservation, in the order of a call: people, day and time, then who it is. */
export function ReservationForm({ saved, wish, onCancel, onSaved }: ReservationFormProps) {
  const { language } = useSettings()
  const make = useMakeReservation()
  const change = useChangeReservation()
  const editor = useEditor<FormValues, FormInput, MadeReservation>({
    name: `reservation.${saved?.id ?? 'new'}`,
    resolver: zodResolver(formSchema) as never,
    saved,
    start: {
      ...{ name: '', phoneNumber: '', party: null, until: '', notes: '', language },
      ...{ at: wish?.at ?? '', tableIds: wish?.tableId === undefined ? [] : [wish.tableId] },
    },
    valuesOf,
    async add({ tableIds, ...input }, key) {
      const body = { ...input, ...(tableIds.length > 0 && { tableIds }) }
      const { reservation, link } = await make.mutateAsync({ input: body, key })
      return { ...reservationSchema.parse(reservation), link }
    },
    // Without a version: what somebody else has changed meanwhile in other fields stays.
    change: async (body, { id, link }) => ({ ...(await change.mutateAsync({ one: { id }, body })), link }),
    fieldOfCode: {
      ...({ no_table: 'tableIds', table_taken: 'tableIds', table_not_found: 'tableIds' } as const),
      slot_gone: 'at',
    },
    onFailure: (error) => toastFailure(t('common.notChanged'), error),
    savedText: () => t('reservations.saved'),
    onDone: onSaved,
  })
  const { form, register } = editor
  return (
    <EditorForm editor={editor} onCancel={onCancel} className="space-y-4">
      <WhenAndWhere editor={editor} saved={saved} initialDay={wish?.day ?? ''} />
      <TextField label={t('customers.name')} {...register('name')} maxLength={100} />
      <Controller
        name="phoneNumber"
        control={form.control}
        render={({ field: { value, ...field } }) => (
          <TextField
            as={PhoneInput}
            label={t('customers.phone')}
            error={register('phoneNumber').error}
            {...field}
            defaultValue={value}
          />
        )}
      />
      <TextField
        as={TextArea}
        label={t('customers.notes')}
        {...register('notes')}
        rows={1}
        maxLength={RESERVATION_NOTES_MAX}
      />
      <Controller
        name="language"
        control={form.control}
        render={({ field: { value, onChange } }) => (
          <ChoiceChips
            label={t('reservations.language')}
            value={value}
            onChange={onChange}
            options={LANGUAGES.map((one) => ({ value: one, label: t(`catering.languages.${one}`) }))}
          />
        )}
      />
    </EditorForm>
  )
}

const PARTIES = [1, 2, 3, 4, 5, 6, 7, 8]

interface WhenAndWhereProps {
  editor: EditorState<FormValues>
  saved: Reservation | null
  initialDay: string
}

/** People, day, time and tables as buttons; times and tables that others have are seen as such. */
function WhenAndWhere({ editor, saved, initialDay }: WhenAndWhereProps) {
  const settings = useSettings()
  const { timeZone, reservations: rules = DEFAULT_RESERVATIONS } = settings
  const { form, register } = editor
  const { party = null, at = '', until = '', tableIds = [] } = useWatch({ control: form.control })
  const dayOf = useDayOf()
  const [day, setDay] = useState(at ? dayOf(at) : initialDay)
  const [typedParty, setTypedParty] = useState(party !== null && party > PARTIES.length ? String(party) : '')
  const { data: tables = [] } = useTables(true)
  const { data: others = [] } = useReservations(day, day, day !== '')
  const namesOf = useTableNames()
  const { data: times } = useFreeTimes(day, party ?? 1, saved?.id)
  const set = <Name extends keyof FormValues>(name: Name, value: FormValues[Name]) =>
    form.setValue(name, value as never, { shouldValidate: form.formState.isSubmitted })
  const clockOf = (moment = '') => (moment ? localTime(new Date(moment), timeZone).time : '')
  const momentOn = (date: string, time: string) => momentOf({ day: date, time }, timeZone).toISOString()
  /** A time after midnight is of the evening before. */
  const momentAt = (evening: string, time: string) =>
    momentOn(time < (settings.businessDayStart ?? BUSINESS_DAY_START) ? addDays(evening, 1) : evening, time)
  const chooseDay = (next: string) => {
    setDay(next)
    if (at) chooseTime(momentAt(next, clockOf(at)))
  }
  const chooseEnd = (time: string, start = at) => {
    const { day: date, time: begin } = localTime(new Date(start), timeZone)
    set('until', momentOn(time > begin ? date : addDays(date, 1), time))
  }
  const chooseTime = (moment: string) => {
    set('at', moment)
    // The end that was typed is a time of the evening, whichever that is.
    if (until) chooseEnd(clockOf(until), moment)
  }
  const stayMs = saved ? Date.parse(saved.until) - Date.parse(saved.at) : rules.stayMinutes * 60_000
  const stayFrom = (moment: Date, end = new Date(moment.getTime() + stayMs)) => ({ at: moment, until: end })
  const taken = others
    .filter(({ id, status }) => id !== saved?.id && (HOLDING_STATUSES as readonly ReservationStatus[]).includes(status))
    .map((other) => ({ ...stayFrom(new Date(other.at), new Date(other.until)), tableIds: other.tableIds }))
  const { isFree } = seating(
    tables.map(({ reservable = true, ...table }) => ({ ...table, reservable })),
    taken,
  )
  const stay = at ? stayFrom(new Date(at), until ? new Date(until) : undefined) : undefined
  return (
    <>
      <div>
        <ChoiceChips
          label={t('reservations.people')}
          value={party ?? undefined}
          onChange={(people) => {
            setTypedParty('')
            set('party', people)
          }}
          options={PARTIES.map((value) => ({ value, label: value }))}
          chipClass="flex-[1_0_20%] px-1!"
          autoFocus
        />
        <TextField
          label={t('reservations.morePeople')}
          fieldClass="mt-2"
          inputMode="numeric"
          maxLength={3}
          value={typedParty}
          onChange={({ target }) => {
            setTypedParty(target.value)
            set('party', Number.parseInt(target.value, 10) || null)
          }}
          className="figures"
        />
        <ChoiceError message={register('party').error} />
      </div>
      <DayChips day={day} onChange={chooseDay} />
      <div>
        <ChoiceChips
          label={t('reservations.time')}
          value={at}
          onChange={chooseTime}
          options={(times ?? []).map(({ at: value, tableIds: given }) => ({
            value,
            label: (
              <span className={cx('figures', !given && 'line-through opacity-70')}>
                {clockOf(value)}
                {!given && <span className="sr-only"> {t('reservations.full')}</span>}
              </span>
            ),
          }))}
          chipClass="flex-[1_0_4.25rem] px-1!"
        />
        <TypedTime
          label={t('reservations.otherTime')}
          time={times?.every((time) => time.at !== at) ? clockOf(at) : ''}
          onTyped={(time) => day && chooseTime(momentAt(day, time))}
        />
        <ChoiceError message={register('at').error} />
      </div>
      <ToggleChips
        legend={t('reservations.tables')}
        tone="ink"
        before={
          !saved &&
          tableIds.length === 0 && (
            <p className="mb-1.5 text-muted text-sm">
              {[namesOf(times?.find((time) => time.at === at)?.tableIds ?? []), t('reservations.byItself')]
                .filter(Boolean)
                .join(' · ')}
            </p>
          )
        }
        options={tables.map(({ id, number, label, capacity, status }) => {
          const isUsed = status === 'occupied' && stay && stay.at.getTime() < serverNow() + IN_USE_MS
          const note =
            stay && !isFree(id, stay)
              ? t('reservations.taken')
              : isUsed
                ? t('reservations.inUse')
                : t('floor.seats', { count: capacity })
          return { value: String(id), label: `${label ?? number} · ${note}` }
        })}
        value={tableIds.map(String)}
        onChange={(ids) => set('tableIds', ids.map(Number))}
        error={register('tableIds').error}
      />
      {at && (
        <TypedTime
          label={t('reservations.until')}
          hint={t('reservations.untilHint')}
          time={clockOf(until || saved?.until)}
          onTyped={chooseEnd}
        />
      )}
    </>
  )
}

interface TypedTimeProps {
  label: string
  hint?: string
  /** HH:MM, or empty. */
  time: string
  onTyped: (time: string) => void
}

/** A time that is typed, and taken when the field is left. */
function TypedTime({ time, onTyped, ...field }: TypedTimeProps) {
  return (
    <TextField
      key={time}
      as={TimeInput}
      fieldClass="mt-2"
      {...field}
      defaultValue={time}
      onBlur={({ target }) => target.value !== time && isTimeOfDay(target.value) && onTyped(target.value)}
    />
  )
}

const ChoiceError = ({ message }: { message: string | undefined }) =>
  message && <FieldError id={undefined}>{message}</FieldError>
