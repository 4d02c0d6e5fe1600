import { useQuery } from '@tanstack/react-query'
import type { Sent } from '#shared/contracts/base/endpoint.ts'
import type * as api from '#shared/contracts/reservations.ts'
import { isOver, type ReservationStatus } from '#shared/domain/reservations/reservations.ts'
import { reservationText } from '#shared/domain/table.ts'
import { change } from '../../kit/changes.ts'
import { callApi } from '../../lib/api/api.ts'
import { RequestError } from '../../lib/api/request-error.ts'
import type { KeyedInput } from '../../lib/changes/add-once.ts'
import { useOwnerChange } from '../../lib/changes/refetching.ts'
import { ifMatch, sendChange, toastFailure } from '../../lib/changes/send-change.ts'
import { confirm } from '../../lib/dialogs/confirm.tsx'
import { promisedText } from '../../lib/settings/promised.ts'
import { timeZone } from '../../lib/settings/settings.ts'
import { t, toast } from '../../ui/index.ts'
import { withdrawToast } from '../../ui/toast/store.ts'
import { useTables } from '../tables/index.ts'
import { changedByReservations as refetch, reservationsKey } from './requests.ts'

/* What the book asks for and changes; the pages that only open it do not load this. */

const paramsOf = ({ id }: { id: number }) => ({ id: String(id) })

/** A reservation with its history. */
export function useReservation(id: number) {
  return useQuery({
    queryKey: [...reservationsKey, 'one', id],
    queryFn: ({ signal }) =>
      callApi<typeof api.getReservation>('GET /api/reservations/:id', { params: paramsOf({ id }), signal }),
    // It may have changed while no list was open.
    staleTime: 0,
  })
}

/** The times of a day, each with the tables that the server would give the party; null where none is free. */
export function useFreeTimes(date: string, party: number, except: number | undefined) {
  return useQuery({
    queryKey: [...reservationsKey, 'free', date, party, except],
    queryFn: ({ signal }) =>
      callApi<typeof api.getFreeTimes>('GET /api/reservations/free', {
        query: { date, party, except: except === undefined ? undefined : String(except) },
        signal,
      }),
    enabled: date !== '',
    // Those of another party stay until these are known, those of another day do not.
    placeholderData: (before, query) => (query?.queryKey.includes(date) ? before : undefined),
  })
}

type Known = Pick<api.Reservation, 'id'> & { version?: number }
type Change = Sent<typeof api.changeReservation>['body']

const sendChanged = (one: Known, body: Change) =>
  sendChange<typeof api.changeReservation>('PATCH /api/reservations/:id', {
    params: paramsOf(one),
    body,
    headers: one.version === undefined ? undefined : ifMatch({ version: one.version }),
  })

/** The name of its status; a request that the house has declined is not just cancelled. */
export const statusText = ({ status, declined }: Pick<api.Reservation, 'status' | 'declined'>): string =>
  t(`reservations.status.${declined ? 'declined' : status}`)

/** What the form does; it shows a failure. */
export const reservationList = {
  /** Makes one, once for a key. */
  add: change(
    ({ input, key }: KeyedInput<Sent<typeof api.makeReservation>['body']>) =>
      sendChange<typeof api.makeReservation>('POST /api/reservations 201', {
        body: input,
        headers: { 'Idempotency-Key': key },
      }),
    { refetch },
  ),
  /** Saves changed fields. */
  save: change(({ one, body }: { one: Known; body: Change }) => sendChanged(one, body), { refetch }),
}

interface Step {
  one: Known
  to: ReservationStatus
  /** Shows the form to choose other tables, with the message of the server that no single one is free. */
  onNoTable?: (message: string) => void
}

/** Takes a step of a reservation, which its dialog can take back; `ask` asks first where others sit at its tables. */
export function useStep() {
  const failure = t('common.notChanged')
  const { mutate, mutateAsync, isPending } = useOwnerChange({
    mutationFn: ({ one, to }: Step) => sendChanged(one, { status: to }),
    onSuccess(after) {
      withdrawToast(failure)
      toast({
        title: `${reservationText(after, timeZone)}: ${statusText(after)}`,
        description: promisedText(after.promised),
      })
    },
    onError(error, { onNoTable }) {
      if (onNoTable && error instanceof RequestError && error.code === 'no_table') onNoTable(error.serverMessage ?? '')
      else toastFailure(failure, error)
    },
    refetch,
  })
  /** @param inUse the names of its tables at which guests sit */
  const ask = (step: Step, inUse: string) => {
    if (step.to !== 'seated' || inUse === '') return mutate(step)
    void confirm({
      title: t('reservations.othersSit', { tables: inUse }),
      confirm: t('reservations.steps.seated'),
      instead: step.onNoTable && {
        label: t('reservations.otherTable'),
        onPress(close) {
          close()
          step.onNoTable?.('')
        },
      },
      action: () => mutateAsync(step),
    })
  }
  return { ask, mutateAsync, isPending }
}

/** Gives a reservation another table, and leaves it some of those that it has. */
export function useGiveTable() {
  return useOwnerChange({
    mutationFn: ({ one, table, kept = [] }: { one: Known; table: { id: number; name: string }; kept?: number[] }) =>
      sendChanged(one, { tableIds: [...kept, table.id] }),
    onSuccess: (after, { table }) => toast({ title: `${reservationText(after, timeZone)}: ${table.name}` }),
    failure: 'common.notChanged',
    refetch,
  })
}

/** What owners alone do: cancel all to come of the same number or address, and erase who reserved, one to come after cancelling it. */
export function useOwnersChanges(one: Pick<api.Reservation, 'id' | 'version' | 'status'>) {
  const { id } = one
  const cancelAll = useOwnerChange({
    mutationFn: (same: 'number' | 'address') =>
      sendChange<typeof api.cancelReservations>('POST /api/reservations/cancel', { body: { id, same } }),
    success: ({ cancelled }) => t('reservations.cancelledAll', { count: cancelled }),
    failure: 'common.notChanged',
    refetch,
  })
  const erase = useOwnerChange({
    async mutationFn() {
      if (!isOver(one.status)) await sendChanged(one, { status: 'cancelled' })
      return sendChange<typeof api.eraseReservation>('POST /api/reservations/:id/erase', { params: paramsOf(one) })
    },
    success: () => t('customers.erased'),
    failure: 'common.notDeleted',
    refetch,
  })
  return { cancelAll: cancelAll.mutateAsync, erase: erase.mutateAsync }
}

/** Names those of some tables at which guests sit. */
export function useNamesInUse() {
  const { data: tables = [] } = useTables(true)
  const namesOf = useTableNames()
  return (ids: readonly number[]) =>
    namesOf(tables.flatMap(({ id, status }) => (status === 'occupied' && ids.includes(id) ? id : [])))
}

/** Names tables by their ids: `Terasa 3, Table 8`. */
export function useTableNames() {
  const { data: tables = [] } = useTables(true)
  return (ids: readonly number[]) =>
    tables
      .flatMap(({ id, number, label }) => (ids.includes(id) ? (label ?? t('common.table', { number })) : []))
      .join(', ')
}
