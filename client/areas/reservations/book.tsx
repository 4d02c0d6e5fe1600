import { ChevronDown, ChevronLeft, Plus, Printer } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import type { ListedReservation } from '#shared/contracts/reservations.ts'
import { centred, indented } from '#shared/domain/printing/columns.ts'
import { isOver } from '#shared/domain/reservations/reservations.ts'
import { reservationText } from '#shared/domain/table.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { formatLongDay } from '#shared/domain/time/long-day.ts'
import { dayWords } from '#shared/i18n/format.ts'
import { showDialog } from '../../kit/dialog.tsx'
import { paths } from '../../lib/browser/paths.ts'
import { serverNow, useServerNow } from '../../lib/clock/server-clock.ts'
import { NotLoaded } from '../../lib/loading/list.tsx'
import { timeZone } from '../../lib/settings/settings.ts'
import {
  Badge,
  Button,
  buttonClass,
  cx,
  DottedList,
  EmptyState,
  IconButton,
  language,
  PhoneLink,
  SearchBox,
  t,
  useDebouncedText,
} from '../../ui/index.ts'
import { printDocument, toastNotPrinted } from '../printing/index.ts'
import { BookGrid } from './book-grid.tsx'
import { statusText, useFreeTimes, useNamesInUse, useStep, useTableNames } from './book-requests.ts'
import { DayChips } from './days.tsx'
import { MessageLinks } from './message.tsx'
import { isAsked, useReservationNews } from './news.ts'
import { openReservation, useDayOf, useFoundReservations, useReservations, useToday } from './requests.ts'
import { knownOf, Warnings } from './reservation-dialog.tsx'
import { ReservationForm, USUAL_PARTY, type Wish } from './reservation-form.tsx'
import { dayTitle, groupOf, inRowOrder, lateMinutes, nextStep } from './rows.ts'

/** The book: a day's list, beside it the tables by the hour (docs/product/reservations.md#reservations-screen). */
export default function Book({ tabsUrl }: { tabsUrl: string }) {
  const today = useToday()
  const dayOf = useDayOf()
  const [day, setDay] = useState(today)
  const [typed, setTyped] = useState('')
  const searched = useDebouncedText(typed)
  const ofDay = useReservations(day)
  const found = useFoundReservations(searched)
  const list = searched ? found : ofDay
  const asked = useReservationNews().filter(isAsked)
  const namesOf = useTableNames()
  const openForm = (wish: Wish) =>
    void showDialog({
      title: t('reservations.new'),
      content: (close) => (
        <ReservationForm
          saved={null}
          wish={wish}
          onCancel={() => close()}
          onSaved={({ id, at, link }) => {
            setDay(dayOf(at))
            setTyped('')
            close()
            openReservation({ id, link })
          }}
        />
      ),
    })
  const toTabs = t('common.back')
  const { data: times = [] } = useFreeTimes(today, USUAL_PARTY, undefined)
  const openNew = () => {
    const next = times.find(({ at, tableIds }) => tableIds && Date.parse(at) >= serverNow())
    openForm({ day, ...(day === today && next && { at: next.at }) })
  }
  return (
    <div className="@container/book">
      <div className="flex flex-wrap items-center gap-2 border-line border-b bg-card px-4 py-2.5">
        <Link
          href={tabsUrl}
          aria-label={toTabs}
          className={cx(buttonClass({ variant: 'quiet' }), '-ml-3 size-11 px-0!')}
        >
          <ChevronLeft aria-hidden="true" className="size-6" />
        </Link>
        <h1 className="display mr-auto text-2xl">{t('reservations.title')}</h1>
        <DayChips
          day={day}
          onChange={setDay}
          asked={asked.map(({ at }) => dayOf(at))}
          className="order-last min-w-0 basis-full @min-[75rem]/book:order-none @min-[75rem]/book:basis-auto"
        />
        <SearchBox
          label={t('reservations.search')}
          placeholder={t('reservations.search')}
          query={typed}
          onChange={setTyped}
          className="min-w-0 flex-1 @max-[44rem]/book:order-last @max-[44rem]/book:basis-40 @min-[44rem]/book:max-w-56"
        />
        <IconButton
          label={t('common.print')}
          variant="outline"
          disabled={!ofDay.data?.length}
          onClick={() => void printList(ofDay.data ?? [])}
        >
          <Printer className="size-5" />
        </IconButton>
        <Link
          href={paths.floor}
          className={cx(buttonClass({ variant: 'outline' }), 'whitespace-nowrap @max-[44rem]/book:order-last')}
        >
          {t('reservations.walkIn')}
        </Link>
        <Button onClick={openNew} aria-label={t('reservations.new')}>
          <Plus aria-hidden="true" className="size-5" />
          {t('reservations.one')}
        </Button>
      </div>
      <div className="@min-[50rem]/book:grid @min-[50rem]/book:grid-cols-[20rem_minmax(0,1fr)] @min-[64rem]/book:grid-cols-[25rem_minmax(0,1fr)]">
        <div className="border-line @min-[50rem]/book:border-r">
          {!searched && (
            <h2 className="px-4 pt-3 pb-1.5 font-semibold text-muted text-sm first-letter:uppercase">
              {dayTitle(day, language)}
            </h2>
          )}
          {list.data?.length === 0 && (
            <EmptyState
              title={
                searched ? t('reservations.notFound') : t('reservations.empty', { day: dayWords(day, today, language) })
              }
            />
          )}
          {list.data && list.data.length > 0 && <DayList key={day} list={list.data} isOfDays={searched !== ''} />}
          {!list.data && <NotLoaded queries={[list]} shapes={['h-16', 'h-48']} className="space-y-3 p-4" />}
        </div>
        <BookGrid day={day} list={ofDay.data ?? []} onGap={openForm} />
      </div>
    </div>
  )

  /** Prints the day as the list shows it, those that are over too. */
  async function printList(rows: readonly ListedReservation[]): Promise<void> {
    const title = `${t('reservations.title')} · ${formatLongDay(day, language)}`
    const lines = rows.flatMap((row) => {
      const { time } = localTime(new Date(row.at), timeZone)
      const facts = [row.name, String(row.party), namesOf(row.tableIds), statusText(row)]
      return indented(`${time} `, [...facts, row.notes].filter(Boolean).join(' · '))
    })
    await printDocument({ title, lines: [...centred(title), ...lines] }).catch(toastNotPrinted)
  }
}

interface DayListProps {
  list: readonly ListedReservation[]
  /** Whether they are of several days, which are said. */
  isOfDays: boolean
}

function DayList({ list, isOfDays }: DayListProps) {
  const now = useServerNow()
  const [isUnfolded, setUnfolded] = useState(false)
  /** Rows as they were when their guests arrived: they stay in place, under the finger, until another day is shown. */
  const [arrived, setArrived] = useState<ListedReservation[]>([])
  const cancelled = list.filter(({ status }) => status === 'cancelled')
  const shown = isUnfolded || isOfDays ? list : list.filter(({ status }) => status !== 'cancelled')
  const rows = inRowOrder(
    shown.map((row) => ({ ...(arrived.find(({ id }) => id === row.id) ?? row), row })),
    now,
  )
  const groups = rows.map((row) => groupOf(row, now))
  return (
    <>
      <ul aria-label={t('reservations.title')} className="divide-y divide-line border-line border-b">
        {rows.map(({ row }, i) => (
          <Row
            key={row.id}
            {...{ row, now, hasDay: isOfDays }}
            // Of several groups, each has its name above its first row.
            group={groups[0] !== groups.at(-1) && groups[i] !== groups[i - 1] ? groups[i] : undefined}
            onArrived={() => setArrived((former) => [...former, row])}
          />
        ))}
      </ul>
      {cancelled.length > 0 && !isOfDays && (
        <Button
          variant="quiet"
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
          className="group w-full justify-between! px-4!"
        >
          {t('reservations.cancelledAll', { count: cancelled.length })}
          <ChevronDown aria-hidden="true" className="size-4.5 group-aria-expanded:rotate-180" />
        </Button>
      )}
    </>
  )
}

interface RowProps {
  row: ListedReservation
  now: number
  hasDay: boolean
  group: ReturnType<typeof groupOf> | undefined
  onArrived: () => void
}

function Row({ row, now, hasDay, group, onArrived }: RowProps) {
  const namesOf = useTableNames()
  const dayOf = useDayOf()
  const namesInUse = useNamesInUse()
  const { ask, isPending } = useStep()
  const { id, party, at, status, notes, problem, phoneNumber } = row
  const name = row.name || t('customers.noName')
  const text = reservationText({ at, party, name }, timeZone)
  const step = nextStep(row, now, dayOf)
  const isAsked = step === 'confirmed'
  return (
    <li
      aria-label={text}
      className={cx(
        'relative grid grid-cols-[4rem_minmax(0,1fr)_auto] items-center gap-x-2.5 gap-y-1 px-4 py-2.5',
        isAsked ? 'bg-accent-soft' : lateMinutes(row, now) !== null && 'border-pending/30 bg-pending-soft',
        isOver(status) && 'text-muted',
      )}
    >
      {group && (
        <span className="col-span-full font-semibold text-muted text-small">{t(`reservations.groups.${group}`)}</span>
      )}
      <span className="display figures text-xl">{localTime(new Date(at), timeZone).time}</span>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={text}
        onClick={() => openReservation({ id })}
        // The whole row is clickable.
        className="min-h-7 text-left font-semibold wrap-anywhere after:absolute after:inset-0"
      >
        {name}
      </button>
      {step ? (
        <Button
          variant={isAsked ? 'primary' : 'outline'}
          pending={isPending}
          aria-label={`${t(isAsked ? 'floor.reservation.answer' : 'reservations.steps.seated')}: ${text}`}
          onClick={() => {
            if (isAsked) return openReservation({ id })
            onArrived()
            ask(
              { one: row, to: step, onNoTable: (noTable) => openReservation({ id, noTable }) },
              namesInUse(row.tableIds),
            )
          }}
          className="relative z-1"
        >
          {t(isAsked ? 'floor.reservation.answer' : 'reservations.steps.seated')}
        </Button>
      ) : (
        <Badge>{statusText(row)}</Badge>
      )}
      <div className="col-span-2 col-start-2 flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        <DottedList
          parts={[
            hasDay ? dayTitle(dayOf(at), language) : null,
            t('orders.guests', { count: party }),
            namesOf(row.tableIds),
            ...knownOf(row),
            notes && t('kitchen.quoted', { note: notes }),
          ]}
          className="text-muted text-small wrap-anywhere"
        />
        <Warnings one={row} />
        {problem && phoneNumber && (
          <>
            <PhoneLink number={phoneNumber} className="relative z-1" />
            <MessageLinks reservation={row} />
          </>
        )}
      </div>
    </li>
  )
}
