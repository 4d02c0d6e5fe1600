import { beforeEach, describe, expect, it } from 'vitest'
import { getTables, type Table } from '#shared/contracts/tables.ts'
import { cart } from '../../features/cart/index.ts'
import { act, fakeApi, render, screen, waitFor } from '../../testing/render.tsx'
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
    act(() => now.sitAt({ id: 37, number: 7 }))
    expect(now.table).toEqual({ id: 37, number: 7 })
    expect(location.search).toBe('?table=37')
    expect(history.length).toBe(length)
    expect(new Set(drawn)).toEqual(new Set([7]))
    // Told again, it stays where it is.
    act(() => now.sitAt({ id: 37, number: 7 }))
    expect(location.search).toBe('?table=37')
  })

  it('does so too where the list that it has lacks the table', async () => {
    await at('?table=31', 3)
    act(() => now.sitAt({ id: 40, number: 44 }))
    expect(now).toMatchObject({ table: { id: 40, number: 44 }, problem: null })
    expect(new Set(drawn)).toEqual(new Set([44]))
  })

  it('has the table’s new number where it was renumbered', async () => {
    await at('?table=31', 3)
    act(() => now.sitAt({ id: 31, number: 33 }))
    expect(now.table).toEqual({ id: 31, number: 33 })
    expect(location.search).toBe('?table=31')
  })

  it('leaves an address without a table as it is, and stays at the new table', async () => {
    cart.setTable(35)
    await at('', 5)
    act(() => now.sitAt({ id: 37, number: 7 }))
    await waitFor(() => expect(screen.getByText(7)).toBeDefined())
    expect(location.search).toBe('')
  })
})
