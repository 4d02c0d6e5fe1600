import { ChevronLeft, ChevronRight, Plus, Printer, StickyNote } from 'lucide-react'
import { useState } from 'react'
import type { ListedReservation } from '#shared/contracts/reservations.ts'
import { centred, indented } from '#shared/domain/printing/columns.ts'
import { isOver } from '#shared/domain/reservations/reservations.ts'
import { reservationText } from '#shared/domain/table.ts'
import { addDays, localTime } from '#shared/domain/time/local-time.ts'
import { dayWords } from '#shared/i18n/format.ts'
import { useServerNow } from '../../lib/clock/server-clock.ts'
import type { Dialogs } from '../../lib/dialogs/open-dialog.ts'
import { NotLoaded } from '../../lib/loading/list.tsx'
import { timeZone } from '../../lib/settings/settings.ts'
import {
  Badge,
  Button,
  cx,
  DateInput,
  Dialog,
  DottedList,
  EmptyState,
  IconButton,
  language,
  PhoneLink,
  SubjectDialog,
  t,
  useWhileOpen,
} from '../../ui/index.ts'
import { printDocument, toastNotPrinted } from '../printing/index.ts'
import { useStep, useTableNames } from './book-requests.ts'
import { MessageLinks } from './message.tsx'
import { useDayOf, useReservations, useToday } from './requests.ts'
import { knownOf, ReservationDialog, Warnings } from './reservation-dialog.tsx'
import { ReservationForm } from './reservation-form.tsx'
import { inRowOrder, lateMinutes, peopleByHour } from './rows.ts'

interface BookProps {
  open: boolean
  shown: Dialogs['reservations']
  onClose: () => void
}

/** What is open above the list: a reservation, the one just made with its guest's link, or the form of a new one. */
type Opened = { id: number; link?: string | undefined } | { id: 'new' }

/** The list of a day; a row opens its reservation (docs/product/reservations.md#reservations-screen). */
export default function Book({ open, shown, onClose }: BookProps) {
  const today = useToday()
  const dayOf = useDayOf()
  const [typedDay, setDay] = useState(today)
  // While a date is being typed, the list stays as it is.
  const day = useWhileOpen(typedDay !== '', typedDay)
  const { reservationId } = shown
  const [opened, setOpened] = useState<Opened | null>(reservationId === undefined ? null : { id: reservationId })
  const list = useReservations(day)
  const namesOf = useTableNames()
  const close = () => setOpened(null)
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={t('reservations.title')}
      className="sm:max-w-2xl!"
      footer={
        <div className="flex gap-2.5">
          <Button size="large" onClick={() => setOpened({ id: 'new' })} className="flex-1">
            <Plus aria-hidden="true" className="size-5" />
            {t('reservations.new')}
          </Button>
          <IconButton
            label={t('common.print')}
            variant="outline"
            disabled={!list.data?.length}
            onClick={() => void printList(list.data ?? [])}
            className="size-14!"
          >
            <Printer className="size-5" />
          </IconButton>
        </div>
      }
    >
      <div className="mb-4 flex items-center gap-2">
        <IconButton label={t('reservations.dayBefore')} variant="outline" onClick={() => setDay(addDays(day, -1))}>
          <ChevronLeft className="size-5" />
        </IconButton>
        <DateInput aria-label={t('reservations.day')} value={typedDay} onChange={setDay} className="min-w-0 flex-1" />
        <IconButton label={t('reservations.dayAfter')} variant="outline" onClick={() => setDay(addDays(day, 1))}>
          <ChevronRight className="size-5" />
        </IconButton>
      </div>
      {list.data?.length === 0 && (
        <EmptyState title={t('reservations.empty', { day: dayWords(day, today, language) })} />
      )}
      {list.data && list.data.length > 0 && <DayList list={list.data} onOpen={(id) => setOpened({ id })} />}
      {!list.data && <NotLoaded queries={[list]} shapes={['h-6', 'h-48']} className="space-y-3" />}
      <SubjectDialog subject={opened}>
        {(subject, isOpen) =>
          subject.id === 'new' ? (
            <Dialog open={isOpen} onOpenChange={close} title={t('reservations.new')}>
              <ReservationForm
                saved={null}
                day={day}
                onCancel={close}
                onSaved={({ id, at, link }) => {
                  setDay(dayOf(at))
                  setOpened({ id, link })
                }}
              />
            </Dialog>
          ) : (
            <ReservationDialog {...subject} open={isOpen} onClose={close} />
          )
        }
      </SubjectDialog>
    </Dialog>
  )

  /** Prints the day as the list shows it, those that are over too. */
  async function printList(rows: readonly ListedReservation[]): Promise<void> {
    const title = `${t('reservations.title')} · ${day}`
    const lines = rows.flatMap((row) => {
      const { time } = localTime(new Date(row.at), timeZone)
      const facts = [row.name, String(row.party), namesOf(row.tableIds), t(`reservations.status.${row.status}`)]
      return indented(`${time} `, [...facts, row.notes].filter(Boolean).join(' · '))
    })
    await printDocument({ title, lines: [...centred(title), ...lines] }).catch(toastNotPrinted)
  }
}

interface DayListProps {
  list: readonly ListedReservation[]
  onOpen: (id: number) => void
}

function DayList({ list, onOpen }: DayListProps) {
  const now = useServerNow()
  const hours = peopleByHour(list, timeZone).map(({ time, people }) => `${time}: ${people}`)
  const [isUnfolded, setUnfolded] = useState(false)
  const cancelled = list.filter(({ status }) => status === 'cancelled')
  const shown = isUnfolded ? list : list.filter(({ status }) => status !== 'cancelled')
  return (
    <>
      <DottedList parts={[t('reservations.byHour'), ...hours]} className="figures mb-3 text-muted text-sm" />
      <ul aria-label={t('reservations.title')} className="divide-y divide-line overflow-clip card-face">
        {inRowOrder(shown, now).map((row) => (
          <Row key={row.id} row={row} now={now} onOpen={onOpen} />
        ))}
      </ul>
      {cancelled.length > 0 && (
        <Button
          variant="quiet"
          aria-expanded={isUnfolded}
          onClick={() => setUnfolded(!isUnfolded)}
          className="mt-2 w-full"
        >
          {t('reservations.cancelledAll', { count: cancelled.length })}
        </Button>
      )}
    </>
  )
}

interface RowProps extends Pick<DayListProps, 'onOpen'> {
  row: ListedReservation
  now: number
}

function Row({ row, now, onOpen }: RowProps) {
  const namesOf = useTableNames()
  const { mutate, isPending } = useStep()
  const { id, name, party, at, status, notes, problem, phoneNumber } = row
  const text = reservationText({ at, party, name: name || t('customers.noName') }, timeZone)
  const step = status === 'asked' ? 'confirmed' : status === 'confirmed' && isSoon(at, now) ? 'seated' : undefined
  return (
    <li
      aria-label={text}
      className={cx(
        'relative flex flex-wrap items-center gap-x-2.5 gap-y-1.5 px-4 py-2.5',
        lateMinutes(row, now) !== null && 'bg-pending-soft',
        isOver(status) && 'text-muted',
      )}
    >
      <span className="min-w-0 flex-[1_1_11rem]">
        <button
          type="button"
          onClick={() => onOpen(id)}
          // The whole row is clickable.
          className="figures min-h-7 text-left font-semibold wrap-anywhere after:absolute after:inset-0"
        >
          {text}
          {notes && <StickyNote aria-label={t('reservations.hasNote')} className="ml-1.5 inline size-4 text-accent" />}
        </button>
        <DottedList parts={[namesOf(row.tableIds), ...knownOf(row)]} className="text-muted text-small" />
      </span>
      <Warnings one={row} />
      {!step && <Badge>{t(`reservations.status.${status}`)}</Badge>}
      {problem && phoneNumber && (
        <>
          <PhoneLink number={phoneNumber} className="relative z-1" />
          <MessageLinks reservation={row} />
        </>
      )}
      {step && (
        <Button
          variant={step === 'confirmed' ? 'primary' : 'outline'}
          pending={isPending}
          aria-label={`${t(`reservations.steps.${step}`)}: ${text}`}
          onClick={() => mutate({ one: row, to: step })}
          className="relative z-1 ml-auto"
        >
          {t(`reservations.steps.${step}`)}
        </Button>
      )}
    </li>
  )
}

/** How long before its time a row offers to seat the guests. */
const SOON_MS = 60 * 60_000
const isSoon = (at: string, now: number) => Date.parse(at) - now <= SOON_MS
