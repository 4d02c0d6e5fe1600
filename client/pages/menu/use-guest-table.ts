import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { create } from 'zustand'
import { keyOfSearch, tableOfSearch } from '#shared/domain/table.ts'
import { cart, useCart } from '../../areas/cart/index.ts'
import { useTables } from '../../areas/tables/index.ts'
import { useIsHydrated } from '../../lib/browser/environment.ts'
import { paths } from '../../lib/browser/paths.ts'

interface Table {
  id: number
  number: number
  /** What people call it; null without a label. */
  label: string | null
  /** The key of the table's code; null if this phone has none. */
  key: string | null
}

/** The table of the shared session as last received. It may be missing in the list of tables, or have a new number. */
const useSessionTable = create<{ table: Pick<Table, 'id' | 'number'> | undefined }>(() => ({ table: undefined }))

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
  const tableId = useCart((state) => state.tableId)
  const tableKey = useCart((state) => state.tableKey)
  const tableOfAddress = useCart((state) => state.tableOfAddress)
  const { data: listed, isError, refetch } = useTables(urlTableId !== null || tableId !== null)
  const sessionTable = useSessionTable((session) => session.table)
  const tables = useMemo(
    () =>
      listed &&
      (sessionTable
        ? [
            ...listed.filter(({ id }) => id !== sessionTable.id),
            { ...listed.find(({ id }) => id === sessionTable.id), ...sessionTable },
          ]
        : listed),
    [listed, sessionTable],
  )

  useEffect(() => {
    if (!tables) return
    const exists = (id: number | null) => tables.some((table) => table.id === id)
    // A chosen table stays until the URL contains another one than before.
    if (urlTableId !== null && exists(urlTableId) && (tableId === null || tableOfAddress !== urlTableId))
      cart.setTable(urlTableId, urlTableId, urlKey)
    // The code of the same table was scanned again, and may have a new key.
    else if (urlTableId !== null && urlTableId === tableId && urlKey !== null && urlKey !== tableKey)
      cart.setTable(urlTableId, urlTableId, urlKey)
    // A URL with an unknown table clears the former table, because the order is not for that one.
    else if (
      tableId !== null &&
      (!exists(tableId) || (urlTableId !== null && !exists(urlTableId) && tableOfAddress !== urlTableId))
    )
      cart.leaveTable()
  }, [urlTableId, urlKey, tables, tableId, tableKey, tableOfAddress])

  const moveTo = useCallback(
    (table: Omit<Table, 'label'>) => {
      const { id, number } = table
      useSessionTable.setState({ table: { id, number } })
      // Without a key from the server, this phone's key for the same table stays.
      const key = table.key ?? (id === tableId ? tableKey : null)
      if (id === tableId && key === tableKey) return
      cart.setTable(id, urlTableId === null && tableOfAddress !== tableId ? null : id, key)
      if (urlTableId !== null) navigate(paths.menuOfTable(id, key), { replace: true })
    },
    [urlTableId, tableId, tableOfAddress, tableKey, navigate],
  )

  // The server renders the table of the URL, which the cart gets only in the browser.
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
    choose: (id) => cart.setTable(id, urlTableId),
    moveTo,
    leave: () => {
      cart.leaveTable()
      if (urlTableId !== null) navigate(paths.menu, { replace: true })
    },
  }
}
