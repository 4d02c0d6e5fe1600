import { beforeEach, describe, expect, it, vi } from 'vitest'
import { nameIn } from '#shared/domain/language.ts'
import { ALLERGEN_CODES } from '#shared/domain/menu/allergens.ts'
import { type MenuFilter, NO_FILTER } from '#shared/domain/menu/filter.ts'
import { act, dialog, render, screen, waitFor, within } from '../../testing/render.tsx'
import { sampleDish } from '../../testing/samples.ts'
import { askBeforeAdding, FilterChip } from './filter-chip.tsx'
import FilterSheet from './filter-sheet.tsx'
import { changeFilter, myFilter } from './guest-filter.tsx'

beforeEach(() => changeFilter(NO_FILTER))

describe('the guest’s own allergens', () => {
  it('can be marked and unmarked among the 14 groups, and cleared together', async () => {
    const onClose = vi.fn()
    const { user, t } = render(<FilterSheet items={[]} open onClose={onClose} />)
    const shown = await dialog(t('allergens.filterTitle'))
    const boxes = within(shown.getByRole('group', { name: t('menu.myAllergens') })).getAllByRole('checkbox')
    expect(boxes).toEqual(ALLERGEN_CODES.map((code) => shown.getByLabelText(t(`menu.allergens.${code}`))))
    for (const key of ['description', 'stays', 'caution'] as const)
      expect(shown.getByText(t(`allergens.${key}`))).toBeDefined()
    const clear = shown.getByRole('button', { name: t('allergens.clear') })
    expect(clear).toHaveProperty('disabled', true)
    await user.click(shown.getByLabelText(t('menu.allergens.milk')))
    await user.click(shown.getByLabelText(t('menu.allergens.eggs')))
    expect(myFilter().allergens).toEqual(['eggs', 'milk'])
    await user.click(shown.getByLabelText(t('menu.allergens.milk')))
    expect(myFilter().allergens).toEqual(['eggs'])
    await user.click(clear)
    expect(myFilter()).toEqual(NO_FILTER)
    await user.click(shown.getByRole('button', { name: t('allergens.done') }))
    expect(onClose).toHaveBeenCalledTimes(1)
  })

  it('can hide dishes, whose number it says, with those of unknown allergens', async () => {
    const items = [
      sampleDish({ id: 1, allergenCodes: ['milk'] }),
      sampleDish({ id: 2 }),
      sampleDish({ id: 3, allergens: 'Urme de nuci' }),
      sampleDish({ id: 4, allergensChecked: true }),
    ]
    const { user, t } = render(<FilterSheet items={items} open onClose={vi.fn()} />)
    const shown = await dialog(t('allergens.filterTitle'))
    expect(shown.getByRole('switch', { name: t('allergens.leaveOut') }).getAttribute('aria-disabled')).toBe('true')
    await user.click(shown.getByLabelText(t('menu.allergens.milk')))
    await user.click(shown.getByRole('switch', { name: t('allergens.leaveOutCount', { count: 3 }) }))
    expect(shown.getByText(t('allergens.unknownToo', { count: 2 }))).toBeDefined()
    await user.click(shown.getByLabelText(t('menu.tags.vegan')))
    await user.click(shown.getByLabelText(t('allergens.noAlcohol')))
    expect(myFilter()).toEqual({ allergens: ['milk'], leavesOut: true, diets: ['vegan', 'noAlcohol'] })
  })

  it('are kept as another tab has marked them when another part of the filter changes', () => {
    changeFilter({ diets: ['vegan'] })
    localStorage.setItem('masa.allergens', JSON.stringify({ version: 1, value: ['nuts'] }))
    changeFilter({ leavesOut: true })
    expect(myFilter()).toEqual({ allergens: ['nuts'], leavesOut: true, diets: ['vegan'] })
  })

  it('are stored as the page’s first script reads them', () => {
    changeFilter({ allergens: ['milk'], leavesOut: true, diets: ['vegan'] })
    expect(JSON.parse(localStorage.getItem('masa.allergens') ?? '')).toEqual({ version: 1, value: ['milk'] })
    const other = { version: 1, value: ['eggs'] }
    localStorage.setItem('masa.allergens', JSON.stringify(other))
    localStorage.removeItem('masa.filter')
    for (const key of ['masa.allergens', 'masa.filter']) dispatchEvent(new StorageEvent('storage', { key }))
    expect(myFilter()).toEqual({ ...NO_FILTER, allergens: ['eggs'] })
    // As the page's first script finds a filter that hides dishes (client/index.html).
    const isFiltered = () => /true|\["/.test(localStorage.getItem('masa.filter') ?? '')
    const found = [{}, { leavesOut: true }, { leavesOut: false, diets: ['vegan' as const] }, NO_FILTER].map(
      (change) => {
        changeFilter(change)
        return isFiltered()
      },
    )
    expect(found).toEqual([false, true, true, false])
  })

  it.each([
    [{}, '', ''],
    [{ allergens: ['gluten', 'milk'] }, 'You avoid gluten, milk', 'Evitați: gluten, lapte'],
    [{ allergens: ['gluten', 'milk'], leavesOut: true }, 'No gluten, milk', 'Fără gluten, lapte'],
    [{ leavesOut: true, diets: ['vegan', 'noAlcohol'] }, 'Vegan · No alcohol', 'Vegan · Fără alcool'],
    [{ allergens: ['milk'], leavesOut: true, diets: ['noAlcohol'] }, 'No alcohol, milk', 'Fără alcool, lapte'],
  ] satisfies [Partial<MenuFilter>, string, string][])('are named by the chip: %j', (filter, en, _ro) => {
    changeFilter(filter)
    const { t } = render(<FilterChip />)
    const chosen = en
    const chip = screen.getByRole('button')
    expect(chip.textContent).toBe(chosen || t('menu.allergies'))
    expect(chip.getAttribute('aria-label')).toBe(chosen ? `${chosen} · ${t('menu.myAllergens')}` : null)
  })

  it.each([true, false])(
    'require a confirmation before a dish that contains them is added to the cart (confirmed: %s)',
    async (isConfirmed) => {
      const item = sampleDish({ allergenCodes: ['milk'], allergensChecked: true })
      const add = vi.fn()
      changeFilter({ allergens: ['milk'] })
      const { user, t } = render(null)
      act(() => askBeforeAdding(item, add))
      const milk = t('menu.allergens.milk').toLocaleLowerCase('en')
      const title = t('allergens.askTitle', { name: nameIn('en', item), allergens: milk })
      await screen.findByRole('alertdialog', { name: title })
      expect(screen.getByText(t('allergens.askDescription'))).toBeDefined()
      // The safe answer is the first, and has the focus.
      const answers = screen.getAllByRole('button').map(({ textContent }) => textContent)
      expect(answers).toEqual([t('allergens.doNotAdd'), t('allergens.addAnyway')])
      expect(document.activeElement?.textContent).toBe(t('allergens.doNotAdd'))
      await user.click(
        screen.getByRole('button', { name: t(isConfirmed ? 'allergens.addAnyway' : 'allergens.doNotAdd') }),
      )
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
      expect(add).toHaveBeenCalledTimes(isConfirmed ? 1 : 0)
    },
  )

  it.each([
    ['are not declared', { allergens: null, allergensChecked: false }, 'allergens.askUndeclared'],
    ['are only described in words', { allergens: 'Urme de nuci', allergensChecked: false }, 'allergens.askText'],
  ] as const)('require a confirmation before a dish whose allergens %s', async (_, declared, key) => {
    const item = sampleDish(declared)
    const add = vi.fn()
    changeFilter({ allergens: [] })
    askBeforeAdding(item, add)
    expect(add).toHaveBeenCalledTimes(1)
    changeFilter({ allergens: ['milk'] })
    const { user, t } = render(null)
    act(() => askBeforeAdding(item, add))
    await screen.findByRole('alertdialog', {
      name: t('allergens.askUnknownTitle', { name: nameIn('en', item) }),
    })
    expect(screen.getByText(t(key, { text: 'Urme de nuci' }))).toBeDefined()
    expect(add).toHaveBeenCalledTimes(1)
    await user.click(screen.getByRole('button', { name: t('allergens.addAnyway') }))
    expect(add).toHaveBeenCalledTimes(2)
    act(() => askBeforeAdding(sampleDish({ allergensChecked: true }), add))
    act(() => askBeforeAdding(sampleDish({ allergens: 'Fără gluten', allergensChecked: true }), add))
    expect(add).toHaveBeenCalledTimes(4)
  })
})
