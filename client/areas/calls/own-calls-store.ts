import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { followOtherTabs, stored } from '../../lib/browser/storage.ts'
import { type OwnCall, parseStoredCalls, stillOpen, withCall, withCallStatus } from './own-calls.ts'

/** The calls of this phone, stored in this browser. */
const storedCalls = stored('calls', 1, parseStoredCalls)

export const ownCallsStore = createStore<readonly OwnCall[]>(() => stillOpen(storedCalls.read() ?? [], Date.now()))

followOtherTabs(storedCalls, (calls = []) => ownCallsStore.setState(calls, true))

/** Changes the calls, starting from storage, so that calls made in another tab are not lost. */
function change(next: (calls: readonly OwnCall[]) => readonly OwnCall[]): void {
  const previous = storedCalls.isUpToDate()
    ? (storedCalls.read() ?? ownCallsStore.getState())
    : ownCallsStore.getState()
  const calls = next(previous)
  ownCallsStore.setState(calls, true)
  if (calls !== previous) storedCalls.write([...calls])
}

/** The operations on the calls of this phone. */
export const ownCalls = {
  add: (call: Omit<OwnCall, 'at'>) => change((calls) => withCall(calls, { ...call, at: Date.now() })),
  applyStatus: (update: Pick<OwnCall, 'id' | 'status'>) => change((calls) => withCallStatus(calls, update)),
}

/** The calls of this phone at a table. */
export function useOwnCalls(tableId: number): readonly OwnCall[] {
  return useStore(ownCallsStore).filter((call) => call.tableId === tableId)
}
