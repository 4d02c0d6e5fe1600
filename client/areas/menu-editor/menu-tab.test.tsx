import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getCategories, getMenu, type MenuCategory, type MenuItem } from '#shared/contracts/menu/menu.ts'
import { deleteDish, setPortions, setSoldOut, toggleDish } from '#shared/contracts/menu/menu-editing.ts'
import { changeDishes } from '#shared/contracts/menu/menu-imports.ts'
import { listOptions } from '#shared/contracts/menu/options.ts'
import { queryClient } from '../../lib/api/query.ts'
import { act, dialog, fakeApi, render, screen, waitFor, within } from '../../testing/render.tsx'
import { sampleDish } from '../../testing/samples.ts'
import { loadFirstMenu } from '../menu/index.ts'
import * as filters from './filters.ts'
import { NO_CHANGES } from './imports/import-menu.fixture.tsx'
import MenuTab from './menu-tab.tsx'

beforeEach(() => fakeApi.answers(listOptions, []))

const SOUPS: MenuCategory = { id: 1, name: 'Soups', nameRo: 'Ciorbe', position: 1, isActive: true, hasItems: true }
const SWEETS: MenuCategory = { ...SOUPS, id: 2, name: 'Desserts', nameRo: 'Deserturi', position: 2, isActive: false }
const WINES: MenuCategory = { ...SOUPS, id: 3, name: 'Wines', nameRo: 'Vinuri', position: 3, hasItems: false }
const SOUP = sampleDish({ imageUrl: 'https://example.com/a.jpg' })
const CAKE = sampleDish({
  id: 8,
  name: 'Cake',
  nameRo: 'Prăjitură',
  category: 'Desserts',
  categoryRo: 'Deserturi',
  price: 900,
})
const NETTLE_SOUP = sampleDish({ ...SOUP, id: 9, name: 'Nettle soup', nameRo: '', isActive: false })
const SOLD_OUT = '2026-11-22T02:00:00.000Z'
const NO_HOLDERS = { orders: [], sessions: [] }
const BUTTONS = { edit: 'menuEditor.edit', more: 'common.moreFor', deleteLabel: 'menuEditor.deleteLabel' } as const

describe('the menu tab', () => {
  const nameOf = ({ name }: MenuItem) => name
  const open = async (dishes: MenuItem[] = [SOUP, CAKE, NETTLE_SOUP]) => {
    fakeApi.answers(getMenu, dishes)
    fakeApi.answers(getCategories, [SWEETS, SOUPS, WINES])
    const rendered = render(<MenuTab />)
    await screen.findByRole('button', { name: rendered.t('menuEditor.add') })
    // The filters' counts come after the rows.
    await act(async () => {})
    const row = (dish: MenuItem) => within(screen.getByRole('listitem', { name: nameOf(dish) }))
    const button = (dish: MenuItem, what: keyof typeof BUTTONS) =>
      row(dish).getByRole('button', { name: rendered.t(BUTTONS[what], { name: nameOf(dish) }) })
    const visibility = (dish: MenuItem) => row(dish).getByRole('switch')
    const shown = (dish: MenuItem) => row(dish).queryByText(rendered.t('menuEditor.isHidden')) === null
    const choose = async (dish: MenuItem, label: string) => {
      await rendered.user.click(button(dish, 'more'))
      await rendered.user.click(await screen.findByRole('menuitem', { name: label }))
    }
    const filter = (mark: 'all' | 'hidden' | 'noRomanian' | 'soldOut') =>
      screen.getByRole('button', { name: new RegExp(`^${rendered.t(`menuEditor.marks.${mark}`)}\\s*\\d+$`) })
    return { ...rendered, row, button, visibility, choose, shown, filter }
  }
  const listedNames = () =>
    screen
      .queryAllByRole('region')
      .flatMap((region) => [...region.querySelectorAll('ul > li[aria-label]')])
      .filter((row) => row.querySelector('input'))
      .map((row) => row.getAttribute('aria-label'))

  it('shows its rows before it counts what the filters match', async () => {
    const rowsAtCount: number[] = []
    const { countDishes } = filters
    vi.spyOn(filters, 'countDishes').mockImplementation((dishes) => {
      if (dishes.length > 0) rowsAtCount.push(listedNames().length)
      return countDishes(dishes)
    })
    const { filter } = await open()
    expect(filter('hidden').textContent).toContain('1')
    expect(rowsAtCount[0]).toBe(3)
  })

  it('groups all dishes by category in display order, with price and description', async () => {
    const { t, row } = await open()
    expect(listedNames()).toEqual([CAKE, SOUP, NETTLE_SOUP].map(nameOf))
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
    expect(headings.slice(1)).toEqual(['Desserts', 'Soups'])
    const cake = row(CAKE)
    expect(cake.getByText('9.00')).toBeDefined()
    expect(cake.getByText('With bread · Prăjitură')).toBeDefined()
    // What most dishes of a new menu lack is said once, by the filters.
    expect(cake.queryByText(t('menuEditor.marks.noPicture'))).toBeNull()
    expect(row(NETTLE_SOUP).getByText('Hidden')).toBeDefined()
    expect(screen.getByRole('button', { name: t('menuImports.more') })).toBeDefined()
  })

  it('shows the lowest price of a dish with sizes, as guests read it', async () => {
    const { t, row } = await open([{ ...SOUP, hasOptions: true, fromPrice: 1900 }, CAKE])
    expect(row(SOUP).getByText('19.00')).toBeDefined()
    expect(row(SOUP).getByText(t('menu.from'))).toBeDefined()
    expect(row(CAKE).queryByText(t('menu.from'))).toBeNull()
  })

  it('closes the portions of a dish once they are set, and says so', async () => {
    const { user, t, choose } = await open()
    await choose(SOUP, t('menuEditor.portions'))
    const shown = await dialog(nameOf(SOUP))
    await user.fill(await shown.findByLabelText(t('soldOut.portions')), '4')
    fakeApi.answers(setPortions, { ...SOUP, portionsLeft: 4 })
    await user.click(shown.getByRole('button', { name: t('soldOut.count') }))
    expect(await screen.findByText(t('common.saved', { name: nameOf(SOUP) }))).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('shows an error if the menu could not be loaded, with a button to retry', async () => {
    fakeApi.refuses(getMenu, 500, { message: 'Fum în bucătărie' })
    fakeApi.answers(getCategories, [SOUPS])
    const { user, t } = render(<MenuTab />)
    expect(await screen.findByText('Fum în bucătărie')).toBeDefined()
    fakeApi.answers(getMenu, [SOUP])
    await user.click(screen.getByRole('button', { name: t('common.tryAgain') }))
    expect(await screen.findByRole('listitem', { name: nameOf(SOUP) })).toBeDefined()
    expect(fakeApi.callsOf(getCategories)).toHaveLength(1)
  })

  it('offers to add the first dish if the menu is empty', async () => {
    const { user, t } = await open([])
    expect(screen.getByText(t('menuEditor.empty'))).toBeDefined()
    await user.click(screen.getByRole('button', { name: t('menuEditor.addFirst') }))
    expect(await screen.findByRole('dialog', { name: t('menuEditor.addTitle') })).toBeDefined()
  })

  it('narrows the list by search and filter, and shows all dishes again', async () => {
    const { user, t, filter } = await open()
    const search = screen.getByRole('textbox', { name: t('menuEditor.searchLabel') })
    expect(filter('hidden').textContent).toMatch(/1$/)
    await user.fill(search, 'PRAJITURA')
    await waitFor(() => expect(listedNames()).toEqual([nameOf(CAKE)]))
    expect(screen.getByRole('status').textContent).toBe(t('common.dishes', { count: 1 }))
    await user.click(filter('hidden'))
    expect(await screen.findByText(t('menuEditor.noMatch'))).toBeDefined()
    expect(listedNames()).toEqual([])
    await user.fill(search, '')
    await waitFor(() => expect(listedNames()).toEqual([nameOf(NETTLE_SOUP)]))
    expect(filter('hidden').getAttribute('aria-pressed')).toBe('true')
    await user.fill(search, 'xyz')
    await user.click(await screen.findByRole('button', { name: t('menuEditor.showAll') }))
    await waitFor(() => expect(listedNames()).toHaveLength(3))
    expect(filter('all').getAttribute('aria-pressed')).toBe('true')
  })

  it('hides and shows a dish at once', async () => {
    const release = fakeApi.holds(toggleDish, { ...SOUP, isActive: false, version: 2 })
    const { user, shown, visibility } = await open()
    await user.click(visibility(SOUP))
    expect(visibility(SOUP).getAttribute('aria-checked')).toBe('false')
    await waitFor(() => expect(shown(SOUP)).toBe(false))
    fakeApi.answers(getMenu, [{ ...SOUP, isActive: false, version: 2 }, CAKE, NETTLE_SOUP])
    release()
    await waitFor(() => expect(fakeApi.callsOf(getMenu)).toHaveLength(2))
    expect(fakeApi.callsOf(toggleDish)).toMatchObject([{ path: '/api/menu/7/toggle', body: { isActive: false } }])
  })

  it('reverts a rejected toggle or sold-out mark at once, before the menu is refetched', async () => {
    fakeApi.refuses(toggleDish, 500, { message: 'Nu acum' })
    fakeApi.refuses(setSoldOut, 500, { message: 'Nici acum' })
    const { user, t, row, shown, visibility, choose } = await open()
    fakeApi.holds(getMenu, [])
    await user.click(visibility(SOUP))
    expect(await screen.findByText(t('menuEditor.toggleFailed'))).toBeDefined()
    expect(screen.getByText('Nu acum')).toBeDefined()
    expect(t('menuEditor.toggleFailed')).toBe('Failed to toggle menu item visibility')
    await waitFor(() => expect(shown(SOUP)).toBe(true))
    await choose(CAKE, t('orders.soldOut.mark'))
    expect(await screen.findByText(t('common.notChanged'))).toBeDefined()
    await waitFor(() => expect(row(CAKE).queryByText(t('menu.soldOutToday'))).toBeNull())
  })

  it('keeps rows and focus while only one of dishes and categories is refetched', async () => {
    const { t, button } = await open([SOUP])
    const edit = button(SOUP, 'edit')
    edit.focus()
    const renamed = { ...SOUPS, name: 'Broths', nameRo: 'Supe' }
    const release = fakeApi.holds(getCategories, [renamed])
    fakeApi.answers(getMenu, [{ ...SOUP, category: 'Broths', categoryRo: 'Supe', price: 3000 }])
    void queryClient.invalidateQueries()
    await waitFor(() => expect(queryClient.isFetching()).toBe(1))
    expect(document.activeElement).toBe(edit)
    release()
    expect(await screen.findByRole('heading', { name: 'Broths' })).toBeDefined()
    expect(screen.getByText('30.00')).toBeDefined()
    expect(document.activeElement).toBe(edit)
    expect(screen.queryByText(t('menuEditor.noMatch'))).toBeNull()
  })

  it('moves the focus to the next category when the last row of one leaves the filter', async () => {
    const { user, filter, button, visibility } = await open([SOUP, { ...CAKE, isActive: false }, NETTLE_SOUP])
    await user.click(filter('hidden'))
    await waitFor(() => expect(listedNames()).toEqual([CAKE, NETTLE_SOUP].map(nameOf)))
    fakeApi.answers(toggleDish, { ...CAKE, version: 2 })
    fakeApi.answers(getMenu, [SOUP, CAKE, NETTLE_SOUP])
    await user.click(visibility(CAKE))
    await waitFor(() => expect(listedNames()).toEqual([nameOf(NETTLE_SOUP)]))
    expect(document.activeElement).toBe(button(NETTLE_SOUP, 'edit'))
  })

  it('marks a dish as sold out, and shows the orders and carts that contain it', async () => {
    const heldBy = {
      orders: [
        { id: 41, tableNumber: 4 },
        { id: 42, tableNumber: null },
      ],
      sessions: [{ tableNumber: 9 }],
    }
    fakeApi.answers(setSoldOut, { ...SOUP, soldOutUntil: SOLD_OUT, heldBy })
    const { t, row, choose } = await open()
    fakeApi.answers(getMenu, [{ ...SOUP, soldOutUntil: SOLD_OUT }, CAKE, NETTLE_SOUP])
    await choose(SOUP, t('orders.soldOut.mark'))
    expect(await screen.findByText(t('soldOut.done', { name: nameOf(SOUP) }))).toBeDefined()
    const holders = 'It is still in: Order #41 · Table 4; Order #42; Shared cart of table 9'
    expect(screen.getByText(holders)).toBeDefined()
    expect(row(SOUP).getByText(t('menu.soldOutToday'))).toBeDefined()

    fakeApi.answers(setSoldOut, { ...SOUP, heldBy: NO_HOLDERS })
    fakeApi.answers(getMenu, [SOUP, CAKE, NETTLE_SOUP])
    await choose(SOUP, t('orders.soldOut.undo'))
    expect(await screen.findByText(t('soldOut.undone', { name: nameOf(SOUP) }))).toBeDefined()
    expect(fakeApi.callsOf(setSoldOut).map(({ body }) => body)).toEqual([{ soldOut: true }, { soldOut: false }])
  })

  it.each([
    [390, ['edit', 'more'], ['markSoldOut', 'delete']],
    [1024, ['edit', 'deleteLabel', 'more'], ['markSoldOut']],
    [1200, ['markSoldOut', 'edit', 'deleteLabel', 'more'], []],
  ])('has in a row of %i px visibility and edit, and in its menu what has no room', async (width, inRow, inMenu) => {
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: width >= 16 * Number(/(\d+)rem/.exec(query)?.[1]),
      addEventListener() {},
      removeEventListener() {},
    }))
    const { user, t, row, button, visibility } = await open()
    const name = nameOf(SOUP)
    expect(visibility(SOUP).getAttribute('aria-checked')).toBe('true')
    expect(
      row(SOUP)
        .getAllByRole('button')
        .map((each) => each.getAttribute('aria-label')),
    ).toEqual(
      inRow.map((what) =>
        what === 'markSoldOut' ? `${t('orders.soldOut.mark')}: ${name}` : t(BUTTONS[what as 'edit'], { name }),
      ),
    )
    await user.click(button(SOUP, 'more'))
    const words = { markSoldOut: t('orders.soldOut.mark'), delete: t('common.askDelete') }
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
    expect(Object.values(words).filter((word) => items.includes(word))).toEqual(
      inMenu.map((what) => words[what as keyof typeof words]),
    )
  })

  it('deletes a dish on confirmation, and keeps it if that fails', async () => {
    fakeApi.refuses(deleteDish, 500, { message: 'Nu acum' })
    const { user, t, button } = await open()
    await user.click(button(CAKE, 'deleteLabel'))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(t('common.deleteName', { name: nameOf(CAKE) }))).toBeDefined()
    await user.click(question.getByRole('button', { name: t('common.delete') }))
    expect(await screen.findByText(t('errors.internal'))).toBeDefined()
    expect(screen.getByText(t('common.error'))).toBeDefined()
    expect(t('errors.internal')).toBe('Something went wrong. Please try again.')

    fakeApi.answers(deleteDish, undefined)
    fakeApi.answers(getMenu, [SOUP, NETTLE_SOUP])
    await user.click(question.getByRole('button', { name: t('common.delete') }))
    expect(await screen.findByText(t('common.deleted', { name: nameOf(CAKE) }))).toBeDefined()
    await waitFor(() => expect(listedNames()).toEqual([SOUP, NETTLE_SOUP].map(nameOf)))
    expect(fakeApi.callsOf(deleteDish).map(({ path }) => path)).toEqual(['/api/menu/8', '/api/menu/8'])
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: t('menuEditor.add') })))
  })

  it('moves the focus to the button that adds a dish after a deletion from the dialog', async () => {
    fakeApi.answers(deleteDish, undefined)
    const { user, t, button } = await open()
    await user.click(button(CAKE, 'edit'))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: t('common.delete') }))
    const question = within(await screen.findByRole('alertdialog'))
    fakeApi.answers(getMenu, [SOUP, NETTLE_SOUP])
    await user.click(question.getByRole('button', { name: t('common.delete') }))
    await waitFor(() => expect(listedNames()).toEqual([SOUP, NETTLE_SOUP].map(nameOf)))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: t('menuEditor.add') })))
  })

  it('selects one dish or a category, and keeps the selection under another filter', async () => {
    const { user, t, row, filter } = await open()
    const isChosen = (dish: MenuItem) => row(dish).getByRole<HTMLInputElement>('checkbox').checked
    const chosen = () => [CAKE, SOUP, NETTLE_SOUP].filter(isChosen)
    expect(screen.queryByRole('region', { name: t('menuEditor.selection') })).toBeNull()
    await user.click(row(CAKE).getByRole('checkbox', { name: t('menuEditor.select', { name: nameOf(CAKE) }) }))
    expect(chosen()).toEqual([CAKE])
    const soups = screen.getByRole('checkbox', {
      name: t('menuEditor.selectCategory', { name: 'Soups' }),
    }) as HTMLInputElement
    await user.click(row(NETTLE_SOUP).getByRole('checkbox'))
    expect(soups.indeterminate).toBe(true)
    await user.click(soups)
    expect(chosen()).toEqual([CAKE, SOUP, NETTLE_SOUP])
    await user.click(soups)
    expect(chosen()).toEqual([CAKE])

    await user.click(filter('hidden'))
    await waitFor(() => expect(listedNames()).toEqual([nameOf(NETTLE_SOUP)]))
    const bar = within(screen.getByRole('region', { name: t('menuEditor.selection') }))
    expect(bar.getByRole('status').textContent).toBe(t('common.dishes', { count: 1 }))
    await user.click(row(NETTLE_SOUP).getByRole('checkbox'))
    await user.click(filter('all'))
    await waitFor(() => expect(chosen()).toEqual([CAKE, NETTLE_SOUP]))
  })

  it('keeps the focus among the dishes when the selection bar disappears', async () => {
    const { t, user, row, button } = await open()
    const changes = [{ column: 'isActive', old: 'true', new: 'false' }]
    fakeApi.answers(changeDishes, {
      ...NO_CHANGES,
      changed: [{ id: 7, name: 'Sour soup', nameRo: '', changes }],
      message: 'Gata',
    })
    await user.click(row(SOUP).getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: t('menuImports.bulk.hide') }))
    const shown = await dialog(t('menuImports.bulk.hideTitle'))
    await user.click(await shown.findByRole('button', { name: t('menuImports.bulk.do', { count: 1 }) }))
    await waitFor(() => expect(screen.queryByRole('region', { name: t('menuEditor.selection') })).toBeNull())
    expect(document.activeElement).toBe(button(CAKE, 'edit'))
    await user.click(row(SOUP).getByRole('checkbox'))
    const focus = vi.spyOn(HTMLElement.prototype, 'focus')
    await user.click(screen.getByRole('button', { name: t('menuEditor.clearSelection') }))
    expect(document.activeElement).toBe(button(CAKE, 'edit'))
    // A long list must not scroll up to its first dish.
    expect(focus).toHaveBeenLastCalledWith({ preventScroll: true })
  })
})

it('has its dishes in the first render, if staff.html requested them; and requests nothing early itself', async () => {
  const answers: [string, unknown][] = [
    [getMenu.path, [SOUP]],
    [getCategories.path, [SOUPS]],
  ]
  window.masaEarly = Object.fromEntries(
    answers.map(([path, answer]) => [path, Promise.resolve(new Response(JSON.stringify(answer)))]),
  )
  await loadFirstMenu()
  const { unmount } = render(<MenuTab />)
  expect(screen.getByRole('listitem', { name: SOUP.name })).toBeDefined()
  unmount()
  await loadFirstMenu()
  expect([getMenu, getCategories].flatMap((endpoint) => fakeApi.callsOf(endpoint))).toEqual([])
})
