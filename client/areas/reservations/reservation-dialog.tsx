import { useEffect, useState } from 'react'
import type { ListedReservation, ReservationWithHistory } from '#shared/contracts/reservations.ts'
import {
  isOver,
  nextStatuses,
  type ReservationStatus,
  STEP_BACK_MS,
  timeOfStep,
} from '#shared/domain/reservations/reservations.ts'
import { reservationText } from '#shared/domain/table.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { formatTime } from '#shared/i18n/format.ts'
import { RequestError } from '../../lib/api/request-error.ts'
import { useServerNow } from '../../lib/clock/server-clock.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { NotLoaded } from '../../lib/loading/list.tsx'
import { timeZone, useSettings } from '../../lib/settings/settings.ts'
import { Badge, Button, Dialog, DottedList, language, PhoneLink, t } from '../../ui/index.ts'
import { useUser } from '../accounts/index.ts'
import { useNamesInUse, useOwnersChanges, useReservation, useStep, useTableNames } from './book-requests.ts'
import { dayTitle } from './days.tsx'
import { MessageLinks } from './message.tsx'
import { useDayOf, useSee } from './requests.ts'
import { ReservationForm } from './reservation-form.tsx'
import { lateMinutes, nextStep } from './rows.ts'

interface ReservationDialogProps {
  id: number
  /** The path of the guest's own page, right after it was made. */
  link?: string | undefined
  open: boolean
  onClose: () => void
}

/** One reservation: its facts, steps, messages, changes and history. */
export default function ReservationDialog({ id, link, open, onClose }: ReservationDialogProps) {
  const { reservations: rules } = useSettings()
  const query = useReservation(id)
  const { data: one } = query
  const { mutate: see } = useSee()
  const unseen = one?.source === 'guest' && one.seenAt === null ? one.version : undefined
  useEffect(() => {
    if (open && unseen !== undefined) see({ id, version: unseen })
  }, [open, unseen, id, see])
  const title = one && reservationText({ ...one, name: one.name || t('customers.noName') }, timeZone)
  return (
    <Dialog open={open} onOpenChange={onClose} title={title ?? t('reservations.title')}>
      {one ? (
        <Reservation one={one} link={link} isChangeable={rules !== undefined && !isOver(one.status)} />
      ) : (
        <NotLoaded queries={[query]} shapes={['h-24', 'h-40']} className="space-y-3" />
      )}
    </Dialog>
  )
}

/** What the house knows of the guests from before. */
export const knownOf = ({ before: { visits, noShows } }: ListedReservation) => [
  visits > 0 ? t('customers.visits', { count: visits }) : null,
  noShows > 0 ? t('customers.noShows', { count: noShows }) : null,
]

/** That its guests are late, and why it cannot be kept as it is. */
export function Warnings({ one }: { one: ListedReservation }) {
  const late = lateMinutes(one, useServerNow())
  return (
    <>
      {late !== null && <Badge tone="pending">{t('reservations.late', { count: late })}</Badge>}
      {one.problem && <Badge tone="warning">{t(`reservations.problems.${one.problem}`)}</Badge>}
    </>
  )
}

interface ReservationProps extends Pick<ReservationDialogProps, 'link'> {
  one: ReservationWithHistory
  isChangeable: boolean
}

function Reservation({ one, link, isChangeable }: ReservationProps) {
  const dayOf = useDayOf()
  const now = useServerNow()
  const namesOf = useTableNames()
  const [isChanging, setChanging] = useState(false)
  const { at, until, status, notes, phoneNumber, tableIds } = one
  // Right after it was made or agreed to, its guest is told.
  const isTold =
    phoneNumber !== '' && (link !== undefined || (status === 'confirmed' && statusBefore(one, now) === 'asked'))
  if (isChanging)
    return <ReservationForm saved={one} onCancel={() => setChanging(false)} onSaved={() => setChanging(false)} />
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap gap-1.5">
        <Badge>{t(`reservations.status.${status}`)}</Badge>
        <Warnings one={one} />
      </div>
      <DottedList
        parts={[
          `${dayTitle(dayOf(at), language)}, ${formatTime(at, timeZone)}–${formatTime(until, timeZone)}`,
          t('orders.guests', { count: one.party }),
          namesOf(tableIds) || t('reservations.problems.no_table'),
          ...knownOf(one),
        ]}
        className="text-body"
      />
      {notes && <p className="whitespace-pre-line break-words text-accent text-body">{notes}</p>}
      <Steps one={one} isSolid={!isTold} onNoTable={() => setChanging(true)} />
      {phoneNumber && (
        <div className="flex flex-wrap items-center gap-2.5">
          <PhoneLink number={phoneNumber} className="max-sm:basis-full" />
          <MessageLinks reservation={one} link={link} isSolid={isTold} />
        </div>
      )}
      {link && <p className="text-muted text-sm">{t('reservations.linkOnce')}</p>}
      {isChangeable && (
        <Button variant="outline" onClick={() => setChanging(true)} className="w-full">
          {t('printers.edit')}
        </Button>
      )}
      <History one={one} />
      <OwnersActions one={one} />
    </div>
  )
}

/** The status before the last step, while that can be taken back. */
function statusBefore({ history }: ReservationWithHistory, now: number): ReservationStatus | undefined {
  const [before, last] = history.filter((entry) => entry.status !== undefined).slice(-2)
  return last && now - Date.parse(last.at) < STEP_BACK_MS ? before?.status : undefined
}

interface StepsProps {
  one: ReservationWithHistory
  isSolid: boolean
  /** No single table is free for what was asked: several can be chosen. */
  onNoTable: () => void
}

/** What the house may make of it now, and the way back. */
function Steps({ one, isSolid, onNoTable }: StepsProps) {
  const now = useServerNow()
  const namesInUse = useNamesInUse()
  const { ask, mutateAsync, isPending } = useStep()
  const dayOf = useDayOf()
  const stored = one.history.findLast(({ status }) => status !== undefined)?.status ?? one.status
  const isDue = (to: ReservationStatus) =>
    timeOfStep({ status: stored, at: new Date(one.at) }, to, new Date(now), (moment) => dayOf(moment.getTime())) ===
    'due'
  // What the clock has ended is not ended once more.
  const isLeft = (to: ReservationStatus) => stored === one.status || (to !== one.status && to !== 'cancelled')
  const steps = nextStatuses(stored).filter((to) => isLeft(to) && isDue(to))
  const before = statusBefore(one, now)
  const next = isSolid ? nextStep({ status: stored, at: one.at }, now, dayOf) : undefined
  const isAsked = stored === 'asked'
  const wordOf = (to: ReservationStatus) =>
    t(isAsked && to === 'cancelled' ? 'reservations.decline' : `reservations.steps.${to as 'seated'}`)
  const chooseTables = (error: unknown) => error instanceof RequestError && error.code === 'no_table' && onNoTable()
  const cancel = () =>
    confirm({
      title: t(isAsked ? 'reservations.declineTitle' : 'reservations.cancelTitle', {
        who: reservationText(one, timeZone),
      }),
      description: t('reservations.cancelDescription'),
      confirm: wordOf('cancelled'),
      cancel: t('reservations.keep'),
      isDestructive: true,
      action: () => mutateAsync({ one, to: 'cancelled' }),
    })
  return (
    <div className="flex flex-wrap gap-2.5 empty:hidden">
      {steps.map((to) => (
        <Button
          key={to}
          variant={to === next ? 'primary' : 'outline'}
          disabled={isPending}
          onClick={() =>
            to === 'cancelled' ? void cancel() : ask({ one, to }, namesInUse(one.tableIds), chooseTables)
          }
          className="flex-auto"
        >
          {wordOf(to)}
        </Button>
      ))}
      {before && !steps.includes(before) && (
        <Button
          variant="outline"
          disabled={isPending}
          onClick={() => ask({ one, to: before }, namesInUse(one.tableIds))}
          className="flex-auto"
        >
          {t('reservations.takeBack', { status: t(`reservations.status.${before}`) })}
        </Button>
      )}
    </div>
  )
}

function History({ one }: { one: ReservationWithHistory }) {
  const wordsOf = ({ status, fields }: ReservationWithHistory['history'][number]) =>
    [status && t(`reservations.status.${status}`), ...fields.map((field) => t(`reservations.fields.${field as 'at'}`))]
      .filter(Boolean)
      .join(', ')
  return (
    <section aria-label={t('reservations.history')} className="border-line border-t pt-3">
      <h3 className="display mb-1.5 text-lg">{t('reservations.history')}</h3>
      <ul className="space-y-1 text-muted text-sm">
        {one.history.map((entry, i) => {
          const { day, time } = localTime(new Date(entry.at), timeZone)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries are only added.
            <li key={i}>
              {dayTitle(day, language)}, {time} · {entry.user ?? t('reservations.guest')}: {wordsOf(entry)}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** What owners alone may do with it, each after a question. */
function OwnersActions({ one }: { one: ReservationWithHistory }) {
  const { data: user } = useUser()
  const { cancelAll, erase } = useOwnersChanges(one)
  if (!user?.isOwner) return null
  const isToCome = !isOver(one.status)
  const cancelled = t('reservations.cancelDescription')
  const actions = [
    isToCome &&
      one.phoneNumber &&
      ([t('reservations.cancelAll.number'), cancelled, () => cancelAll('number')] as const),
    isToCome &&
      one.source === 'guest' &&
      ([t('reservations.cancelAll.address'), cancelled, () => cancelAll('address')] as const),
    !isToCome && one.name && ([t('reservations.erase'), t('reservations.eraseDescription'), () => erase()] as const),
  ].filter((action) => typeof action === 'object')
  const cancel = t('reservations.keep')
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {actions.map(([title, description, action]) => (
        <Button
          key={title}
          variant="danger"
          size="small"
          onClick={() => void confirm({ title, description, confirm: title, cancel, isDestructive: true, action })}
        >
          {title}
        </Button>
      ))}
    </div>
  )
}
