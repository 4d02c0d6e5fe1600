import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { makeReservation, type Reservation, reservationSchema } from '#shared/contracts/reservations.ts'
import { LANGUAGES, type Language } from '#shared/domain/language.ts'
import {
  DEFAULT_RESERVATIONS,
  HOLDING_STATUSES,
  IN_USE_MS,
  isOver,
  type ReservationStatus,
} from '#shared/domain/reservations/reservations.ts'
import { seating } from '#shared/domain/reservations/seating.ts'
import { reservationText } from '#shared/domain/table.ts'
import { BUSINESS_DAY_START } from '#shared/domain/time/business-day.ts'
import { addDays, localTime, momentOf } from '#shared/domain/time/local-time.ts'
import { isTimeOfDay } from '#shared/domain/time/promotion-window.ts'
import { type Edited, Editor } from '../../kit/editor.tsx'
import { fieldsOf, useField } from '../../kit/fields.tsx'
import { form, reader } from '../../kit/form.ts'
import { Phone } from '../../kit/phone.tsx'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { timeZone, useSettings } from '../../lib/settings/settings.ts'
import { ChoiceChips, cx, FieldError, TextField, TimeInput, ToggleChips, t } from '../../ui/index.ts'
import { useTables } from '../tables/index.ts'
import { reservationList, useFreeTimes, useTableNames } from './book-requests.ts'
import { DayChips } from './days.tsx'
import { useDayOf, useReservations } from './requests.ts'

const { text, same } = reader

/** A reservation as the server answers it when it was made: with the path of the guest's own page. */
export type MadeReservation = Reservation & { link?: string | undefined }

const inputSchema = z.extend(makeReservation.body, {
  party: z.int('reservations.choosePeople').check(z.gte(1, 'reservations.choosePeople')),
  at: z.string().check(z.minLength(1, 'reservations.chooseTime')),
})
const reservationForm = form(inputSchema, {
  name: text,
  phoneNumber: text,
  /** Null until it is chosen. */
  party: same<number | null>(null),
  /** An ISO moment; empty until it is chosen. */
  at: same(''),
  /** An ISO moment; empty while the length of the stay is not changed. */
  until: { show: () => '', read: (typed: string) => typed || undefined },
  /** None for a new one: the server chooses. */
  tableIds: same<number[]>([]),
  notes: text,
  language: same<Language>(),
})
const { Text, Choice } = fieldsOf(reservationForm)

/** What the form makes, and changes without a version: what somebody else has changed in other fields stays. */
const book: Edited<MadeReservation, z.output<typeof inputSchema>> = {
  draft: 'reservation',
  nameOf: ({ name }) => name,
  async add({ tableIds = [], ...input }, key) {
    const { reservation, link } = await reservationList.add({
      input: { ...input, ...(tableIds.length > 0 && { tableIds }) },
      key,
    })
    return { ...reservationSchema.parse(reservation), link }
  },
  async save({ id, link, status }, body) {
    // Only what is confirmed has tables.
    const step = status === 'asked' && body.tableIds?.length ? { status: 'confirmed' as const } : {}
    return { ...(await reservationList.save({ one: { id }, body: { ...body, ...step } })), link }
  },
  fieldOfCode: {
    ...{ no_table: 'tableIds', table_taken: 'tableIds', table_not_found: 'tableIds' },
    slot_gone: 'at',
  },
}

/** How many most parties are. */
export const USUAL_PARTY = 2

/** A day, YYYY-MM-DD, and the gap in the book that was tapped, or else the next free time of today. */
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
  return (
    <Editor
      of={book}
      form={reservationForm}
      item={saved}
      start={{
        ...{ name: '', phoneNumber: '', party: USUAL_PARTY, until: '', notes: '', language },
        ...{ at: wish?.at ?? '', tableIds: wish?.tableId === undefined ? [] : [wish.tableId] },
      }}
      own={{ savedText: () => t('reservations.saved') }}
      onDone={(made) => made && onSaved(made)}
      onCancel={onCancel}
      cancelLabel={t('common.back')}
      className="space-y-4"
    >
      <WhenAndWhere saved={saved} wish={wish}>
        <Text name="name" label="customers.name" />
        <Phone name="phoneNumber" label="customers.phone" />
        <SameNumber saved={saved} />
        <Text name="notes" label="customers.notes" rows={1} />
      </WhenAndWhere>
    </Editor>
  )
}

/** That the number has a reservation of that day already. */
function SameNumber({ saved }: Pick<ReservationFormProps, 'saved'>) {
  const { phoneNumber, at } = reservationForm.useValues()
  const day = useDayOf()(at || serverNow())
  const { data: others = [] } = useReservations(day)
  const digits = phoneNumber.replace(/\D/g, '')
  const same = others.find((one) => digits && one.phoneNumber === digits && one.id !== saved?.id && !isOver(one.status))
  return (
    <p role="status" className="text-body text-pending empty:hidden">
      {same && t('reservations.sameNumber', { who: reservationText(same, timeZone) })}
    </p>
  )
}

const PARTIES = [1, 2, 3, 4, 5, 6, 7, 8]
/** The chip that asks for more people. */
const MORE = 0
/** The chip by which a tap on a table adds it. */
const SEVERAL = 'several'

/** People, day, time and tables as buttons, around who it is; times and tables that others have are seen as such. */
function WhenAndWhere({
  saved,
  wish,
  children,
}: Pick<ReservationFormProps, 'saved' | 'wish'> & { children: ReactNode }) {
  const settings = useSettings()
  const { reservations: rules = DEFAULT_RESERVATIONS } = settings
  const { party, at, until, tableIds } = reservationForm.useValues()
  const partyField = useField('party', 'bills.people')
  const atField = useField('at', 'reservations.time')
  const untilField = useField('until', 'reservations.until')
  const tablesField = useField('tableIds', 'reservations.tables')
  const dayOf = useDayOf()
  const [day, setDay] = useState(at ? dayOf(at) : (wish?.day ?? ''))
  /** Null while a chip says how many. */
  const [typedParty, setTypedParty] = useState(party === null || party > PARTIES.length ? String(party ?? '') : null)
  const [isSeveral, setSeveral] = useState(tableIds.length > 1)
  const { data: tables = [] } = useTables(true)
  const { data: others = [] } = useReservations(day, day, day !== '')
  const namesOf = useTableNames()
  const { data: times } = useFreeTimes(day, party ?? 1, saved?.id)
  const clockOf = (moment = '') => (moment ? localTime(new Date(moment), timeZone).time : '')
  const momentOn = (date: string, time: string) => momentOf({ day: date, time }, timeZone).toISOString()
  /** A time after midnight is of the evening before. */
  const momentAt = (evening: string, time: string) =>
    momentOn(time < (settings.businessDayStart ?? BUSINESS_DAY_START) ? addDays(evening, 1) : evening, time)
  const chooseDay = (next: string) => {
    setDay(next)
    // The next free time of today is no wish for another day.
    if (at === wish?.at && tableIds.length === 0) atField.field.onChange('')
    else if (at) chooseTime(momentAt(next, clockOf(at)))
  }
  const chooseEnd = (time: string, start = at) => {
    const { day: date, time: begin } = localTime(new Date(start), timeZone)
    untilField.field.onChange(momentOn(time > begin ? date : addDays(date, 1), time))
  }
  const chooseTime = (moment: string) => {
    atField.field.onChange(moment)
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
  const given = times?.find((time) => time.at === at)
  const isByItself = !saved && tableIds.length === 0
  const isFull = isByItself ? given?.tableIds === null : tableIds.length === 0
  const tableNames = namesOf(isByItself ? (given?.tableIds ?? []) : tableIds)
  /** A tap takes another table in place of the former, or where several are wanted adds it. */
  const chooseTables = (values: string[]) => {
    const areSeveral = values.includes(SEVERAL)
    const ids = values.filter((value) => value !== SEVERAL).map(Number)
    const added = ids.filter((id) => !tableIds.includes(id))
    setSeveral(areSeveral)
    tablesField.field.onChange(added.length > 0 && !areSeveral ? added : ids)
  }
  const stay = at ? stayFrom(new Date(at), until ? new Date(until) : undefined) : undefined
  return (
    <>
      <div>
        <ChoiceChips
          label={t('bills.people')}
          value={typedParty === null ? (party ?? undefined) : MORE}
          onChange={(people) => {
            setTypedParty(people === MORE ? '' : null)
            partyField.field.onChange(people || null)
          }}
          options={[...PARTIES, MORE].map((value) => ({ value, label: value || `${PARTIES.length + 1}+` }))}
          chipClass="flex-[1_0_16%] px-1!"
          autoFocus
        />
        {typedParty !== null && (
          <TextField
            label={t('reservations.morePeople')}
            fieldClass="mt-2"
            inputMode="numeric"
            maxLength={3}
            autoFocus={typedParty === ''}
            value={typedParty}
            onChange={({ target }) => {
              setTypedParty(target.value)
              partyField.field.onChange(Number.parseInt(target.value, 10) || null)
            }}
            className="figures"
          />
        )}
        <ChoiceError message={partyField.error} />
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
          chipClass="flex-[1_0_16%] px-1!"
        />
        <ChoiceError message={atField.error} />
      </div>
      <Fold
        isOpen={saved !== null || tablesField.error !== undefined}
        summary={
          <span className={cx('first-letter:uppercase', isFull && 'text-pending')}>
            {tableNames || t(isFull ? 'reservations.problems.no_table' : 'reservations.tables')}
            {isByItself && !isFull && <span className="text-muted"> · {t('reservations.byItself')}</span>}
          </span>
        }
      >
        <ToggleChips
          legend={t('reservations.tables')}
          tone="ink"
          options={[
            ...tables.map(({ id, number, label, capacity, status }) => {
              const isUsed = status === 'occupied' && stay && stay.at.getTime() < serverNow() + IN_USE_MS
              const note =
                stay && !isFree(id, stay)
                  ? t('reservations.taken')
                  : isUsed
                    ? t('reservations.inUse')
                    : t('floor.seats', { count: capacity })
              return { value: String(id), label: `${label ?? number} · ${note}` }
            }),
            { value: SEVERAL, label: t('reservations.several') },
          ]}
          value={[...tableIds.map(String), ...(isSeveral ? [SEVERAL] : [])]}
          onChange={chooseTables}
          error={tablesField.error}
        />
        {saved?.status === 'asked' && <p className="mt-1.5 text-muted text-sm">{t('reservations.tablesConfirm')}</p>}
      </Fold>
      {children}
      <Fold isOpen={saved !== null} summary={t('reservations.details')}>
        <div className="space-y-4">
          <TypedTime
            label={t('reservations.otherTime')}
            time={times?.every((time) => time.at !== at) ? clockOf(at) : ''}
            onTyped={(time) => day && chooseTime(momentAt(day, time))}
          />
          {at && (
            <TypedTime
              label={t('reservations.until')}
              hint={t('reservations.untilHint')}
              time={clockOf(until || saved?.until)}
              onTyped={chooseEnd}
            />
          )}
          <Choice
            name="language"
            label="reservations.language"
            options={LANGUAGES.map((value) => ({ value, label: t(`catering.languages.${value}`) }))}
          />
        </div>
      </Fold>
    </>
  )
}

/** What most reservations leave as it is. */
function Fold({ isOpen, summary, children }: { isOpen: boolean; summary: ReactNode; children: ReactNode }) {
  return (
    <details className="group" open={isOpen}>
      <summary className="flex min-h-11 cursor-pointer no-marker items-center justify-between gap-1.5 font-semibold text-body">
        {summary}
        <ChevronDown aria-hidden="true" className="size-4.5 shrink-0 text-muted group-open:rotate-180" />
      </summary>
      {children}
    </details>
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
      {...field}
      defaultValue={time}
      onBlur={({ target }) => target.value !== time && isTimeOfDay(target.value) && onTyped(target.value)}
    />
  )
}

const ChoiceError = ({ message }: { message: string | undefined }) =>
  message && <FieldError id={undefined}>{message}</FieldError>
