import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { isRecord, isText, isWhole } from '#shared/domain/objects.ts'
import { keyOfSearch, tableOfSearch } from '#shared/domain/table.ts'
import { useTables } from '../../areas/tables/index.ts'
import { useIsHydrated } from '../../lib/browser/environment.ts'
import { paths } from '../../lib/browser/paths.ts'
import { createValue, stored } from '../../lib/browser/storage.ts'

interface Table {
  id: number
  number: number
  /** What people call it; null without a label. */
  label: string | null
  /** The key of the table's code; null if this phone has none. */
  key: string | null
}

/** The table of the shared session as last received. It may be missing in the list of tables, or have a new number. */
const sessionTable = createValue<Pick<Table, 'id' | 'number'> | undefined>(undefined)

/** The table for which orders are placed (waiter mode, or a scanned code). */
interface ChosenTable {
  tableId: number | null
  /** The table id that the URL contained when the table was last set from it. */
  ofAddress: number | null
  /** The key of the table's code, which an order for it may need (docs/product/tables.md#tables-keys). */
  key: string | null
}

const NONE: ChosenTable = { tableId: null, ofAddress: null, key: null }

/** Stored per tab: tomorrow's order must not go to today's table. */
const storedTable = stored(
  'table',
  1,
  (value) => {
    if (!isRecord(value)) return undefined
    const { tableId, ofAddress, key } = value
    const isValid = [tableId, ofAddress].every((id) => id === null || isWhole(id)) && (key === null || isText(key))
    return isValid ? ({ tableId, ofAddress, key } as ChosenTable) : undefined
  },
  'tab',
)
// Created empty, as the server renders the page.
const chosenTable = createValue(NONE)
chosenTable.set(storedTable.read() ?? NONE)

/** Sets the table of the orders that follow; without one, they are for takeaway. */
export function chooseTable(table: Partial<ChosenTable> = {}): void {
  chosenTable.set({ ...NONE, ...table })
  storedTable.write(chosenTable.get())
}

export interface GuestTable {
  /** The table for which orders are placed; null without one. */
  table: Table | null
  /** Whether a table is set, being checked, or unknown: its place in the header is then kept from the start. */
  hasPlace: boolean
  /** `unknown`: the table of the URL or of storage does not exist. `notChecked`: the tables could not be loaded. */
  problem: 'unknown' | 'notChecked' | null
  /** Whether the table is still being checked; until then, no order is sent. */
  isChecking: boolean
  retry: () => void
  choose: (tableId: number) => void
  /**
   * Called with the table of the shared cart; page and URL follow it (docs/product/shared-sessions.md#sessions-moved).
   */
  moveTo: (table: Omit<Table, 'label'>) => void
  leave: () => void
}

/** The table of this visit, from the URL or the dialog, validated with the list of tables. */
export function useGuestTable(): GuestTable {
  const search = useSearch()
  const query = new URLSearchParams(search)
  const [urlTableId, urlKey] = [tableOfSearch(query), keyOfSearch(query)]
  const [, navigate] = useLocation()
  const { tableId, ofAddress, key: tableKey } = chosenTable.use()
  const { data: listed, isError, refetch } = useTables(urlTableId !== null || tableId !== null)
  const moved = sessionTable.use()
  const tables = useMemo(
    () =>
      listed &&
      (moved
        ? [...listed.filter(({ id }) => id !== moved.id), { ...listed.find(({ id }) => id === moved.id), ...moved }]
        : listed),
    [listed, moved],
  )

  useEffect(() => {
    if (!tables) return
    const exists = (id: number | null) => tables.some((table) => table.id === id)
    // A chosen table stays until the URL contains another one than before.
    if (urlTableId !== null && exists(urlTableId) && (tableId === null || ofAddress !== urlTableId))
      chooseTable({ tableId: urlTableId, ofAddress: urlTableId, key: urlKey })
    // The code of the same table was scanned again, and may have a new key.
    else if (urlTableId !== null && urlTableId === tableId && urlKey !== null && urlKey !== tableKey)
      chooseTable({ tableId: urlTableId, ofAddress: urlTableId, key: urlKey })
    // A URL with an unknown table clears the former table, because the order is not for that one.
    else if (
      tableId !== null &&
      (!exists(tableId) || (urlTableId !== null && !exists(urlTableId) && ofAddress !== urlTableId))
    )
      chooseTable()
  }, [urlTableId, urlKey, tables, tableId, tableKey, ofAddress])

  const moveTo = useCallback(
    (table: Omit<Table, 'label'>) => {
      const { id, number } = table
      sessionTable.set({ id, number })
      // Without a key from the server, this phone's key for the same table stays.
      const key = table.key ?? (id === tableId ? tableKey : null)
      if (id === tableId && key === tableKey) return
      chooseTable({ tableId: id, ofAddress: urlTableId === null && ofAddress !== tableId ? null : id, key })
      if (urlTableId !== null) navigate(paths.menuOfTable(id, key), { replace: true })
    },
    [urlTableId, tableId, ofAddress, tableKey, navigate],
  )

  // The server renders the table of the URL, which is chosen only in the browser.
  const isHydrated = useIsHydrated()
  const table = tables?.find(({ id }) => id === (isHydrated ? tableId : urlTableId))
  const isUnknown = urlTableId !== null && tables !== undefined && !tables.some(({ id }) => id === urlTableId)
  // A stored table that no longer exists is dropped at once, but the page still has to show that.
  const [wasGone, setGone] = useState(false)
  const isGone = !table && urlTableId === null && (wasGone || (tables !== undefined && tableId !== null))
  if (isGone !== wasGone) setGone(isGone)
  return {
    table: table ? { id: table.id, number: table.number, label: table.label ?? null, key: tableKey } : null,
    hasPlace: urlTableId !== null || tableId !== null || isGone,
    problem: isUnknown || isGone ? 'unknown' : isError && !tables ? 'notChecked' : null,
    isChecking: !tables && (urlTableId !== null || tableId !== null),
    retry: () => void refetch(),
    choose: (id) => chooseTable({ tableId: id, ofAddress: urlTableId }),
    moveTo,
    leave: () => {
      chooseTable()
      if (urlTableId !== null) navigate(paths.menu, { replace: true })
    },
  }
}
