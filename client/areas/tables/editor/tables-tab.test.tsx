import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { getFloor } from '#shared/contracts/floor.ts'
import { changeSettings, getSettings } from '#shared/contracts/settings.ts'
import { listSessions } from '#shared/contracts/shared-sessions.ts'
import { getTableAddresses, getTables } from '#shared/contracts/tables.ts'
import { LANGUAGES } from '#shared/domain/language.ts'
import { DEFAULT_SETTINGS } from '#shared/domain/settings.ts'
import { queryClient } from '../../../lib/api/query.ts'
import { floorTable } from '../../../testing/floor-samples.ts'
import { act, dialog, fakeApi, render, screen, waitFor, within } from '../../../testing/render.tsx'
import { sampleOrder } from '../../../testing/samples.ts'
import {
  ONE,
  onNewOrder,
  openTables,
  orderAtTwo,
  PUBLIC_ADDRESS,
  SESSION,
  sampleTable,
  TWO,
} from './tables.fixture.tsx'
import TablesTab from './tables-tab.tsx'

describe.each(LANGUAGES)('the tables tab (%s)', (language) => {
  it('lists the tables by number, with status, seats, orders with their sum and minutes, and the shared cart with its own', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    const { t, card } = await openTables(language, {
      sessions: [SESSION],
      orders: [
        orderAtTwo(11, { status: 'delivered', createdAt: new Date(Date.now() - 65 * 60_000).toISOString() }),
        orderAtTwo(12, { createdAt: new Date().toISOString() }),
        orderAtTwo(13, { status: 'completed' }),
        sampleOrder({ id: 14 }),
      ],
    })
    const list = screen.getByRole('list', { name: t('dashboard.tabs.tables') })
    expect(
      within(list)
        .getAllByRole('heading')
        .map((heading) => heading.textContent),
    ).toEqual([1, 2, 3].map((number) => t('common.table', { number })))
    expect(card(1).getByText(t('floor.seats', { count: 4 }))).toBeDefined()
    expect(card(1).queryByRole('button', { name: t('tables.move', { number: 1 }) })).toBeNull()
    expect(card(2).getByText(t('tables.status.occupied'))).toBeDefined()
    expect(card(2).getByText(language === 'ro' ? '2 comenzi · 212.00 LEI' : '2 orders · 212.00 LEI')).toBeDefined()
    expect(card(2).getByText(language === 'ro' ? 'de 1 h 05' : 'for 1 h 05')).toBeDefined()
    expect(card(2).getByText(language === 'ro' ? 'Coș comun: Ana, Mihai' : 'Shared cart: Ana, Mihai')).toBeDefined()
    expect(
      card(2).getByText(`156.00 LEI · ${t('tables.minutesLeft', { minutes: 71 }).replace('\u00a0', ' ')}`),
    ).toBeDefined()
    // The list is refetched between two ticks of the clock.
    vi.setSystemTime(Date.now() + 9_000)
    fakeApi.answers(listSessions, [{ ...SESSION, total: 15700 }])
    await act(() => queryClient.invalidateQueries())
    expect(
      await card(2).findByText(`157.00 LEI · ${t('tables.minutesLeft', { minutes: 71 }).replace('\u00a0', ' ')}`),
    ).toBeDefined()
    act(() => void vi.advanceTimersByTime(2 * 60_000))
    expect(
      card(2).getByText(`157.00 LEI · ${t('tables.minutesLeft', { minutes: 69 }).replace('\u00a0', ' ')}`),
    ).toBeDefined()
  })

  it('shows the code of each table on its card, which has a button that begins an order for it', async () => {
    const { user, t, card, code } = await openTables(language)
    const sizes = () =>
      [1, 2, 3].map((number) => [code(number).getAttribute('width'), code(number).getAttribute('height')])
    // Codes are drawn after the cards.
    await waitFor(() => expect(sizes()).toEqual(Array(3).fill(['128', '128'])))
    await user.click(card(3).getByRole('button', { name: t('tables.newOrderOf', { number: 3 }) }))
    expect(onNewOrder.mock.lastCall).toEqual([43])
  })

  it.each([
    ['says', 0],
    ['does not say', 100],
  ])('%s that the orders of a table are paid, with %i due', async (_, due) => {
    const { t, card } = await openTables(language, { orders: [orderAtTwo(11, { due }), orderAtTwo(12, { due: 0 })] })
    const line = card(2).getByText(new RegExp(`^${t('tables.orders', { count: 2, total: '' }).trim()}`))
    expect(line.textContent?.endsWith(t('due.paid'))).toBe(due === 0)
  })

  it('says since when a table is in use', async () => {
    const createdAt = new Date().toISOString()
    const { t, card } = await openTables(language, { orders: [orderAtTwo(11, { createdAt })] })
    expect(card(2).getByText(t('orders.justNow'))).toBeDefined()
  })

  it('says since when a table is in use as the floor does, which counts from before the orders', async () => {
    const since = new Date(Date.now() - 20 * 60_000).toISOString()
    const { t, card } = await openTables(language, {
      floor: [floorTable({ id: ONE.id, since }), floorTable({ id: TWO.id, since })],
      orders: [orderAtTwo(11, { createdAt: new Date().toISOString() })],
    })
    const time = t('tables.since', { time: '20\u00a0min' })
    for (const number of [1, 2]) expect(await card(number).findByText(time, { normalizer: String })).toBeDefined()
  })

  it('saves the code of a table, and shows where it leads', async () => {
    const { t, choose } = await openTables(language)
    await choose(3, t('tables.saveCode'))
    const shown = await dialog(t('tables.code', { number: 3 }))
    expect(shown.getByText(t('tables.leadsTo', { number: 3 }))).toBeDefined()
    expect(shown.getByText('https://conac.example/menu?table=43')).toBeDefined()
    const names = shown.getAllByRole('button', { name: /SVG|PNG/ }).map(({ textContent }) => textContent)
    expect(names).toEqual([t('tables.file.svg'), t('tables.file.png')])
  })

  it('shows that there are no tables yet, with the form as the only solid button', async () => {
    const { t, number } = await openTables(language, { tables: [] })
    expect(screen.getByText(t('floor.empty'))).toBeDefined()
    expect(screen.queryByRole('button', { name: t('tables.printAll') })).toBeNull()
    const solid = screen.getAllByRole('button').filter(({ className }) => /\bbg-accent\b/.test(className))
    expect(solid.map(({ textContent }) => textContent)).toEqual([t('tables.add')])
    expect((number as HTMLInputElement).value).toBe('1')
  })

  it.each([
    ['tables', getTables],
    ['shared carts', listSessions],
    ['addresses', getTableAddresses],
  ])('shows that the %s could not be loaded, and retries', async (_, missing) => {
    fakeApi.answers(getTables, [ONE])
    fakeApi.answers(getFloor, [])
    fakeApi.answers(listSessions, [])
    fakeApi.answers(getTableAddresses, PUBLIC_ADDRESS)
    fakeApi.refuses(missing, 403, { code: 'forbidden', message: 'Doar patronul' })
    const { user, t } = render(<TablesTab orders={[]} onNewOrder={() => {}} />, { language })
    expect(await screen.findByText('Doar patronul')).toBeDefined()
    if (missing === getTables) fakeApi.answers(getTables, [ONE])
    else if (missing === listSessions) fakeApi.answers(listSessions, [])
    else fakeApi.answers(getTableAddresses, PUBLIC_ADDRESS)
    await user.click(screen.getByRole('button', { name: t('common.tryAgain') }))
    expect(await screen.findByRole('listitem', { name: t('common.table', { number: 1 }) })).toBeDefined()
  })

  it('warns if the codes link to localhost, and shows the addresses in the network', async () => {
    const network = ['http://192.168.1.20:3000', 'http://10.0.0.5:3000']
    const { t, user } = await openTables(language, {
      addresses: { publicUrl: null as never, isFixed: false, network: network as never },
    })
    const warning = within(screen.getByRole('note'))
    expect(screen.getByRole('note').textContent).toContain(t('tables.local.unreachable', { host: 'localhost' }))
    const field = warning.getByLabelText<HTMLInputElement>(t('settings.publicAddress'))
    expect(field.value).toBe(network[0])
    const publicAddress = 'http://10.0.0.5:3000'
    fakeApi.answers(changeSettings, { ...DEFAULT_SETTINGS, publicAddress })
    fakeApi.answers(getSettings, { ...DEFAULT_SETTINGS, publicAddress })
    fakeApi.answers(getTableAddresses, { publicUrl: publicAddress, isFixed: false, network })
    await user.fill(field, publicAddress)
    await user.click(warning.getByRole('button', { name: t('tables.local.use') }))
    await waitFor(() => expect(screen.queryByRole('note')).toBeNull())
    expect(fakeApi.callsOf(changeSettings).map(({ body }) => body)).toEqual([{ publicAddress }])
  })

  it('offers no other address if the machine’s environment sets it', async () => {
    const { t } = await openTables(language, {
      addresses: { publicUrl: 'http://localhost:3000', isFixed: true, network: ['http://10.0.0.5:3000'] as never },
    })
    expect(screen.getByRole('note').textContent).toContain(t('settings.publicAddressFixed'))
    expect(within(screen.getByRole('note')).queryByRole('button')).toBeNull()
  })

  it('shows a table’s label beside its number, on its card and below its printed code', async () => {
    const { t, card, press } = await openTables(language, { tables: [sampleTable(7, { label: 'Terasa 3' }), ONE] })
    expect(card(7).getByText('Terasa 3')).toBeDefined()
    await press(t('tables.printAll'))
    vi.stubGlobal('print', () => {})
    Object.defineProperty(document, 'fonts', { configurable: true, value: { load: async () => [] } })
    onTestFinished(() => void Reflect.deleteProperty(document, 'fonts'))
    await press(t('tables.codes.printThese', { count: 2 }))
    await waitFor(() =>
      expect([...document.querySelectorAll('.printed-codes .printed-words')].map((words) => words.textContent)).toEqual(
        [expect.not.stringContaining('Terasa 3'), expect.stringContaining('Terasa 3')],
      ),
    )
  })

  it('shows no warning if a public address is set', async () => {
    await openTables(language)
    expect(screen.queryByRole('note')).toBeNull()
  })
})
