import { describe, expect, it, vi } from 'vitest'
import { changeOrder } from '#shared/contracts/orders.ts'
import { changeSettings, getSettings } from '#shared/contracts/settings.ts'
import { endSession, listSessions, moveSession, type SessionOverview } from '#shared/contracts/shared-sessions.ts'
import {
  changeTable,
  createTable,
  deleteTable,
  getTableAddresses,
  getTables,
  renewTableKey,
  setTableStatus,
  type Table,
} from '#shared/contracts/tables.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { qrOf } from '../../entities/codes/index.ts'
import { queryClient } from '../../lib/api/query.ts'
import { act, dialog, fakeApi, render, SETTINGS, screen, under, waitFor, within } from '../../testing/render.tsx'
import { sampleOrder } from '../../testing/samples.ts'
import TablesTab from './tables-tab.tsx'

/** A table whose id differs from its number, so that a mix-up fails. */
const table = (number: number, fields: Partial<Table> = {}): Table => ({
  id: 40 + number,
  number,
  capacity: 4,
  status: 'available',
  ...fields,
})
const [ONE, TWO, THREE] = [table(1), table(2, { status: 'occupied' }), table(3, { status: 'reserved' })]
const SESSION: SessionOverview = {
  id: 'a-session-of-table-2',
  tableId: TWO.id,
  tableNumber: 2,
  guests: 2,
  names: ['Ana', 'Mihai'],
  total: 15600,
  minutesLeft: 71,
}
const atTwo = (id: number, fields = {}) => sampleOrder({ id, tableId: TWO.id, tableNumber: 2, total: 10600, ...fields })
const NOWHERE = { publicUrl: 'https://conac.example', isFixed: false, network: [] }
const bodiesOf = (call: Parameters<typeof fakeApi.callsOf>[0]) => fakeApi.callsOf(call).map(({ body }) => body)
const pathsOf = (call: Parameters<typeof fakeApi.callsOf>[0]) => fakeApi.callsOf(call).map(({ path }) => path)

describe.each(LANGUAGES)('the tables (%s)', (language) => {
  const open = async ({
    tables = [THREE, ONE, TWO],
    sessions = [] as SessionOverview[],
    orders = [] as ReturnType<typeof sampleOrder>[],
    addresses = NOWHERE,
    settings = {},
  } = {}) => {
    fakeApi.answers(getTables, tables)
    fakeApi.answers(listSessions, sessions)
    fakeApi.answers(getTableAddresses, addresses)
    const view = render(<TablesTab orders={orders} />, { language, settings })
    const { t } = view
    await screen.findByRole('form', { name: t('tables.add') })
    const card = (number: number) => within(screen.getByRole('listitem', { name: t('common.table', { number }) }))
    const form = within(screen.getByRole('form', { name: t('tables.add') }))
    const press = (name: string) => view.user.click(screen.getByRole('button', { name }))
    const more = async (number: number, action: string) => {
      await press(t('tables.more', { number }))
      await view.user.click(await screen.findByRole('menuitem', { name: action }))
    }
    const question = async (name: string) => within(await screen.findByRole('alertdialog', { name }))
    const [number, capacity] = [form.getByLabelText(t('tables.number')), form.getByLabelText(t('tables.capacity'))]
    const add = () => view.user.click(form.getByRole('button', { name: t('tables.add') }))
    return { ...view, card, number, capacity, add, press, more, question }
  }

  it('are sorted by number, with status, seats, orders and the shared cart with its minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    const { t, card } = await open({
      sessions: [SESSION],
      orders: [
        atTwo(11, { status: 'delivered' }),
        atTwo(12),
        atTwo(13, { status: 'completed' }),
        sampleOrder({ id: 14 }),
      ],
    })
    const list = screen.getByRole('list', { name: t('tables.list') })
    expect(
      within(list)
        .getAllByRole('heading')
        .map((heading) => heading.textContent),
    ).toEqual([1, 2, 3].map((number) => t('common.table', { number })))
    expect(card(1).getByText(t('tables.seats', { count: 4 }))).toBeDefined()
    expect(card(1).queryByRole('button', { name: t('tables.move', { number: 1 }) })).toBeNull()
    expect(card(2).getByText(t('tables.status.occupied'))).toBeDefined()
    expect(card(2).getByText(language === 'ro' ? '2 comenzi · 212.00 LEI' : '2 orders · 212.00 LEI')).toBeDefined()
    expect(card(2).getByText(language === 'ro' ? 'Coș comun: Ana, Mihai' : 'Shared cart: Ana, Mihai')).toBeDefined()
    expect(card(2).getByText(`156.00 LEI · ${t('tables.minutesLeft', { minutes: 71 })}`)).toBeDefined()
    // The list is refetched between two ticks of the clock.
    vi.setSystemTime(Date.now() + 9_000)
    fakeApi.answers(listSessions, [{ ...SESSION, total: 15700 }])
    await act(() => queryClient.invalidateQueries())
    expect(await card(2).findByText(`157.00 LEI · ${t('tables.minutesLeft', { minutes: 71 })}`)).toBeDefined()
    act(() => void vi.advanceTimersByTime(2 * 60_000))
    expect(card(2).getByText(`157.00 LEI · ${t('tables.minutesLeft', { minutes: 69 })}`)).toBeDefined()
  })

  it('have a named code, and a link that starts an order with the table’s id', async () => {
    const { t, card } = await open()
    const code = card(3).getByRole('img', { name: t('tables.code', { number: 3 }) })
    expect([code.getAttribute('width'), code.getAttribute('height')]).toEqual(['128', '128'])
    const link = card(3).getByRole('link', { name: t('tables.newOrderOf', { number: 3 }) })
    expect(link.getAttribute('href')).toBe('/menu?table=43')
  })

  describe('with keys', () => {
    const KEYED = [ONE, TWO, THREE].map((table) => ({ ...table, key: `k3y-of_${table.number}` }))
    const codeOf = (id: number, key = '') => qrOf(`https://conac.example/menu?table=${id}${key}`).path
    const pathOf = (code: HTMLElement) => code.querySelector('path')?.getAttribute('d')
    const setKeysRequired = (tableKeysRequired: boolean) => {
      fakeApi.answers(getSettings, { ...SETTINGS, tableKeysRequired })
      fakeApi.answers(changeSettings, { ...SETTINGS, tableKeysRequired })
    }

    it('are required by a switch, which warns that the codes must be printed again and offers that', async () => {
      const { user, t, card } = await open({ tables: KEYED })
      const code = () => card(3).getByRole('img', { name: t('tables.code', { number: 3 }) })
      const keys = () => screen.getByRole('switch', { name: t('tables.keys.label') })
      expect([pathOf(code()), under(keys())]).toEqual([codeOf(43), t('tables.keys.off')])
      await user.click(keys())
      const confirmation = await dialog(t('tables.keys.askTitle'))
      expect(confirmation.getByText(t('tables.keys.print'))).toBeDefined()
      await user.click(confirmation.getByRole('button', { name: t('common.close') }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect([bodiesOf(changeSettings), keys().getAttribute('aria-checked')]).toEqual([[], 'false'])
      await user.click(keys())
      setKeysRequired(true)
      await user.click((await dialog()).getByRole('button', { name: t('tables.keys.onAndPrint') }))
      expect(await dialog(t('tables.codes.title'))).toBeDefined()
      expect(bodiesOf(changeSettings)).toEqual([{ tableKeysRequired: true }])
      await user.click((await dialog(t('tables.codes.title'))).getByRole('button', { name: t('common.close') }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      expect([keys().getAttribute('aria-checked'), under(keys())]).toEqual(['true', t('tables.keys.on')])
      expect(pathOf(code())).toBe(codeOf(43, '&key=k3y-of_3'))
      setKeysRequired(false)
      await user.click(keys())
      await waitFor(() => expect(pathOf(code())).toBe(codeOf(43)))
      expect(bodiesOf(changeSettings)).toEqual([{ tableKeysRequired: true }, { tableKeysRequired: false }])
    })

    it('keep the switch as it was if the change is refused', async () => {
      fakeApi.refuses(changeSettings, 500, { message: 'Nu' })
      const { user, t } = await open({ tables: KEYED })
      await user.click(screen.getByRole('switch', { name: t('tables.keys.label') }))
      await user.click((await dialog()).getByRole('button', { name: t('tables.keys.onOnly') }))
      expect(await screen.findByText(t('tables.keys.failed'))).toBeDefined()
      expect(screen.getByRole('dialog')).toBeDefined()
    })

    it('are renewed after a confirmation, which changes the code at once and offers to print it', async () => {
      const { user, t, card, more, question } = await open({ tables: KEYED, settings: { tableKeysRequired: true } })
      const renewed = { ...THREE, key: 'new-key3' }
      fakeApi.answers(renewTableKey, renewed)
      await more(3, t('tables.newCode'))
      const confirmation = await question(t('tables.newCodeTitle', { number: 3 }))
      expect(confirmation.getByText(t('tables.newCodeDescription'))).toBeDefined()
      fakeApi.answers(getTables, [renewed])
      await user.click(confirmation.getByRole('button', { name: t('tables.newCodeConfirm') }))
      expect(
        (await dialog(t('tables.codes.title'))).getByText(new RegExp(t('tables.codes.codes', { count: 1 }))),
      ).toBeDefined()
      expect(pathsOf(renewTableKey)).toEqual([`/api/tables/${THREE.id}/key`])
      expect(await screen.findByText(t('tables.newCodeDone', { number: 3 }))).toBeDefined()
      await user.click((await dialog()).getByRole('button', { name: t('common.close') }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      const code = card(3).getByRole('img', { name: t('tables.code', { number: 3 }) })
      expect(pathOf(code)).toBe(codeOf(43, '&key=new-key3'))
    })

    it('cannot be renewed while not required', async () => {
      const { t, press } = await open({ tables: KEYED })
      await press(t('tables.more', { number: 3 }))
      expect(await screen.findByRole('menuitem', { name: t('tables.printCode') })).toBeDefined()
      expect(screen.queryByRole('menuitem', { name: t('tables.newCode') })).toBeNull()
    })
  })

  it('are added one after another, with the next number offered and focused', async () => {
    const { user, t, number, capacity, add } = await open()
    expect([number, capacity].map((field) => (field as HTMLInputElement).value)).toEqual(['4', '4'])
    fakeApi.answers(createTable, table(12, { capacity: 6 }))
    fakeApi.answers(getTables, [ONE, TWO, THREE, table(12, { capacity: 6 })])
    await user.fill(number, '12')
    await user.fill(capacity, '6')
    await add()
    expect(await screen.findByText(t('tables.added', { number: 12 }))).toBeDefined()
    expect(bodiesOf(createTable)).toEqual([{ number: 12, capacity: 6 }])
    expect(fakeApi.callsOf(createTable)[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/)
    await waitFor(() => expect(number).toHaveProperty('value', '13'))
    expect([document.activeElement, (capacity as HTMLInputElement).value]).toEqual([number, '6'])
    expect(await screen.findByRole('listitem', { name: t('common.table', { number: 12 }) })).toBeDefined()
    expect(number).toHaveProperty('value', '13')
  })

  it('are not added without both fields, or with numbers below 1', async () => {
    const fillIn = language === 'ro' ? 'Completați toate câmpurile' : 'Please fill in all fields'
    const { user, number, capacity, add } = await open()
    for (const input of ['', ' ', '2.5', 'doi']) {
      await user.fill(number, input)
      await add()
      expect(await screen.findAllByText(fillIn)).toHaveLength(1)
      expect([number, capacity].map((field) => field.getAttribute('aria-invalid'))).toEqual(['true', null])
      await user.fill(number, '9')
    }
    await user.fill(number, '0')
    await user.fill(capacity, '-1')
    await add()
    await waitFor(() => expect(under(number)).toBe(minimumMessage(language, 'number')))
    expect([under(capacity), document.activeElement]).toEqual([minimumMessage(language, 'capacity'), number])
    expect(screen.queryByText(fillIn)).toBeNull()
    expect(fakeApi.callsOf(createTable)).toEqual([])
  })

  it('show at its field that a number is in use, and repeat a request without a response with its key', async () => {
    const { user, t, number, add } = await open()
    await user.fill(number, '3')
    fakeApi.refuses(createTable, 409, { code: 'table_number_taken', message: 'Numărul 3 există' })
    await add()
    await waitFor(() => expect(under(number)).toBe('Numărul 3 există'))
    expect([document.activeElement, (number as HTMLInputElement).value]).toEqual([number, '3'])
    expect(screen.getByText(t('tables.createFailed'))).toBeDefined()

    await user.fill(number, '8')
    fakeApi.isOutOfReach(createTable)
    await add()
    await screen.findByText(t('common.noConnection'))
    // A 429 leaves the outcome of the previous attempt unknown.
    fakeApi.refuses(createTable, 429, { code: 'too_many_requests', message: 'Prea repede' })
    await add()
    await screen.findByText('Prea repede')
    fakeApi.answers(createTable, table(8))
    await add()
    await waitFor(() => expect(fakeApi.callsOf(createTable)).toHaveLength(4))
    const [refused, ...keys] = fakeApi.callsOf(createTable).map(({ headers }) => headers.get('Idempotency-Key'))
    expect([keys.includes(refused as string), new Set(keys).size]).toEqual([false, 1])
  })

  it('are reserved and, if empty, freed at a click; the button of the current status is disabled', async () => {
    fakeApi.answers(setTableStatus, { ...ONE, status: 'reserved' })
    const { t, press } = await open()
    const button = (status: 'available' | 'reserved', number: number) =>
      screen.getByRole('button', { name: t('tables.setOf', { status: t(`tables.set.${status}`), number }) })
    expect(button('available', 1)).toHaveProperty('disabled', true)
    expect(button('reserved', 2)).toHaveProperty('disabled', false)
    fakeApi.answers(getTables, [{ ...ONE, status: 'reserved' }, TWO, THREE])
    await press(t('tables.setOf', { status: t('tables.set.reserved'), number: 1 }))
    await waitFor(() => expect(button('reserved', 1)).toHaveProperty('disabled', true))
    fakeApi.refuses(setTableStatus, 500, { message: 'Fum în bucătărie' })
    await press(t('tables.setOf', { status: t('tables.set.available'), number: 3 }))
    expect(await screen.findByText('Fum în bucătărie')).toBeDefined()
    expect(screen.getByText(t('tables.statusFailed'))).toBeDefined()
    expect(pathsOf(setTableStatus)).toEqual(['/api/tables/41/status', '/api/tables/43/status'])
    expect(bodiesOf(setTableStatus)).toEqual([{ status: 'reserved' }, { status: 'available' }])
  })

  it('are freed after a confirmation that lists what ends and which orders stay open', async () => {
    const orders = [atTwo(11, { status: 'delivered' }), atTwo(12, { status: 'delivered' }), atTwo(13)]
    const { user, t, press, question } = await open({ sessions: [SESSION], orders })
    await press(t('tables.setOf', { status: t('tables.set.available'), number: 2 }))
    const confirmation = await question(t('tables.freeTitle', { number: 2 }))
    const description = [
      t('tables.free.session', { names: 'Ana, Mihai', total: '156.00 LEI' }),
      t('tables.free.delivered', { count: 2 }),
      t('tables.free.open', { count: 1 }),
    ].join(' ')
    expect(confirmation.getByText(description)).toBeDefined()
    expect(fakeApi.callsOf(setTableStatus)).toEqual([])
    fakeApi.answers(setTableStatus, { ...TWO, status: 'available' })
    await user.click(confirmation.getByRole('button', { name: t('tables.freeConfirm') }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(bodiesOf(setTableStatus)).toEqual([{ status: 'available' }])
  })

  it('have their shared cart ended after a confirmation', async () => {
    const { user, t, more, question } = await open({ sessions: [SESSION] })
    await more(2, t('tables.endCart'))
    const confirmation = await question(t('tables.endTitle', { number: 2 }))
    expect(
      confirmation.getByText(t('tables.endDescription', { names: 'Ana, Mihai', total: '156.00 LEI' })),
    ).toBeDefined()
    fakeApi.answers(endSession, undefined as never)
    fakeApi.answers(listSessions, [])
    await user.click(confirmation.getByRole('button', { name: t('tables.endConfirm') }))
    expect(await screen.findByText(t('tables.ended', { number: 2 }))).toBeDefined()
    expect(pathsOf(endSession)).toEqual([`/api/shared-sessions/${SESSION.id}/end`])
    await waitFor(() => expect(screen.queryByText(t('tables.sharedCart', { names: 'Ana, Mihai' }))).toBeNull())
  })

  it('close the confirmation if the shared cart ends, so that it does not apply to the next guests', async () => {
    const { t, more, question } = await open({ sessions: [SESSION] })
    const setSessions = async (sessions: SessionOverview[]) => {
      fakeApi.answers(listSessions, sessions)
      await act(() => queryClient.invalidateQueries())
    }
    await more(2, t('tables.endCart'))
    await question(t('tables.endTitle', { number: 2 }))
    await setSessions([])
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await setSessions([{ ...SESSION, id: 'the-next-session-of-table-2', names: ['Zoe'] }])
    expect(await screen.findByText(t('tables.sharedCart', { names: 'Zoe' }))).toBeDefined()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('send only changed fields, and show at its field that a number is already in use', async () => {
    const { user, t, press } = await open()
    await press(t('tables.edit', { number: 1 }))
    const form = await dialog(t('tables.editTitle', { number: 1 }))
    const [number, capacity] = [form.getByLabelText(t('tables.number')), form.getByLabelText(t('tables.capacity'))]
    const save = () => user.click(form.getByRole('button', { name: t('tables.save') }))
    await user.fill(capacity, '')
    await save()
    expect(await form.findByText(t('tables.fillIn'))).toBeDefined()
    await user.fill(capacity, '4')
    await user.fill(number, '3')
    fakeApi.refuses(changeTable, 409, { code: 'table_number_taken', message: 'Numărul 3 există' })
    await save()
    await waitFor(() => expect(under(number)).toBe('Numărul 3 există'))
    await user.fill(number, '30')
    fakeApi.answers(changeTable, { ...ONE, number: 30 })
    await save()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bodiesOf(changeTable)).toEqual([{ number: 3 }, { number: 30 }])
    expect(screen.getByText(t('tables.saved', { number: 30 }))).toBeDefined()
  })

  it('are deleted after a confirmation; a table in use stays, with the server’s message', async () => {
    const { user, t, more, question, number } = await open()
    await more(2, t('tables.delete'))
    const confirmation = await question(t('tables.deleteTitle', { number: 2 }))
    fakeApi.refuses(deleteTable, 409, { code: 'table_in_use', message: 'Masa are o comandă' })
    await user.click(confirmation.getByRole('button', { name: t('tables.deleteConfirm') }))
    expect(await screen.findByText('Masa are o comandă')).toBeDefined()
    // Somebody else has already deleted it.
    fakeApi.refuses(deleteTable, 404, { code: 'table_not_found', message: 'Masa nu există' })
    fakeApi.answers(getTables, [ONE, THREE])
    await user.click(confirmation.getByRole('button', { name: t('tables.deleteConfirm') }))
    expect(await screen.findByText(t('tables.deleted', { number: 2 }))).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('listitem', { name: t('common.table', { number: 2 }) })).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(number))
    expect(pathsOf(deleteTable)).toEqual(['/api/tables/42', '/api/tables/42'])
  })

  it('have their shared cart moved with all orders to a table without one', async () => {
    const other = { ...SESSION, id: 'a-session-of-table-3', tableId: THREE.id, tableNumber: 3, names: [], total: 0 }
    const { user, t, press } = await open({ sessions: [SESSION, other], orders: [atTwo(11)] })
    await press(t('tables.move', { number: 2 }))
    const form = await dialog(t('tables.moving.title', { number: 2 }))
    await user.click(form.getByRole('button', { name: t('tables.moving.confirm') }))
    expect(under(form.getByRole('combobox'))).toBe(t('tables.moving.choose'))
    await user.click(form.getByRole('combobox'))
    const options = await screen.findAllByRole('option')
    expect(options.map((option) => [option.textContent, option.getAttribute('aria-disabled')])).toEqual([
      [t('common.table', { number: 1 }) + t('tables.status.available'), null],
      [t('common.table', { number: 3 }) + t('tables.moving.withCart'), 'true'],
    ])
    await user.click(options[0] as HTMLElement)
    fakeApi.refuses(moveSession, 409, { code: 'table_taken', message: 'Masa 1 are coș' })
    await user.click(form.getByRole('button', { name: t('tables.moving.confirmTo', { number: 1 }) }))
    expect(await screen.findByText('Masa 1 are coș')).toBeDefined()
    fakeApi.answers(moveSession, { ...SESSION, tableId: ONE.id, tableNumber: 1 })
    await user.click(form.getByRole('button', { name: t('tables.moving.confirmTo', { number: 1 }) }))
    expect(await screen.findByText(t('tables.moving.done', { from: 2, to: 1 }))).toBeDefined()
    expect(bodiesOf(moveSession)).toEqual([{ tableId: 41 }, { tableId: 41 }])
    expect(fakeApi.callsOf(changeOrder)).toEqual([])
  })

  it('have chosen orders moved to another table, and list those that could not be moved', async () => {
    const { user, t, press } = await open({ orders: [atTwo(13), atTwo(11), atTwo(12)] })
    await press(t('tables.move', { number: 2 }))
    const form = await dialog(t('tables.moving.title', { number: 2 }))
    const boxes = form.getAllByRole('checkbox')
    expect(boxes.map((box) => box.closest('label')?.textContent)).toEqual(
      [11, 12, 13].map((id) => `#${id} · 106.00 LEI`),
    )
    for (const box of boxes) await user.click(box)
    await user.click(form.getByRole('combobox'))
    await user.click(await screen.findByRole('option', { name: new RegExp(`^${t('common.table', { number: 3 })}`) }))
    const move = () => user.click(form.getByRole('button', { name: t('tables.moving.confirmTo', { number: 3 }) }))
    await move()
    expect(form.getByText(t('tables.moving.chooseOrders'))).toBeDefined()
    for (const box of boxes.slice(1)) await user.click(box)
    fakeApi.refusesOnce(changeOrder, 404, { code: 'table_not_found', message: 'Nu e' }, atTwo(13, { tableId: 43 }))
    await move()
    expect(await form.findByText(t('tables.moving.failedOrder', { id: 12, why: 'Nu e' }))).toBeDefined()
    expect(pathsOf(changeOrder)).toEqual(['/api/orders/12', '/api/orders/13'])
    expect(bodiesOf(changeOrder)).toEqual([{ tableId: 43 }, { tableId: 43 }])
    await move()
    expect(await screen.findByText(t('tables.moving.done', { from: 2, to: 3 }))).toBeDefined()
  })

  it('have an order moved only if its version is the shown one, and otherwise show that it was changed', async () => {
    const { user, t, press, again } = await open({ orders: [atTwo(11, { version: 3 })] })
    await press(t('tables.move', { number: 2 }))
    const form = await dialog(t('tables.moving.title', { number: 2 }))
    await user.click(form.getByRole('combobox'))
    await user.click(await screen.findByRole('option', { name: new RegExp(`^${t('common.table', { number: 3 })}`) }))
    const move = () => user.click(form.getByRole('button', { name: t('tables.moving.confirmTo', { number: 3 }) }))
    fakeApi.refusesOnce(changeOrder, 409, { code: 'order_changed' }, atTwo(11, { tableId: 43 }))
    await move()
    const why = t('orders.takeOff.changed')
    expect(await form.findByText(t('tables.moving.failedOrder', { id: 11, why }))).toBeDefined()
    again(<TablesTab orders={[atTwo(11, { version: 4 })]} />)
    await move()
    expect(await screen.findByText(t('tables.moving.done', { from: 2, to: 3 }))).toBeDefined()
    expect(fakeApi.callsOf(changeOrder).map(({ headers }) => headers.get('If-Match'))).toEqual(['"3"', '"4"'])
  })

  it('show that there are none yet, and link to the form', async () => {
    const { t, press, number } = await open({ tables: [] })
    expect(screen.getByText(t('tables.empty'))).toBeDefined()
    expect(screen.queryByRole('button', { name: t('tables.printAll') })).toBeNull()
    await press(t('tables.addFirst'))
    expect(document.activeElement).toBe(number)
    expect((number as HTMLInputElement).value).toBe('1')
  })

  it.each([
    ['tables', getTables],
    ['shared carts', listSessions],
    ['addresses', getTableAddresses],
  ])('show that the %s could not be loaded, also to staff, and retry', async (_, missing) => {
    fakeApi.answers(getTables, [ONE])
    fakeApi.answers(listSessions, [])
    fakeApi.answers(getTableAddresses, NOWHERE)
    fakeApi.refuses(missing, 403, { code: 'forbidden', message: 'Doar patronul' })
    const { user, t } = render(<TablesTab orders={[]} />, { language })
    expect(await screen.findByText('Doar patronul')).toBeDefined()
    if (missing === getTables) fakeApi.answers(getTables, [ONE])
    else if (missing === listSessions) fakeApi.answers(listSessions, [])
    else fakeApi.answers(getTableAddresses, NOWHERE)
    await user.click(screen.getByRole('button', { name: t('common.tryAgain') }))
    expect(await screen.findByRole('listitem', { name: t('common.table', { number: 1 }) })).toBeDefined()
  })

  it('warn if their codes link to localhost, and show the address in the network', async () => {
    const network = ['http://192.168.1.20:3000', 'http://10.0.0.5:3000']
    const { t } = await open({ addresses: { publicUrl: null as never, isFixed: false, network: network as never } })
    const warning = within(screen.getByRole('note'))
    expect(warning.getAllByRole('link').map((link) => link.textContent)).toEqual(network)
    expect(screen.getByRole('note').textContent).toContain(`localhost`)
    expect(screen.getByRole('note').textContent).toContain(`${network[0]} ${t('tables.local.or')} ${network[1]}`)
  })

  it('show no warning if a public address is set', async () => {
    await open()
    expect(screen.queryByRole('note')).toBeNull()
  })
})

/** The contract's messages for numbers below 1, as specified. */
function minimumMessage(language: 'en' | 'ro', field: 'number' | 'capacity'): string {
  const en = { number: 'Table number must be at least 1', capacity: 'Capacity must be at least 1' }
  const ro = { number: 'Numărul mesei trebuie să fie cel puțin 1', capacity: 'Capacitatea trebuie să fie cel puțin 1' }
  return { en, ro }[language][field]
}
