import { beforeEach, describe, expect, it } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { getTables, type Table } from '#shared/contracts/tables.ts'
import { act, fakeApi, render, screen, waitFor } from '../../testing/render.tsx'
import { chooseTable, type GuestTable, useGuestTable } from './use-guest-table.ts'

const table = (id: number, number: number): Table => ({ id, number, label: null, capacity: 4, status: 'available' })
let current: GuestTable
/** The table numbers of all renders, in order. */
let renderedNumbers: (number | undefined)[]

function Page() {
  current = useGuestTable()
  renderedNumbers.push(current.table?.number)
  return <p>{current.problem ?? current.table?.number}</p>
}

const openAt = async (search: string, shown: number | string) => {
  history.replaceState(null, '', `/menu${search}`)
  fakeApi.answers(getTables, [table(31, 3), table(35, 5), table(37, 7)])
  render(<Page />)
  await screen.findByText(shown)
  renderedNumbers = []
}

beforeEach(() => {
  renderedNumbers = []
  chooseTable()
})

describe('a page whose shared cart is moved to another table', () => {
  it('follows, changes its URL, and never renders a state without a table', async () => {
    await openAt('?table=31', 3)
    const length = history.length
    act(() => current.moveTo({ id: 37, number: 7, key: null }))
    expect(current.table).toEqual({ id: 37, number: 7, label: null, key: null })
    expect(location.search).toBe('?table=37')
    expect(history.length).toBe(length)
    expect(new Set(renderedNumbers)).toEqual(new Set([7]))
    // The same table again changes nothing.
    act(() => current.moveTo({ id: 37, number: 7, key: null }))
    expect(location.search).toBe('?table=37')
  })

  it('follows to a table that is missing in its list', async () => {
    await openAt('?table=31', 3)
    act(() => current.moveTo({ id: 40, number: 44, key: null }))
    expect(current).toMatchObject({ table: { id: 40, number: 44, key: null }, problem: null })
    expect(new Set(renderedNumbers)).toEqual(new Set([44]))
  })

  it('shows the new number of a renumbered table', async () => {
    await openAt('?table=31', 3)
    act(() => current.moveTo({ id: 31, number: 33, key: null }))
    expect(current.table).toEqual({ id: 31, number: 33, label: null, key: null })
    expect(location.search).toBe('?table=31')
  })

  it('does not change a URL without a table, and stays at the new table', async () => {
    chooseTable({ tableId: 35 })
    await openAt('', 5)
    act(() => current.moveTo({ id: 37, number: 7, key: null }))
    await waitFor(() => expect(screen.getByText(7)).toBeDefined())
    expect(location.search).toBe('')
  })
})

it.each([
  ['?table=99999', 31],
  ['', 40],
])('a stored table is dropped if that of the URL, or itself, does not exist (%j)', async (search, stored) => {
  chooseTable({ tableId: stored })
  await openAt(search, 'unknown')
  expect([current.table, JSON.parse(sessionStorage.getItem('masa.table') ?? '{}').value.tableId]).toEqual([null, null])
})

describe('the key of the table’s code', () => {
  const stored = () => JSON.parse(sessionStorage.getItem('masa.table') ?? '{}').value

  it('is read from the URL, stored with the table, and dropped with it', async () => {
    await openAt('?table=31&key=k3y-of_3', 3)
    expect(current.table).toEqual({ id: 31, number: 3, label: null, key: 'k3y-of_3' })
    expect(stored()).toEqual({ tableId: 31, ofAddress: 31, key: 'k3y-of_3' })
    act(() => current.leave())
    expect(location.pathname + location.search).toBe('/menu')
    expect(stored()).toEqual({ tableId: null, ofAddress: null, key: null })
  })

  it('is replaced when the code of the same table is scanned again', async () => {
    await openAt('?table=31&key=old-key3', 3)
    act(() => navigate('/menu?table=31&key=new-key3'))
    await waitFor(() => expect(current.table?.key).toBe('new-key3'))
    // The stored key stays if the next URL has none.
    act(() => navigate('/menu?table=31'))
    expect(current.table?.key).toBe('new-key3')
    act(() => navigate('/menu?table=35&key=k3y-of_5'))
    await waitFor(() => expect(current.table).toEqual({ id: 35, number: 5, label: null, key: 'k3y-of_5' }))
    act(() => navigate('/menu?table=37'))
    await waitFor(() => expect(current.table).toEqual({ id: 37, number: 7, label: null, key: null }))
  })

  it('is updated by the shared cart after a move or a renewed code', async () => {
    await openAt('?table=31&key=k3y-of_3', 3)
    act(() => current.moveTo({ id: 31, number: 3, key: null }))
    expect(location.search).toBe('?table=31&key=k3y-of_3')
    act(() => current.moveTo({ id: 31, number: 3, key: 'new-key3' }))
    expect([location.search, current.table?.key]).toEqual(['?table=31&key=new-key3', 'new-key3'])
    act(() => current.moveTo({ id: 37, number: 7, key: 'k3y-of_7' }))
    expect([location.search, current.table]).toEqual([
      '?table=37&key=k3y-of_7',
      { id: 37, number: 7, label: null, key: 'k3y-of_7' },
    ])
  })

  it('is null if it is invalid, or if the table was chosen by hand', async () => {
    await openAt('?table=31&key=%3Cscript%3E', 3)
    expect(current.table?.key).toBeNull()
    act(() => navigate('/menu?table=31&key=k3y-of_3'))
    await waitFor(() => expect(current.table?.key).toBe('k3y-of_3'))
    act(() => current.choose(35))
    expect(current.table).toEqual({ id: 35, number: 5, label: null, key: null })
  })
})
