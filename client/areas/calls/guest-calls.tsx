import { useQuery } from '@tanstack/react-query'
import { BellRing, Check, ChevronDown, Footprints, ReceiptText } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { callStaff } from '#shared/contracts/calls.ts'
import type { getSessionBill } from '#shared/contracts/shared-sessions.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { mergedLines } from '#shared/domain/orders/bill.ts'
import { withLabel } from '#shared/domain/table.ts'
import {
  CALL_KINDS,
  CALL_METHODS,
  CALL_STATUSES,
  type CallKind,
  type CallMethod,
  type CallStatus,
} from '#shared/domain/table-state.ts'
import { callApi } from '../../lib/api/api.ts'
import { errorMessage, RequestError } from '../../lib/api/request-error.ts'
import { stored, wasSignedIn } from '../../lib/browser/storage.ts'
import { openDialog, openedDialog, useOpenedDialog } from '../../lib/dialogs/open-dialog.ts'
import { OpenedDialog } from '../../lib/dialogs/opened-dialog.tsx'
import { followLive, sendFrame } from '../../lib/live/live.ts'
import { storedList, Watch } from '../../lib/live/watch.ts'
import { NotLoaded } from '../../lib/loading/list.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { Button, cx, Dialog, t, toast } from '../../ui/index.ts'
import { hasEnded, useOwnOrders } from '../order-status/index.ts'
import { OrderedLines } from '../orders/index.ts'

export interface OwnCall {
  id: number
  /** Gives access to the call's status, and to nothing else. */
  token: string
  tableId: number
  kind: CallKind
  /** How the guest wants to pay; null if that was not said. */
  method: CallMethod | null
  status: CallStatus
  /** When it was made, in milliseconds by the phone's clock. */
  at: number
}

/** Guests do not sit longer than this; a call of an earlier visit is not shown. */
const VISIT_MS = 6 * 60 * 60_000
/** More than a phone makes in a visit; limits what it stores and watches. */
const MAX_CALLS = 4

/** The calls with a new one, newest first, in place of the last one of its kind at its table. */
export function withCall(calls: readonly OwnCall[], call: OwnCall): OwnCall[] {
  const others = calls.filter(({ tableId, kind }) => tableId !== call.tableId || kind !== call.kind)
  return [call, ...others].slice(0, MAX_CALLS)
}

/** The calls with a changed status; the same array if it is not new. */
export function withCallStatus(
  calls: readonly OwnCall[],
  { id, status }: Pick<OwnCall, 'id' | 'status'>,
): readonly OwnCall[] {
  if (!calls.some((call) => call.id === id && call.status !== status)) return calls
  return calls.map((call) => (call.id === id ? { ...call, status } : call))
}

/** The calls that a new visit still shows: those that are neither old nor ended. */
export function stillOpen(calls: readonly OwnCall[], now: number): OwnCall[] {
  return calls.filter(({ status, at }) => status !== 'ended' && Math.abs(now - at) < VISIT_MS)
}

export function parseStoredCalls(value: unknown): OwnCall[] {
  return Array.isArray(value) ? value.filter(isOwnCall).slice(0, MAX_CALLS) : []
}

function isOwnCall(value: Partial<OwnCall> | null): value is OwnCall {
  return (
    [value?.id, value?.tableId].every(Number.isSafeInteger) &&
    CALL_KINDS.some((kind) => kind === value?.kind) &&
    CALL_STATUSES.some((status) => status === value?.status) &&
    typeof value?.token === 'string' &&
    typeof value.at === 'number'
  )
}

export const ownCallsStore = storedList(stored('calls', 1, parseStoredCalls), (calls) => stillOpen(calls, Date.now()))
const { change, getState, subscribe } = ownCallsStore

const applyStatus = (update: Pick<OwnCall, 'id' | 'status'>) => change((calls) => withCallStatus(calls, update))

function useOwnCalls(tableId: number): readonly OwnCall[] {
  return useStore(ownCallsStore).filter((call) => call.tableId === tableId)
}

/** Follows this phone's calls. @param onTaken somebody is on the way @returns a function that stops it */
function followCalls(onTaken: () => void): () => void {
  const openCalls = () => getState().filter(({ status }) => status !== 'ended')
  const watch = new Watch<OwnCall>(
    ({ id }) => id,
    ({ id, token }) => sendFrame({ type: 'WATCH_CALL', payload: { id, token }, ref: -id }),
  )

  const unfollow = followLive({
    opened: () => watch.opened(openCalls()),
    CALL_STATUS({ payload }) {
      watch.answered(payload.id)
      const wasOpen = getState().some(({ id, status }) => id === payload.id && status === 'open')
      if (wasOpen && payload.status === 'taken') onTaken()
      applyStatus(payload)
    },
    // The server no longer has a call, for example because the table was deleted.
    ERROR({ payload: { code }, ref }) {
      if (code === 'call_over' && ref !== undefined && ref < 0) applyStatus({ id: -ref, status: 'ended' })
    },
    HEARTBEAT: () => watch.heartbeat(openCalls()),
  })
  const unsubscribe = subscribe(() => watch.changed(openCalls()))
  return () => {
    unsubscribe()
    unfollow()
  }
}

/** The table's bill since the session began; none without a session, or if the server has none for this phone. */
function useSessionBill(sessionId: string | null) {
  const query = useQuery({
    queryKey: ['session-bill', sessionId],
    queryFn: ({ signal }) =>
      callApi<typeof getSessionBill>('GET /api/shared-sessions/:id/bill', { params: { id: sessionId ?? '' }, signal }),
    enabled: sessionId !== null,
    // An old bill must never be shown.
    staleTime: 0,
    gcTime: 0,
  })
  const { error } = query
  const isMissing = error !== null && !(error instanceof RequestError && error.isDecision)
  // Nothing is owed there once the session's own order is closed.
  return { isMissing, bill: query.data && query.data.total > 0 ? query.data : undefined, query }
}

/** What is due at a table, by person, as far as this phone may know (docs/product/tables.md#tables-guest-bill). */
export function GuestBill({ tableNumber }: { tableNumber: number }) {
  const orders = useOwnOrders().filter((order) => order.tableNumber === tableNumber && !hasEnded(order))
  // The first one: a later session would leave out what came before it.
  const first = orders.at(-1)
  const { bill, query, isMissing } = useSessionBill(first?.sessionId ?? null)
  if (!first || orders.some(({ currency, total }) => currency !== first.currency || total === null)) return null
  // Without the table's bill, this phone's own orders would look like all that is to be paid.
  if (query.isLoading || isMissing) return <NotLoaded queries={[query]} shapes={['mb-3 h-12']} />
  const money = (amount: number) => formatMoney(amount, first.currency)
  const total = bill?.total ?? orders.reduce((sum, order) => sum + (order.total ?? 0), 0)
  const lines = mergedLines(orders.flatMap((order) => order.lines).map((line) => ({ ...line, notes: null })))
  const isByGuest = bill?.guests.some(({ guestName }) => guestName !== null)
  return (
    <div className="mb-3 border-line border-b pb-2">
      <p className="figures font-semibold text-name">{t('calls.toPay', { table: tableNumber, total: money(total) })}</p>
      {isByGuest && (
        <ul className="mt-1.5 text-body">
          {bill?.guests.map(({ guestName, total }) => (
            <li key={guestName} className="flex justify-between gap-3 py-0.5">
              <span className="min-w-0 break-words">{guestName ?? t('calls.wholeTable')}</span>{' '}
              <span className="figures shrink-0">{money(total)}</span>
            </li>
          ))}
        </ul>
      )}
      {lines.length > 0 && (
        <details className="group">
          <summary className="flex min-h-11 cursor-pointer no-marker items-center gap-1.5 text-body">
            {t('calls.ordered')}
            <ChevronDown className="size-4.5 text-muted group-open:rotate-180" />
          </summary>
          <OrderedLines lines={lines} currency={first.currency} />
        </details>
      )}
    </div>
  )
}

/** Without a response in this time, the guest is asked to try again; the call may be open nevertheless. */
const CALL_TIMEOUT_MS = 15_000

/** What a phone at a table asks for. */
interface Wish {
  kind: CallKind
  method?: 'cash' | 'card'
}

/** Calls somebody to a table. Repeating it is safe: the table has one open call of each kind. */
function useCall({ id: tableId, key }: { id: number; key: string | null }) {
  const [pending, setPending] = useState<Wish | null>(null)
  const [failure, setFailure] = useState<{ kind: CallKind; message: string } | null>(null)

  async function call(wish: Wish): Promise<void> {
    if (pending) return
    setPending(wish)
    setFailure(null)
    try {
      const body = { ...wish, ...(key !== null && { tableKey: key }) }
      const { id, callToken, kind, method, status } = await callApi<typeof callStaff>(
        'POST /api/tables/:id/calls 201 200',
        {
          params: { id: String(tableId) },
          body,
          timeout: CALL_TIMEOUT_MS,
        },
      )
      const own = { id, token: callToken, tableId, kind, method, status, at: Date.now() }
      change((calls) => withCall(calls, own))
    } catch (error) {
      setFailure({ kind: wish.kind, message: errorMessage(error) })
    } finally {
      setPending(null)
    }
  }

  return { call, pending, failure }
}

/** The table at which the guest sits; `key` is that of its code. */
interface CallingTable {
  id: number
  number: number
  label: string | null
  key: string | null
}

function CallSheet({ table, open, onClose }: { table: CallingTable; open: boolean; onClose: () => void }) {
  const [isAskingMethod, setAskingMethod] = useState(false)
  const calls = useOwnCalls(table.id)
  const { call, pending, failure } = useCall(table)
  const callOf = (kind: CallKind) => calls.find((own) => own.kind === kind)
  const close = () => {
    onClose()
    setAskingMethod(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={t('calls.title')}
      description={withLabel(t('common.table', { number: table.number }), table.label)}
    >
      <div className="flex flex-col gap-3">
        <Wanted kind="waiter" call={callOf('waiter')} failure={failure}>
          <Button
            variant="outline"
            size="large"
            className="w-full"
            pending={pending?.kind === 'waiter'}
            onClick={() => void call({ kind: 'waiter' })}
          >
            <BellRing className="size-5" />
            {t('calls.waiter')}
          </Button>
        </Wanted>
        <Wanted kind="bill" call={callOf('bill')} failure={failure}>
          {isAskingMethod ? (
            <fieldset className="rounded-card bg-sunk p-4">
              <legend className="sr-only">{t('calls.how')}</legend>
              <GuestBill tableNumber={table.number} />
              <p aria-hidden="true" className="pb-3 font-semibold text-body">
                {t('calls.how')}
              </p>
              <div className="grid grid-cols-2 gap-2.5">
                {CALL_METHODS.map((method) => (
                  <Button
                    key={method}
                    variant="outline"
                    size="large"
                    pending={pending?.method === method}
                    disabled={pending !== null}
                    onClick={() => void call({ kind: 'bill', method }).then(() => setAskingMethod(false))}
                  >
                    {t(`calls.${method}`)}
                  </Button>
                ))}
              </div>
            </fieldset>
          ) : (
            <Button variant="outline" size="large" className="w-full" onClick={() => setAskingMethod(true)}>
              <ReceiptText className="size-5" />
              {t('calls.bill')}
            </Button>
          )}
        </Wanted>
      </div>
    </Dialog>
  )
}

interface WantedProps extends Pick<ReturnType<typeof useCall>, 'failure'> {
  kind: CallKind
  call: OwnCall | undefined
  children: ReactNode
}

function Wanted({ kind, call, failure, children }: WantedProps) {
  const status = call?.status
  const isOpen = status === 'open' || status === 'taken'
  const Icon = status === 'taken' ? Footprints : Check
  return (
    <div>
      <div role="status">
        {isOpen && (
          <div
            className={cx(
              'flex items-center gap-3 rounded-card px-4 py-3.5',
              status === 'taken' ? 'bg-ready-soft text-ready' : 'bg-accent-soft text-accent',
            )}
          >
            <Icon className="size-5 shrink-0" />
            <p>
              <span className="block font-semibold">{t(`calls.${kind}`)}</span>
              <span className="block text-body">
                {t(status === 'taken' ? 'calls.taken' : call?.method ? `calls.comes.${call.method}` : 'calls.told')}
              </span>
            </p>
          </div>
        )}
        {status === 'ended' && failure?.kind !== kind && (
          <p className="pb-2 text-body text-muted">{t('calls.ended')}</p>
        )}
      </div>
      {!isOpen && children}
      {failure?.kind === kind && !isOpen && (
        <p role="alert" className="pt-2 text-body text-cancelled">
          {failure.message}
        </p>
      )}
    </div>
  )
}

/** The button beside the table's badge that opens the calls. Signed-in users serve tables, so they do not see it. */
export default function CallButton({ table }: { table: CallingTable }) {
  return wasSignedIn() ? null : <GuestCallButton table={table} />
}

function GuestCallButton({ table }: { table: CallingTable }) {
  const { tableCalls } = useSettings()
  const isOpen = useOpenedDialog('calls') !== undefined
  const calls = useOwnCalls(table.id)
  // That somebody is on the way, or that a call is open.
  const status = (['taken', 'open'] as const).find((one) => calls.some((call) => call.status === one))
  useEffect(
    () =>
      followCalls(() => {
        if (!openedDialog('calls')) toast({ title: t('calls.taken') })
      }),
    [],
  )
  // Somebody may be on the way, or the guest reads why a call was refused.
  if (!tableCalls && !status && !isOpen) return null
  return (
    <>
      <button
        type="button"
        data-kept-free=""
        onClick={() => openDialog('calls', true)}
        aria-label={
          status ? `${t('calls.open')}. ${t(status === 'taken' ? 'calls.taken' : 'calls.told')}` : t('calls.open')
        }
        title={t('calls.open')}
        className={cx(
          'touch ml-auto grid size-9 shrink-0 place-items-center rounded-full max-[24rem]:size-8',
          status === 'taken' ? 'bg-ready-soft text-ready' : status ? 'bg-accent-soft text-accent' : 'bg-sunk text-ink',
        )}
      >
        <BellRing className="size-4.5" />
      </button>
      <OpenedDialog name="calls">
        {(_, open, close) => <CallSheet table={table} open={open} onClose={close} />}
      </OpenedDialog>
    </>
  )
}
