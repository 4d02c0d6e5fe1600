import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getCategories, getMenu, type MenuCategory } from '#shared/contracts/menu/menu.ts'
import {
  changeCategory,
  createCategory,
  deleteCategory,
  moveCategory,
  removeEmptyCategories,
  toggleCategory,
  toggleDish,
} from '#shared/contracts/menu/menu-editing.ts'
import { listOptions } from '#shared/contracts/menu/options.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { fakeApi, render, screen, textBelow, waitFor, within } from '../../testing/render.tsx'
import { sampleDish } from '../../testing/samples.ts'
import MenuTab from './menu-tab.tsx'

beforeEach(() => fakeApi.answers(listOptions, []))

const SOUPS: MenuCategory = { id: 11, name: 'Soups', nameRo: 'Ciorbe', position: 1, isActive: true, hasItems: true }
const SWEETS: MenuCategory = { ...SOUPS, id: 12, name: 'Desserts', nameRo: 'Deserturi', position: 2, hasItems: false }
const WINES: MenuCategory = {
  ...SOUPS,
  id: 13,
  name: 'Wines',
  nameRo: '',
  position: 3,
  isActive: false,
  hasItems: false,
}
const inThisOrder = (...all: MenuCategory[]) => all.map((category, i) => ({ ...category, position: i + 1 }))

describe('the categories panel', () => {
  const nameOf = ({ name }: MenuCategory) => name
  const open = async (categories = [SOUPS, SWEETS, WINES], settings: Partial<Settings> = {}) => {
    fakeApi.answers(getMenu, [sampleDish(), sampleDish({ id: 8 })])
    fakeApi.answers(getCategories, categories)
    const rendered = render(<MenuTab />, { settings })
    const { t } = rendered
    const panel = within(await screen.findByRole('region', { name: t('menuEditor.categories.title') }))
    const list = () => within(panel.getByRole('list', { name: t('menuEditor.categories.title') }))
    // The rows are rendered right after the dishes.
    if (categories.length > 0) await panel.findAllByRole('listitem')
    const names = () =>
      list()
        .queryAllByRole('listitem')
        .map((row) => row.getAttribute('aria-label'))
    const button = (what: 'up' | 'down' | 'rename' | 'delete', category: MenuCategory) => {
      const name = nameOf(category)
      const labels = {
        up: t('common.moveUp', { name }),
        down: t('common.moveDown', { name }),
        rename: t('common.change', { name }),
        delete: t('menuEditor.deleteLabel', { name }),
      }
      return list().getByRole('button', { name: labels[what] })
    }
    const choose = (what: 'rename' | 'delete', category: MenuCategory) => rendered.user.click(button(what, category))
    const field = (what: 'name' | 'nameRo') => panel.getByLabelText(t(`menuEditor.fields.${what}`))
    return { ...rendered, panel, list, names, button, choose, field }
  }

  it('shows the categories in display order, with their number of dishes, and marks hidden ones', async () => {
    const { t, list, names } = await open()
    expect(names()).toEqual([SOUPS, SWEETS, WINES].map(nameOf))
    const rows = list().getAllByRole('listitem')
    expect(rows.map((row) => within(row).getByRole('switch').getAttribute('aria-checked'))).toEqual([
      'true',
      'true',
      'false',
    ])
    expect(within(rows[0] as HTMLElement).getByText(t('common.dishes', { count: 2 }))).toBeDefined()
    expect(within(rows[2] as HTMLElement).getByText(t('menuEditor.categories.isHidden'))).toBeDefined()
  })

  it('shows the first five on a phone, until the rest is unfolded', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
    const many = inThisOrder(...'ABCDEFG'.split('').map((name, i) => ({ ...SOUPS, id: i + 20, name, nameRo: '' })))
    const { user, t, panel, names } = await open(many)
    expect(names()).toEqual(['A', 'B', 'C', 'D', 'E'])
    await user.click(panel.getByRole('button', { name: t('menuImports.moreRows', { count: 2 }) }))
    expect(names()).toEqual(many.map(nameOf))
  })

  it('shows all with their VAT rates on a phone, where the steps of fiscal receipts lead to them', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
    history.replaceState(null, '', '/dashboard?tab=menu&open=categories')
    const many = inThisOrder(...'ABCDEFG'.split('').map((name, i) => ({ ...SOUPS, id: i + 20, name, nameRo: '' })))
    const { t, panel, names } = await open([...many, { ...SOUPS, position: 8 }], { payments: true })
    await waitFor(() => expect(names()).toEqual([...many, SOUPS].map(nameOf)))
    expect(panel.getByText(t('menuEditor.categories.noRate'))).toBeDefined()
  })

  it('requires a name that no category has, and adds a category with a name in both languages', async () => {
    const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
    const { user, t, panel, list, names, field } = await open()
    const add = panel.getByRole('button', { name: t('menuEditor.categories.addLabel') })
    await user.click(add)
    const form = within(await panel.findByRole('form', { name: t('menuEditor.categories.addTitle') }))
    expect(document.activeElement).toBe(field('name'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(textBelow(field('name'))).toBe(t('validation.required')))
    expect(fakeApi.callsOf(createCategory)).toEqual([])

    fakeApi.refuses(createCategory, 409, { code: 'category_exists', message: 'Category already exists' })
    await user.fill(field('name'), 'Soups')
    await user.click(form.getByRole('button', { name: t('common.add') }))
    const toast = await screen.findByText(t('common.error'))
    expect(within(toast.closest('li') as HTMLElement).getByText('Category already exists')).toBeDefined()
    await waitFor(() => expect(textBelow(field('name'))).toBe('Category already exists'))

    const pizza = { ...SWEETS, id: 14, name: 'Pizza', nameRo: 'Pizze', position: 4 }
    fakeApi.answers(createCategory, pizza)
    fakeApi.answers(getCategories, [SOUPS, SWEETS, WINES, pizza])
    await user.fill(field('name'), ' Pizza ')
    await user.fill(field('nameRo'), 'Pizze')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(names()).toEqual([SOUPS, SWEETS, WINES, pizza].map(nameOf)))
    const call = fakeApi.callsOf(createCategory).at(-1)
    expect(call?.body).toEqual({ name: 'Pizza', nameRo: 'Pizze' })
    expect(call?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/)
    expect(document.activeElement).toBe(add)
    // It is scrolled to and highlighted.
    await waitFor(() =>
      expect(scrolled.mock.contexts.at(-1)).toBe(list().getByRole('listitem', { name: nameOf(pizza) })),
    )
    expect(list().getByRole('listitem', { name: nameOf(pizza) }).className).toContain('bg-accent-soft')
  })

  it('renames a category in its row and at once in the list of dishes; Esc cancels', async () => {
    const { user, t, button, choose, names, field } = await open()
    await choose('rename', SOUPS)
    await waitFor(() => expect(document.activeElement).toBe(field('name')))
    await user.fill(field('name'), 'Broths')
    await user.keyboard('{Escape}')
    expect(names()).toEqual([SOUPS, SWEETS, WINES].map(nameOf))
    expect(document.activeElement).toBe(button('rename', SOUPS))
    expect(fakeApi.callsOf(changeCategory)).toEqual([])

    const message = 'Category with this name already exists'
    fakeApi.refuses(changeCategory, 409, { code: 'category_name_taken', message })
    await choose('rename', SOUPS)
    await user.fill(field('name'), 'Desserts')
    await user.keyboard('{Enter}')
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
    expect(field('name')).toHaveProperty('value', 'Desserts')

    const renamed = { ...SOUPS, name: 'Broths', nameRo: 'Supe' }
    // Without responses to the refetches the page can show the new name only from the response to the change.
    fakeApi.holds(getMenu, [])
    fakeApi.holds(getCategories, [])
    fakeApi.answers(changeCategory, renamed)
    await user.fill(field('name'), 'Broths')
    await user.fill(field('nameRo'), 'Supe')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(names()).toEqual([renamed, SWEETS, WINES].map(nameOf)))
    expect(screen.getByRole('heading', { level: 2, name: nameOf(renamed) })).toBeDefined()
    expect(screen.getByText(new RegExp(t('common.dishes', { count: 2 }), 'u'), { selector: 'p' })).toBeDefined()
    expect(fakeApi.callsOf(changeCategory).at(-1)).toMatchObject({
      path: '/api/menu/categories/11',
      body: { name: 'Broths', nameRo: 'Supe' },
    })
    expect(document.activeElement).toBe(button('rename', renamed))
  })

  it('moves a category up and down and keeps the focus; the first one cannot move up', async () => {
    const { user, button, names } = await open()
    await user.click(button('up', SOUPS))
    expect(fakeApi.callsOf(moveCategory)).toEqual([])

    fakeApi.refuses(moveCategory, 409, { code: 'place_changed', message: 'Altcineva a fost mai rapid' })
    await user.click(button('down', SOUPS))
    expect(await screen.findByText('Altcineva a fost mai rapid')).toBeDefined()
    expect(names()).toEqual([SOUPS, SWEETS, WINES].map(nameOf))

    fakeApi.answers(moveCategory, inThisOrder(SWEETS, SOUPS, WINES))
    fakeApi.answers(getCategories, inThisOrder(SWEETS, SOUPS, WINES))
    await user.click(button('down', SOUPS))
    await waitFor(() => expect(names()[0]).toBe(nameOf(SWEETS)))
    fakeApi.answers(moveCategory, inThisOrder(SWEETS, WINES, SOUPS))
    fakeApi.answers(getCategories, inThisOrder(SWEETS, WINES, SOUPS))
    await user.click(button('down', SOUPS))
    await waitFor(() => expect(names()).toEqual([SWEETS, WINES, SOUPS].map(nameOf)))
    expect(fakeApi.callsOf(moveCategory)).toMatchObject([
      { path: '/api/menu/categories/11/move', body: { direction: 'down', order: 1 } },
      { body: { direction: 'down', order: 1 } },
      { body: { direction: 'down', order: 2 } },
    ])
    expect(document.activeElement).toBe(button('down', SOUPS))
    expect(button('down', SOUPS).getAttribute('aria-disabled')).toBe('true')
  })

  it('hides or shows a category at once, and returns to the old state with an error if that fails', async () => {
    fakeApi.answers(toggleCategory, { ...SOUPS, isActive: false })
    const { user, t, list } = await open()
    const shown = () => list().getByRole('switch', { name: t('menuEditor.categories.shown', { name: nameOf(SOUPS) }) })
    fakeApi.answers(getCategories, [{ ...SOUPS, isActive: false }, SWEETS, WINES])
    await user.click(shown())
    await waitFor(() => expect(shown().getAttribute('aria-checked')).toBe('false'))
    expect(fakeApi.callsOf(toggleCategory)).toMatchObject([
      { path: '/api/menu/categories/11/toggle', body: { isActive: false } },
    ])
    fakeApi.refuses(toggleCategory, 500, { message: 'Nu acum' })
    // The old state must return without a refetch. The category's request waits for the response to this dish's.
    const release = fakeApi.holds(toggleDish, sampleDish())
    fakeApi.holds(getCategories, [])
    const [dish] = screen.getAllByRole('switch', {
      name: `${t('menuEditor.fields.isActive')}: Sour soup`,
    })
    await user.click(dish as HTMLElement)
    await user.click(shown())
    await waitFor(() => expect(shown().getAttribute('aria-checked')).toBe('true'))
    release()
    expect(await screen.findByText(t('menuEditor.categories.toggleFailed'))).toBeDefined()
    await waitFor(() => expect(shown().getAttribute('aria-checked')).toBe('false'))
    expect(t('menuEditor.categories.toggleFailed')).toBe('Failed to toggle category visibility')
  })

  it('removes all empty categories at once, after one question that names and counts them', async () => {
    const { user, t, panel, names } = await open()
    await user.click(panel.getByRole('button', { name: t('menuEditor.categories.removeEmpty', { count: 2 }) }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(t('menuEditor.categories.removeEmptyTitle', { count: 2 }))).toBeDefined()
    const both = [SWEETS, WINES].map(nameOf).join(', ')
    expect(question.getByText(t('menuEditor.categories.removeEmptyDescription', { names: both }))).toBeDefined()
    fakeApi.answers(removeEmptyCategories, { removed: 2 })
    fakeApi.answers(getCategories, [SOUPS])
    await user.click(question.getByRole('button', { name: t('common.delete') }))
    expect(await screen.findByText(t('menuEditor.categories.emptyRemoved', { count: 2 }))).toBeDefined()
    await waitFor(() => expect(names()).toEqual([nameOf(SOUPS)]))
    expect(panel.queryByRole('button', { name: t('menuEditor.categories.removeEmpty', { count: 2 }) })).toBeNull()
    expect(fakeApi.callsOf(removeEmptyCategories)).toHaveLength(1)
  })

  it('deletes a category on confirmation, and shows an error if it has dishes', async () => {
    const message = 'Cannot remove category with existing items'
    fakeApi.refuses(deleteCategory, 409, { code: 'category_in_use', message })
    const { user, t, panel, choose, names } = await open()
    // Somebody else has just added a dish.
    await choose('delete', SWEETS)
    const confirmation = async (category: MenuCategory) => {
      const question = within(await screen.findByRole('alertdialog'))
      await question.findByText(t('common.deleteName', { name: nameOf(category) }))
      return question
    }
    const first = await confirmation(SWEETS)
    await user.click(first.getByRole('button', { name: t('common.delete') }))
    expect(await screen.findByText(message)).toBeDefined()
    expect(screen.getByText(t('common.error'))).toBeDefined()
    await user.click(first.getByRole('button', { name: t('common.cancel') }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())

    fakeApi.answers(deleteCategory, undefined)
    await choose('delete', SWEETS)
    const second = await confirmation(SWEETS)
    fakeApi.answers(getCategories, inThisOrder(SOUPS, WINES))
    await user.click(second.getByRole('button', { name: t('common.delete') }))
    await waitFor(() => expect(names()).toEqual([SOUPS, WINES].map(nameOf)))
    expect(fakeApi.callsOf(deleteCategory).at(-1)?.path).toBe('/api/menu/categories/12')
    await waitFor(() =>
      expect(document.activeElement).toBe(panel.getByRole('button', { name: t('menuEditor.categories.addLabel') })),
    )
  })

  it('shows a message if there are no categories', async () => {
    fakeApi.answers(getMenu, [])
    fakeApi.answers(getCategories, [])
    const { t } = render(<MenuTab />)
    expect(await screen.findByText(t('menuEditor.categories.empty'))).toBeDefined()
  })
})
