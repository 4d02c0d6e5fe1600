import { beforeEach, describe, expect, it } from 'vitest'
import { navigate } from 'wouter/use-browser-location'
import { getTables, type Table } from '#shared/contracts/tables.ts'
import { cart } from '../../../features/cart/index.ts'
import { act, fakeApi, render, screen, waitFor } from '../../../testing/render.tsx'
import { type GuestTable, useGuestTable } from './use-guest-table.ts'

const table = (id: number, number: number): Table => ({ id, number, capacity: 4, status: 'available' })
let now: GuestTable
/** Each table that was drawn, in turn. */
let drawn: (number | undefined)[]

function Page() {
  now = useGuestTable()
  drawn.push(now.table?.number)
  return <p>{now.problem ?? now.table?.number}</p>
}

const at = async (search: string, number: number) => {
  history.replaceState(null, '', `/menu${search}`)
  fakeApi.answers(getTables, [table(31, 3), table(35, 5), table(37, 7)])
  render(<Page />)
  await screen.findByText(number)
  drawn = []
}

beforeEach(() => {
  drawn = []
  cart.leaveTable()
})

describe('a page whose shared cart is moved to another table', () => {
  it('goes there with its address, without being at no table in between', async () => {
    await at('?table=31', 3)
    const length = history.length
    act(() => now.sitAt({ id: 37, number: 7, key: null }))
    expect(now.table).toEqual({ id: 37, number: 7, key: null })
    expect(location.search).toBe('?table=37')
    expect(history.length).toBe(length)
    expect(new Set(drawn)).toEqual(new Set([7]))
    // Told again, it stays where it is.
    act(() => now.sitAt({ id: 37, number: 7, key: null }))
    expect(location.search).toBe('?table=37')
  })

  it('does so too where the list that it has lacks the table', async () => {
    await at('?table=31', 3)
    act(() => now.sitAt({ id: 40, number: 44, key: null }))
    expect(now).toMatchObject({ table: { id: 40, number: 44, key: null }, problem: null })
    expect(new Set(drawn)).toEqual(new Set([44]))
  })

  it('has the table’s new number where it was renumbered', async () => {
    await at('?table=31', 3)
    act(() => now.sitAt({ id: 31, number: 33, key: null }))
    expect(now.table).toEqual({ id: 31, number: 33, key: null })
    expect(location.search).toBe('?table=31')
  })

  it('leaves an address without a table as it is, and stays at the new table', async () => {
    cart.setTable(35)
    await at('', 5)
    act(() => now.sitAt({ id: 37, number: 7, key: null }))
    await waitFor(() => expect(screen.getByText(7)).toBeDefined())
    expect(location.search).toBe('')
  })
})

describe('the key of the table’s code', () => {
  const stored = () => JSON.parse(sessionStorage.getItem('masa.table') ?? '{}').value

  it('is taken from the address, kept with the table, and dropped with it', async () => {
    await at('?table=31&key=k3y-of_3', 3)
    expect(now.table).toEqual({ id: 31, number: 3, key: 'k3y-of_3' })
    expect(stored()).toEqual({ tableId: 31, ofAddress: 31, key: 'k3y-of_3' })
    act(() => now.leave())
    expect(location.pathname + location.search).toBe('/menu')
    expect(stored()).toEqual({ tableId: null, ofAddress: null, key: null })
  })

  it('is the new one where the code of the same table is scanned again', async () => {
    await at('?table=31&key=old-key3', 3)
    act(() => navigate('/menu?table=31&key=new-key3'))
    await waitFor(() => expect(now.table?.key).toBe('new-key3'))
    // The key that was read before stays when the next address has none.
    act(() => navigate('/menu?table=31'))
    expect(now.table?.key).toBe('new-key3')
    act(() => navigate('/menu?table=35&key=k3y-of_5'))
    await waitFor(() => expect(now.table).toEqual({ id: 35, number: 5, key: 'k3y-of_5' }))
    act(() => navigate('/menu?table=37'))
    await waitFor(() => expect(now.table).toEqual({ id: 37, number: 7, key: null }))
  })

  it('follows the shared cart: to another table, and to a renewed code', async () => {
    await at('?table=31&key=k3y-of_3', 3)
    act(() => now.sitAt({ id: 31, number: 3, key: null }))
    expect(location.search).toBe('?table=31&key=k3y-of_3')
    act(() => now.sitAt({ id: 31, number: 3, key: 'new-key3' }))
    expect([location.search, now.table?.key]).toEqual(['?table=31&key=new-key3', 'new-key3'])
    act(() => now.sitAt({ id: 37, number: 7, key: 'k3y-of_7' }))
    expect([location.search, now.table]).toEqual(['?table=37&key=k3y-of_7', { id: 37, number: 7, key: 'k3y-of_7' }])
  })

  it('is no key where it cannot be one, and a table chosen by hand has none', async () => {
    await at('?table=31&key=%3Cscript%3E', 3)
    expect(now.table?.key).toBeNull()
    act(() => navigate('/menu?table=31&key=k3y-of_3'))
    await waitFor(() => expect(now.table?.key).toBe('k3y-of_3'))
    act(() => now.choose(35))
    expect(now.table).toEqual({ id: 35, number: 5, key: null })
  })
})
