import { expect, it, vi } from 'vitest'
import { act, render, screen, waitFor, within } from '../../testing/render.tsx'
import { rowWeight } from '../../testing/row-weight.ts'
import { sampleDish } from '../../testing/samples.ts'
import { type DishActions, DishList } from './dish-list.tsx'
import type { DishGroup } from './filters.ts'

/** A row that has everything, with the elements of a picture that is not loaded; the hooks are the picture's. */
const ROW = { hooks: 5, elements: 21 }

const ACTIONS = Object.fromEntries(
  ['select', 'toggle', 'sellOut', 'edit', 'remove', 'move', 'moveTo', 'count'].map((name) => [name, vi.fn()]),
) as unknown as DishActions

const groupOf = (id: number, name: string, count: number): DishGroup => ({
  category: { id, name, nameRo: name, position: id, isActive: true, hasItems: true },
  dishes: Array.from({ length: count }, (_, i) =>
    sampleDish({ id: id * 100 + i, name: `${name} ${i}`, category: name, imageUrl: '/pictures/a.jpg' }),
  ),
})
const GROUPS = [groupOf(1, 'Soups', 30), groupOf(2, 'Wines', 30)]

const open = () => render(<DishList groups={GROUPS} chosen={new Set()} actions={ACTIONS} />)
const rowsOf = (category: string) =>
  within(screen.getByRole('list', { name: category }))
    .queryAllByRole('listitem')
    .filter((row) => row.hasAttribute('data-row')).length
const headings = () => screen.getAllByRole('heading').map(({ textContent }) => textContent)

it('has the first rows in its first frame, then all categories, and their rows as one gets near them', async () => {
  const observed = new Map<Element, () => void>()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe: (element: Element) => void
      constructor(notify: (_: { isIntersecting: boolean }[]) => void, { rootMargin }: IntersectionObserverInit) {
        this.observe = (element) =>
          rootMargin === '1000px' && observed.set(element, () => notify([{ isIntersecting: true }]))
      }
      unobserve() {}
      disconnect() {}
    },
  )
  open()
  expect(headings()).toEqual(['Soups'])
  expect(rowsOf('Soups')).toBe(8)
  await waitFor(() => expect(headings()).toEqual(['Soups', 'Wines']))
  expect([rowsOf('Soups'), rowsOf('Wines')]).toEqual([8, 0])
  const placeholders = () => [...observed.keys()].filter((element) => element.isConnected)
  const scrollNear = (elements: Element[]) =>
    act(() => {
      for (const element of elements) observed.get(element)?.()
    })
  scrollNear(placeholders().filter(({ parentElement }) => parentElement?.textContent === ''))
  expect([rowsOf('Soups'), rowsOf('Wines')]).toEqual([8, 10])
  scrollNear(placeholders())
  expect([rowsOf('Soups'), rowsOf('Wines')]).toEqual([18, 20])
})

it('a row has few elements, and no hook but its picture’s', () => {
  open()
  const { hooks, elements } = rowWeight(screen.getByRole('listitem', { name: 'Soups 0' }))
  expect({ hooks, elements }).toEqual(ROW)
})

it('renders only the category of a changed dish again', async () => {
  const [soups, wines] = [groupOf(1, 'Soups', 2), groupOf(2, 'Wines', 2)]
  const read = vi.fn(() => true)
  Object.defineProperty(wines.category, 'isActive', { get: read })
  const chosen = new Set<number>()
  const list = (...groups: DishGroup[]) => <DishList groups={groups} chosen={chosen} actions={ACTIONS} />
  const { t, rerender } = render(list(soups, wines))
  await waitFor(() => expect(headings()).toEqual(['Soups', 'Wines']))
  const reads = read.mock.calls.length
  const hidden = soups.dishes.map((dish) => ({ ...dish, isActive: false }))
  rerender(list({ ...soups, dishes: hidden }, { ...wines, dishes: [...wines.dishes] }))
  expect(screen.getAllByText(t('menuEditor.isHidden'))).toHaveLength(2)
  expect(read).toHaveBeenCalledTimes(reads)
})

it('opens the menu of a row by the keyboard, and returns the focus to its button', async () => {
  const { t, user } = open()
  const more = screen.getByRole('button', { name: t('common.moreFor', { name: 'Soups 1' }) })
  more.focus()
  await user.keyboard('{ArrowDown}')
  const menu = await screen.findByRole('menu')
  expect(more.getAttribute('aria-expanded')).toBe('true')
  await user.click(within(menu).getByRole('menuitem', { name: t('menuEditor.portions') }))
  expect(ACTIONS.count).toHaveBeenCalledWith(GROUPS[0]?.dishes[1])
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(document.activeElement).toBe(more)
  expect(more.getAttribute('aria-expanded')).toBe('false')
})

it('marks a dish that cannot be read', async () => {
  const [group] = GROUPS
  const dishes = [sampleDish({ id: 1, name: 'Odd soup', category: 'Soups', isBroken: true })]
  render(<DishList groups={[{ ...(group as DishGroup), dishes }]} chosen={new Set()} actions={ACTIONS} />)
  expect(within(await screen.findByRole('listitem', { name: 'Odd soup' })).getByText('Cannot be read')).toBeDefined()
})
