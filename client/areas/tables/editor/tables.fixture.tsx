import { vi } from 'vitest'
import { type FloorTable, getFloor } from '#shared/contracts/floor.ts'
import { listSessions, type SessionOverview } from '#shared/contracts/shared-sessions.ts'
import { getTableAddresses, getTables, type Table } from '#shared/contracts/tables.ts'
import type { Language } from '#shared/domain/language.ts'
import { fakeApi, render, screen, within } from '../../../testing/render.tsx'
import { sampleOrder } from '../../../testing/samples.ts'
import TablesTab from './tables-tab.tsx'

/** Called with the table for which an order begins. */
export const onNewOrder = vi.fn<(tableId: number) => void>()

/** A table whose id differs from its number, so that a mix-up fails. */
export const sampleTable = (number: number, fields: Partial<Table> = {}): Table => ({
  id: 40 + number,
  number,
  label: null,
  capacity: 4,
  status: 'available',
  ...fields,
})
export const ONE = sampleTable(1)
export const TWO = sampleTable(2, { status: 'occupied' })
export const THREE = sampleTable(3, { status: 'reserved' })
/** The shared session of table 2. */
export const SESSION: SessionOverview = {
  id: 'a-session-of-table-2',
  tableId: TWO.id,
  tableNumber: 2,
  guests: 2,
  unproven: 0,
  names: ['Ana', 'Mihai'],
  total: 15600,
  minutesLeft: 71,
}
export const orderAtTwo = (id: number, fields = {}) =>
  sampleOrder({ id, tableId: TWO.id, tableNumber: 2, total: 10600, ...fields })
/** The addresses of a server whose public address is set. */
export const PUBLIC_ADDRESS = { publicUrl: 'https://conac.example', isFixed: false, network: [] }

type Endpoint = Parameters<typeof fakeApi.callsOf>[0]
export const bodiesOf = (endpoint: Endpoint) => fakeApi.callsOf(endpoint).map(({ body }) => body)
export const pathsOf = (endpoint: Endpoint) => fakeApi.callsOf(endpoint).map(({ path }) => path)

/** Opens the tab. @returns also its fields and actions */
export async function openTables(
  language: Language,
  {
    tables = [THREE, ONE, TWO],
    sessions = [] as SessionOverview[],
    floor = [] as FloorTable[],
    orders = [] as ReturnType<typeof sampleOrder>[],
    addresses = PUBLIC_ADDRESS,
    settings = {},
  } = {},
) {
  fakeApi.answers(getTables, tables)
  fakeApi.answers(listSessions, sessions)
  fakeApi.answers(getFloor, floor)
  fakeApi.answers(getTableAddresses, addresses)
  const view = render(<TablesTab orders={orders} onNewOrder={onNewOrder} />, { language, settings })
  const { t, user } = view
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  const form = within(await screen.findByRole('form', { name: t('tables.add') }))
  /** Chooses an action in the menu of a table. */
  const choose = async (number: number, action: string) => {
    await press(t('tables.more', { number }))
    await user.click(await screen.findByRole('menuitem', { name: action }))
  }
  const card = (number: number) => within(screen.getByRole('listitem', { name: t('common.table', { number }) }))
  return {
    ...view,
    press,
    /** The fields of the form that adds a table. */
    number: form.getByLabelText(t('tables.number')),
    capacity: form.getByLabelText(t('tables.capacity')),
    add: () => user.click(form.getByRole('button', { name: t('tables.add') })),
    card,
    code: (number: number) => card(number).getByRole('img', { name: t('tables.code', { number }) }),
    choose,
    /** The button that sets the state of a table. */
    state: (number: number, next: 'available' | 'reserved') =>
      card(number).getByRole('button', { name: t('tables.setOf', { status: t(`tables.status.${next}`), number }) }),
    free: (number: number) => press(t('tables.setOf', { status: t('tables.status.available'), number })),
    /** The open question with this title. */
    confirmation: async (name: string) => within(await screen.findByRole('alertdialog', { name })),
  }
}
