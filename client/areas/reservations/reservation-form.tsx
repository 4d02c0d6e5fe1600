import { ChevronDown } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
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
import { seating, seatsAt } from '#shared/domain/reservations/seating.ts'
import { reservationText } from '#shared/domain/table.ts'
import { BUSINESS_DAY_START } from '#shared/domain/time/business-day.ts'
import { addDays, localTime, momentOf } from '#shared/domain/time/local-time.ts'
import { isTimeOfDay } from '#shared/domain/time/promotion-window.ts'
import { type Edited, Editor } from '../../kit/editor.tsx'
import { fieldsOf, useField } from '../../kit/fields.tsx'
import { form, reader } from '../../kit/form.ts'
import { Phone } from '../../kit/phone.tsx'
import { serverNow } from '../../lib/clock/server-clock.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
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

type Sent = z.output<typeof inputSchema>

/** What the form makes, and changes without a version: what somebody else has changed in other fields stays. */
const book = {
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
} satisfies Edited<MadeReservation, Sent>

const hasTables = (saved: Reservation | null): saved is Reservation => saved !== null && saved.tableIds.length > 0

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
  /** Why it must get other tables: the form begins with them. */
  noTable?: string
  onCancel: () => void
  onSaved: (saved: MadeReservation) => void
}

/** The form of a reservation, in the order of a call: people, day and time, then who it is. */
export function ReservationForm({ saved, wish, noTable, onCancel, onSaved }: ReservationFormProps) {
  const { language } = useSettings()
  const { data: tables = [] } = useTables(true)
  const namesOf = useTableNames()
  const seatsOf = ({ tableIds = [] }: Sent) => seatsAt(tableIds, tables)
  const hadTables = hasTables(saved)
  /** Once it is made: the list has it before the form is closed, and its own tables are not another's. */
  const [madeId, setMadeId] = useState<number>()
  /** How often it was to be saved without the tables that it must get. */
  const [held, setHeld] = useState(0)
  const isTooFew = (sent: Sent) =>
    seatsOf(sent) < sent.party && (seatsOf(sent) > 0 || (hadTables && sent.tableIds?.length === 0))
  return (
    <Editor
      of={book}
      form={reservationForm}
      item={saved}
      start={{
        ...{ name: '', phoneNumber: '', party: USUAL_PARTY, until: '', notes: '', language },
        ...{ at: wish?.at ?? '', tableIds: wish?.tableId === undefined ? [] : [wish.tableId] },
      }}
      own={{
        savedText: () => t('reservations.saved'),
        async ask(sent) {
          if (noTable !== undefined && !sent.tableIds?.length) {
            setHeld(held + 1)
            return false
          }
          if (!isTooFew(sent)) return true
          const seats = t('floor.seats', { count: seatsOf(sent) })
          const people = t('orders.guests', { count: sent.party })
          const title = [namesOf(sent.tableIds ?? []), t('reservations.tooFew', { seats, people })]
          return confirm({ title: title.filter(Boolean).join(': '), confirm: t('common.save') })
        },
        // Left to itself, the server would choose others for more people.
        change: (changed, one, sent) =>
          book.save(one, isTooFew(sent) ? { ...changed, tableIds: sent.tableIds } : changed),
      }}
      onDone={(made) => {
        setMadeId(made?.id)
        if (made) onSaved(made)
      }}
      onCancel={onCancel}
      cancelLabel={t('common.back')}
      className="space-y-4"
    >
      <WhenAndWhere saved={saved} ownId={saved?.id ?? madeId} {...{ wish, noTable, held }}>
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
/** The chip that asks for more people, and the number with which its field begins. */
const MORE = 0
const MORE_PARTY = PARTIES.length + 1

interface WhenAndWhereProps extends Pick<ReservationFormProps, 'saved' | 'wish' | 'noTable'> {
  /** Of the reservation itself, once it has one. */
  ownId: number | undefined
  /** Grows with each attempt to save it without the tables that it must get. */
  held: number
  children: ReactNode
}

/**
 * People, day, time and tables as buttons, around who it is; times and tables that others have are seen as such. Where
 * it must get other tables, these stand first.
 */
function WhenAndWhere({ saved, ownId, wish, noTable, held, children }: WhenAndWhereProps) {
  const settings = useSettings()
  const { reservations: rules = DEFAULT_RESERVATIONS } = settings
  const { party, at, until, tableIds } = reservationForm.useValues()
  const partyField = useField('party', 'bills.people')
  const atField = useField('at', 'reservations.time')
  const untilField = useField('until', 'reservations.until')
  const tablesField = useField('tableIds', 'reservations.tables')
  const dayOf = useDayOf()
  const [day, setDay] = useState(at && wish?.tableId === undefined ? dayOf(at) : (wish?.day ?? ''))
  /** Null while a chip says how many. */
  const [typedParty, setTypedParty] = useState(party === null || party > PARTIES.length ? String(party ?? '') : null)
  const { data: tables = [] } = useTables(true)
  const { data: others } = useReservations(day, day, day !== '')
  const namesOf = useTableNames()
  const { data: times, isPlaceholderData } = useFreeTimes(day, party ?? 1, saved?.id)
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
  const taken = (others ?? [])
    .filter(({ id, status }) => id !== ownId && (HOLDING_STATUSES as readonly ReservationStatus[]).includes(status))
    .map((other) => ({ ...stayFrom(new Date(other.at), new Date(other.until)), tableIds: other.tableIds }))
  const { isFree, choose } = seating(
    tables.map(({ reservable = true, ...table }) => ({ ...table, reservable })),
    taken,
  )
  /** The chosen time too, where it is none of those that are offered: it has passed, or was typed. */
  const shownTimes: { at: string; tableIds?: number[] | null }[] =
    times && at && dayOf(at) === day && !times.some((time) => time.at === at)
      ? [...times, { at }].sort((one, other) => one.at.localeCompare(other.at))
      : (times ?? [])
  const given = times?.find((time) => time.at === at)
  const isByItself = !saved && tableIds.length === 0
  const isFull = isByItself ? given?.tableIds === null : tableIds.length === 0
  const tableNames = namesOf(isByItself ? (given?.tableIds ?? []) : tableIds)
  const seats = seatsAt(tableIds, tables)
  /** A tap adds a table while the seats are too few, and else takes another one in place of the former ones. */
  const chooseTables = (values: string[]) => {
    const ids = values.map(Number)
    const added = ids.filter((id) => !tableIds.includes(id))
    tablesField.field.onChange(added.length > 0 && party && seats >= party ? added : ids)
  }
  const chips = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (noTable === undefined) return
    chips.current?.querySelector('input')?.focus()
    if (held > 0) chips.current?.scrollIntoView({ block: 'center' })
  }, [noTable, held])
  const stay = at ? stayFrom(new Date(at), until ? new Date(until) : undefined) : undefined
  // A gap that was tapped is newer than what a draft has.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form begins.
  useEffect(() => {
    if (wish?.tableId === undefined) return
    atField.field.onChange(wish.at ?? '')
    untilField.field.onChange('')
    tablesField.field.onChange([wish.tableId])
  }, [wish])
  // What is shown is what will be stored: a taken table gives way to the one that the server would choose.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a tap on a table does not choose another one.
  useEffect(() => {
    if (!stay || !party || !times || isPlaceholderData || !others || tables.length === 0) return
    if (tableIds.length === 0 || saved?.status === 'seated') return
    const isGone = !tableIds.every((id) => isFree(id, stay))
    const isGrown = seats < party && party !== saved?.party && String(tableIds) === String(saved?.tableIds)
    if (!isGone && !isGrown) return
    const chosen = choose(party, stay)
    const next = given && !until ? given.tableIds : chosen && [chosen.id]
    if (next || isGone) tablesField.field.onChange((saved && next) ?? [])
  }, [at, until, party, times, isPlaceholderData, others, tables.length])
  const where = (
    <Fold
      isOpen={saved !== null || tablesField.error !== undefined}
      summary={
        <span className={cx('first-letter:uppercase', isFull && 'text-pending')}>
          {tableNames || t(isFull ? 'reservations.problems.no_table' : 'reservations.tables')}
          {isByItself && !isFull && <span className="text-muted"> · {t('reservations.byItself')}</span>}
          {hasTables(saved) && tableNames && String(tableIds) !== String(saved.tableIds) && (
            <span className="text-pending"> · {t('reservations.insteadOf', { tables: namesOf(saved.tableIds) })}</span>
          )}
        </span>
      }
    >
      <div ref={chips}>
        <ToggleChips
          legend={t('reservations.tables')}
          tone="ink"
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
          onChange={chooseTables}
          before={
            <p role="status" className={cx('mb-1.5 text-sm empty:hidden', seats < (party ?? 0) && 'text-pending')}>
              {!isByItself && party && t('reservations.seatsOf', { seats, all: t('floor.seats', { count: party }) })}
            </p>
          }
          error={
            tablesField.error ??
            (noTable && tableIds.length === 0 ? `${noTable}. ${t('reservations.combine')}` : undefined)
          }
        />
      </div>
      {saved?.status === 'asked' && <p className="mt-1.5 text-muted text-sm">{t('reservations.tablesConfirm')}</p>}
    </Fold>
  )
  return (
    <>
      {noTable !== undefined && where}
      <div>
        <ChoiceChips
          label={t('bills.people')}
          value={typedParty === null ? (party ?? undefined) : MORE}
          onChange={(people) => {
            setTypedParty(people === MORE ? String(MORE_PARTY) : null)
            partyField.field.onChange(people === MORE ? MORE_PARTY : people)
          }}
          options={[...PARTIES, MORE].map((value) => ({ value, label: value || `${MORE_PARTY}+` }))}
          chipClass="w-[calc(20%-0.4rem)] px-1!"
          autoFocus={noTable === undefined}
        />
        {typedParty !== null && (
          <TextField
            label={t('reservations.morePeople')}
            fieldClass="mt-2"
            inputMode="numeric"
            maxLength={3}
            autoFocus={typedParty === String(MORE_PARTY) && saved?.party !== MORE_PARTY}
            onFocus={({ target }) => target.select()}
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
          options={shownTimes.map(({ at: value, tableIds: given }) => ({
            value,
            label: (
              <span className={cx('figures', given === null && 'line-through opacity-70')}>
                {clockOf(value)}
                {given === null && <span className="sr-only"> {t('reservations.full')}</span>}
              </span>
            ),
          }))}
          chipClass="w-[calc(20%-0.4rem)] px-1!"
        />
        <ChoiceError message={atField.error} />
      </div>
      {noTable === undefined && where}
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
