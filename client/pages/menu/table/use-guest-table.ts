import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { create } from 'zustand'
import { cart, useCart } from '../../../features/cart/index.ts'
import { useTables } from '../../../features/tables/index.ts'
import { paths } from '../../../lib/browser/paths.ts'
import { keyOfSearch, tableOfSearch } from './table-of-search.ts'

interface Table {
  id: number
  number: number
  /** The key of the table's code; null where this phone has none. */
  key: string | null
}

/** The table at which the shared cart is, as its session says: it may be newer than the list, or have a new number. */
const useSessionTable = create<{ told: Omit<Table, 'key'> | undefined }>(() => ({ told: undefined }))

export interface GuestTable {
  /** The table that orders go to; null without waiter mode. */
  table: Table | null
  /** A table is shown, looked up, or missing: its row is drawn from the start. */
  isMeant: boolean
  /** `unknown`: the table of the address, or the one that was kept, does not exist. `notChecked`: the tables could not be loaded. */
  problem: 'unknown' | 'notChecked' | null
  /** A table is meant, but the page does not know yet whether it exists: until then no order is sent without a table. */
  checking: boolean
  retry: () => void
  choose: (tableId: number) => void
  /** The shared cart is at this table: page and address follow it there (docs/product.md#sessions-moved). */
  sitAt: (table: Table) => void
  leave: () => void
}

/** The table of this visit, from the address or the dialog, checked against the restaurant's tables. */
export function useGuestTable(): GuestTable {
  const search = useSearch()
  const [asked, askedKey] = [tableOfSearch(search), keyOfSearch(search)]
  const [, navigate] = useLocation()
  const tableId = useCart((state) => state.tableId)
  const tableKey = useCart((state) => state.tableKey)
  const tableOfAddress = useCart((state) => state.tableOfAddress)
  const { data: listed, isError, refetch } = useTables(asked !== null || tableId !== null)
  const told = useSessionTable((session) => session.told)
  const tables = useMemo(
    () => listed && (told ? [...listed.filter(({ id }) => id !== told.id), told] : listed),
    [listed, told],
  )

  useEffect(() => {
    if (!tables) return
    const exists = (id: number | null) => tables.some((table) => table.id === id)
    // A chosen table stays until the address names another one than before.
    if (asked !== null && exists(asked) && (tableId === null || tableOfAddress !== asked))
      cart.setTable(asked, asked, askedKey)
    // The same table's code was scanned again: its key may be a new one.
    else if (asked !== null && asked === tableId && askedKey !== null && askedKey !== tableKey)
      cart.setTable(asked, asked, askedKey)
    // An address with an unknown table clears the table before: the order is not for that one.
    else if (tableId !== null && (!exists(tableId) || (asked !== null && !exists(asked) && tableOfAddress !== asked)))
      cart.leaveTable()
  }, [asked, askedKey, tables, tableId, tableKey, tableOfAddress])

  const sitAt = useCallback(
    (now: Table) => {
      const { id, number } = now
      useSessionTable.setState({ told: { id, number } })
      // When the server sends no key, the key that this phone has is kept with its table.
      const key = now.key ?? (id === tableId ? tableKey : null)
      if (id === tableId && key === tableKey) return
      cart.setTable(id, asked === null ? null : id, key)
      if (asked !== null) navigate(paths.menuOfTable(id, key), { replace: true })
    },
    [asked, tableId, tableKey, navigate],
  )

  const table = tables?.find(({ id }) => id === tableId)
  const unknown = asked !== null && tables !== undefined && !tables.some(({ id }) => id === asked)
  // A stored table that no longer exists is left at once, but the page still has to say so.
  const [wasGone, setGone] = useState(false)
  const isGone = !table && asked === null && (wasGone || (tables !== undefined && tableId !== null))
  if (isGone !== wasGone) setGone(isGone)
  return {
    table: table ? { id: table.id, number: table.number, key: tableKey } : null,
    isMeant: asked !== null || tableId !== null || isGone,
    problem: unknown || isGone ? 'unknown' : isError && !tables ? 'notChecked' : null,
    checking: !tables && (asked !== null || tableId !== null),
    retry: () => void refetch(),
    choose: (id) => cart.setTable(id, asked),
    sitAt,
    leave: () => {
      cart.leaveTable()
      if (asked !== null) navigate(paths.menu, { replace: true })
    },
  }
}
