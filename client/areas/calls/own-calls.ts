import { useStore } from 'zustand'
import {
  CALL_KINDS,
  CALL_METHODS,
  CALL_STATUSES,
  type CallKind,
  type CallMethod,
  type CallStatus,
} from '#shared/domain/table-state.ts'
import { stored } from '../../lib/browser/storage.ts'
import { storedList } from '../../lib/browser/stored-list.ts'
import { type FrameOf, followLive, sendFrame } from '../../lib/live/live.ts'
import { Watch } from '../../lib/live/watch.ts'

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
  if (!Array.isArray(value)) return []
  // Older versions stored no method.
  return value
    .filter(isOwnCall)
    .slice(0, MAX_CALLS)
    .map((call) => ({ ...call, method: CALL_METHODS.find((method) => method === call.method) ?? null }))
}

function isOwnCall(value: unknown): value is OwnCall {
  const call = value as Partial<OwnCall> | null
  return (
    typeof call === 'object' &&
    call !== null &&
    Number.isSafeInteger(call.id) &&
    typeof call.token === 'string' &&
    Number.isSafeInteger(call.tableId) &&
    (CALL_KINDS as readonly unknown[]).includes(call.kind) &&
    (CALL_STATUSES as readonly unknown[]).includes(call.status) &&
    typeof call.at === 'number'
  )
}

export const ownCallsStore = storedList(stored('calls', 1, parseStoredCalls), (calls) => stillOpen(calls, Date.now()))
const { change, getState, subscribe } = ownCallsStore

export const addCall = (call: Omit<OwnCall, 'at'>) => change((calls) => withCall(calls, { ...call, at: Date.now() }))
const applyStatus = (update: Pick<OwnCall, 'id' | 'status'>) => change((calls) => withCallStatus(calls, update))

export function useOwnCalls(tableId: number): readonly OwnCall[] {
  return useStore(ownCallsStore).filter((call) => call.tableId === tableId)
}

/** Follows this phone's calls. @param onTaken somebody is on the way @returns a function that stops it */
export function followCalls(onTaken: () => void): () => void {
  const openCalls = () => getState().filter(({ status }) => status !== 'ended')
  const watch = new Watch<OwnCall>(
    ({ id }) => id,
    ({ id, token }) => sendFrame({ type: 'WATCH_CALL', payload: { id, token }, ref: -id }),
  )

  function onStatus({ payload }: FrameOf<'CALL_STATUS'>) {
    watch.answered(payload.id)
    if (getState().some(({ id, status }) => id === payload.id && status === 'open') && payload.status === 'taken')
      onTaken()
    applyStatus(payload)
  }

  function onError({ payload: { code }, ref }: FrameOf<'ERROR'>) {
    // The server no longer has this call, for example because the table was deleted.
    if (code === 'call_over' && ref !== undefined && ref < 0) applyStatus({ id: -ref, status: 'ended' })
  }

  const unfollow = followLive({
    opened: () => watch.opened(openCalls()),
    CALL_STATUS: onStatus,
    ERROR: onError,
    HEARTBEAT: () => watch.heartbeat(openCalls()),
  })
  const unsubscribe = subscribe(() => watch.changed(openCalls()))
  return () => {
    unsubscribe()
    unfollow()
  }
}
