import { type ReactNode, useEffect, useState } from 'react'
import type { ListedReservation, ReservationWithHistory } from '#shared/contracts/reservations.ts'
import {
  isDeclined,
  isOver,
  nextStatuses,
  type ReservationStatus,
  STEP_BACK_MS,
  timeOfStep,
} from '#shared/domain/reservations/reservations.ts'
import { reservationText } from '#shared/domain/table.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { formatTime } from '#shared/i18n/format.ts'
import { useServerNow } from '../../lib/clock/server-clock.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { NotLoaded } from '../../lib/loading/list.tsx'
import { timeZone, useSettings } from '../../lib/settings/settings.ts'
import { Badge, Button, Dialog, DottedList, language, MoreMenu, PhoneLink, t } from '../../ui/index.ts'
import { useUser } from '../accounts/index.ts'
import { ageText } from '../orders/index.ts'
import { statusText, useNamesInUse, useOwnersChanges, useReservation, useStep, useTableNames } from './book-requests.ts'
import { MessageLinks } from './message.tsx'
import { useDayOf, useFoundReservations, useSee } from './requests.ts'
import { ReservationForm } from './reservation-form.tsx'
import { dayTitle, lateMinutes, nextStep } from './rows.ts'

interface ReservationDialogProps {
  id: number
  /** The path of the guest's own page, right after it was made. */
  link?: string | undefined
  /** Why it must get other tables: they can be chosen at once. */
  noTable?: string | undefined
  open: boolean
  onClose: () => void
}

/** One reservation: its facts, steps, messages, changes and history. */
export default function ReservationDialog({ id, link, noTable, open, onClose }: ReservationDialogProps) {
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
        <Reservation
          one={one}
          link={link}
          noTable={noTable}
          isChangeable={rules !== undefined && !isOver(one.status)}
        />
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
      {late !== null && (
        <Badge tone="pending" className="in-[li]:px-0">
          {t('reservations.late', { age: ageText(t, late) })}
        </Badge>
      )}
      {one.problem && <Badge tone="warning">{t(`reservations.problems.${one.problem}`)}</Badge>}
    </>
  )
}

interface ReservationProps extends Pick<ReservationDialogProps, 'link' | 'noTable'> {
  one: ReservationWithHistory
  isChangeable: boolean
}

function Reservation({ one, link, noTable, isChangeable }: ReservationProps) {
  const dayOf = useDayOf()
  const now = useServerNow()
  const namesOf = useTableNames()
  /** Whether it is changed, and why its tables must be. */
  const [changing, setChanging] = useState<{ noTable?: string } | null>(noTable === undefined ? null : { noTable })
  const { at, until, status, notes, phoneNumber, tableIds } = one
  // Right after it was made or agreed to, its guest is told.
  const isTold =
    phoneNumber !== '' && (link !== undefined || (status === 'confirmed' && statusBefore(one, now) === 'asked'))
  const close = () => setChanging(null)
  if (changing) return <ReservationForm saved={one} {...changing} onCancel={close} onSaved={close} />
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap gap-1.5">
        <Badge>{statusText(one)}</Badge>
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
      {notes && <p className="whitespace-pre-line break-words text-body">{t('kitchen.quoted', { note: notes })}</p>}
      <Steps one={one} isSolid={!isTold} onNoTable={(noTable) => setChanging({ noTable })}>
        {phoneNumber && (
          <div className="flex flex-wrap items-center gap-2.5">
            <PhoneLink number={phoneNumber} className="max-sm:basis-full" />
            <MessageLinks reservation={one} link={link} isSolid={isTold} />
          </div>
        )}
        {link && phoneNumber && <p className="text-muted text-sm">{t('reservations.linkOnce')}</p>}
        <div className="flex items-center justify-end gap-2.5 empty:hidden">
          {isChangeable && (
            <Button variant="outline" onClick={() => setChanging({})} className="flex-1">
              {t('printers.edit')}
            </Button>
          )}
          <OwnersActions one={one} />
        </div>
      </Steps>
      <History one={one} />
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
  onNoTable: (message: string) => void
  children: ReactNode
}

/** What the house may make of it now, and the way back; below all else a quiet button that cancels it. */
function Steps({ one, isSolid, onNoTable, children }: StepsProps) {
  const namesOf = useTableNames()
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
  const takeBack = (to: ReservationStatus) => {
    // What is only asked for has no tables.
    const tables = to === 'asked' ? namesOf(one.tableIds) : ''
    if (!tables) return ask({ one, to }, namesInUse(one.tableIds))
    const title = t('reservations.takeBack', { status: t(`reservations.status.${to}`) })
    const description = t('reservations.givesUp', { tables })
    void confirm({ title, description, confirm: t('orders.undo'), action: () => mutateAsync({ one, to }) })
  }
  const isLast = (to: ReservationStatus) => to === 'cancelled' && !isAsked
  return (
    <>
      <div className="flex flex-wrap gap-2.5 empty:hidden">
        {steps
          .filter((to) => !isLast(to))
          .map((to) => (
            <Button
              key={to}
              variant={to === next ? 'primary' : 'outline'}
              disabled={isPending}
              onClick={() =>
                to === 'cancelled' ? void cancel() : ask({ one, to, onNoTable }, namesInUse(one.tableIds))
              }
              className="flex-auto"
            >
              {wordOf(to)}
            </Button>
          ))}
        {before && !steps.includes(before) && (
          <Button variant="outline" disabled={isPending} onClick={() => takeBack(before)} className="flex-auto">
            {t('reservations.takeBack', { status: t(`reservations.status.${before}`) })}
          </Button>
        )}
      </div>
      {children}
      {steps.some(isLast) && (
        <Button variant="quiet" disabled={isPending} onClick={() => void cancel()} className="text-cancelled!">
          {wordOf('cancelled')}
        </Button>
      )}
    </>
  )
}

function History({ one }: { one: ReservationWithHistory }) {
  const namesOf = useTableNames()
  const dayOf = useDayOf()
  const momentText = (moment: string, other: string) =>
    [dayOf(moment) !== dayOf(other) && `${dayTitle(dayOf(moment), language)},`, formatTime(moment, timeZone)]
      .filter(Boolean)
      .join(' ')
  const values = { at: one.at, party: one.party, tableIds: one.tableIds }
  // From the last one back, so that what each has led to is known.
  const lines = one.history
    .toReversed()
    .map(({ status, fields, was = {}, ...entry }, i) => {
      const declined = isDeclined(one.history.slice(0, one.history.length - i))
      const now = { ...values }
      Object.assign(values, was)
      const changed: Partial<Record<string, readonly string[]>> = {
        ...(was.at && { at: [momentText(was.at, now.at), momentText(now.at, was.at)] }),
        ...(was.party && { party: [String(was.party), String(now.party)] }),
        ...(was.tableIds && { tableIds: [namesOf(was.tableIds), namesOf(now.tableIds) || '–'] }),
      }
      const texts = fields.map((field) =>
        [
          // Tables are named by their names.
          (field !== 'tableIds' || !was.tableIds) && t(`reservations.fields.${field as 'at'}`),
          changed[field]?.filter(Boolean).join(' → '),
        ]
          .filter(Boolean)
          .join(' '),
      )
      return { ...entry, text: [status && statusText({ status, declined }), ...texts].filter(Boolean).join(', ') }
    })
    .reverse()
  return (
    <section aria-label={t('reservations.history')} className="border-line border-t pt-3">
      <h3 className="display mb-1.5 text-lg">{t('reservations.history')}</h3>
      <ul className="space-y-1 text-muted text-sm">
        {lines.map((entry, i) => {
          const { day, time } = localTime(new Date(entry.at), timeZone)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries are only added.
            <li key={i}>
              {dayTitle(day, language)}, {time} · {entry.user ?? t('reservations.guest')}: {entry.text}
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
  const isToCome = !isOver(one.status)
  const hasPerson = Boolean(one.name || one.phoneNumber || one.notes)
  const { data: alike = [] } = useFoundReservations(user?.isOwner && isToCome ? one.phoneNumber : '')
  const cancelled = t('reservations.cancelDescription')
  const actions = [
    isToCome &&
      alike.filter(({ status }) => !isOver(status)).length > 1 &&
      ([t('reservations.cancelAll.number'), cancelled, () => cancelAll('number')] as const),
    isToCome &&
      one.fromAddress > 1 &&
      ([t('reservations.cancelAll.address'), cancelled, () => cancelAll('address')] as const),
    // Those who sit at the table can be erased once they have left.
    isToCome &&
      one.status !== 'seated' &&
      hasPerson &&
      ([t('reservations.eraseToCome'), t('reservations.eraseToComeDescription'), () => erase()] as const),
  ].filter((action) => typeof action === 'object')
  const cancel = t('reservations.keep')
  if (!user?.isOwner) return null
  if (!isToCome && hasPerson) {
    const title = t('reservations.erase')
    const description = t('reservations.eraseDescription')
    const question = { title, description, confirm: title, cancel, isDestructive: true, action: () => erase() }
    return (
      <Button variant="outline" className="text-cancelled!" onClick={() => void confirm(question)}>
        {title}
      </Button>
    )
  }
  if (actions.length === 0) return null
  return (
    <MoreMenu
      label={t('common.moreFor', { name: one.name })}
      variant="outline"
      actions={actions.map(([title, description, action]) => ({
        label: title,
        isDangerous: true,
        onChoose: () => void confirm({ title, description, confirm: title, cancel, isDestructive: true, action }),
      }))}
    />
  )
}
