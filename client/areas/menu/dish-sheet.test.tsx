import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listOptions, type MenuOption, type OptionGroup } from '#shared/contracts/menu/options.ts'
import { nameIn } from '#shared/domain/language.ts'
import { ALLERGEN_CODES } from '#shared/domain/menu/allergens.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { cartDishOf, type DishLine, optionIds } from '#shared/domain/orders/cart.ts'
import { cartOptions } from '#shared/domain/orders/cart-repair.ts'
import { queryClient } from '../../lib/api/query.ts'
import { setServerTime } from '../../lib/clock/server-clock.ts'
import { dialog, fakeApi, render, screen, waitFor, within } from '../../testing/render.tsx'
import { sampleDish } from '../../testing/samples.ts'
import { changeFilter } from '../allergens/index.ts'
import { cart, ownLinesOf } from '../cart/index.ts'
import DishSheet from './dish-sheet.tsx'

const doNothing = () => {}

describe('the sheet of a dish', () => {
  const renderAbout = async (fields: Parameters<typeof sampleDish>[0]) => {
    const { t, user, rerender } = render(<DishSheet item={sampleDish(fields)} open onOpenChange={doNothing} />)
    const shown = await dialog(nameIn('en', sampleDish(fields)))
    const folded = shown.queryByText(t('menu.nutrition.title'))?.closest('summary')
    if (folded) await user.click(folded)
    return {
      t,
      user,
      rerender,
      shown,
      values: shown.queryAllByRole('definition').map(({ textContent }) => textContent),
    }
  }

  it('says whether allergens are declared, found by the owner, or named by the courses; each missing value is N/A', async () => {
    const { t, shown, values, rerender } = await renderAbout({})
    const says = (key: 'menu.allergensUndeclared' | 'menu.nutrition.noAllergens' | 'menu.dish.allergensByCourse') =>
      shown.queryByText(t(key)) !== null
    expect([says('menu.allergensUndeclared'), says('menu.nutrition.noAllergens')]).toEqual([true, false])
    expect(values).toEqual(Array(5).fill('N/A'))
    rerender(<DishSheet item={sampleDish({ allergensChecked: true })} open onOpenChange={doNothing} />)
    expect([says('menu.allergensUndeclared'), says('menu.nutrition.noAllergens')]).toEqual([false, true])
    rerender(<DishSheet item={sampleDish({ isSetMenu: true, allergensChecked: true })} open onOpenChange={doNothing} />)
    expect([says('menu.dish.allergensByCourse'), says('menu.nutrition.noAllergens')]).toEqual([true, false])
  })

  it('formats figures for the language, and names every allergen', async () => {
    const { t, shown, values } = await renderAbout({
      nutritionalValues: {
        calories: 1234.5,
        protein: 0,
        carbs: 12.5,
        fat: 0.30000000000000004,
        fiber: 3,
        saturates: null,
        sugars: null,
        salt: null,
      },
      allergenCodes: [...ALLERGEN_CODES],
      allergens: 'Și urme de <b>nuci</b>',
    })
    expect(values).toEqual([
      '1\u00a0234.5\u00a0kcal · 5\u00a0165\u00a0kJ',
      '0\u00a0g',
      '12.5\u00a0g',
      '0.3\u00a0g',
      '3\u00a0g',
    ])
    expect(shown.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
      ALLERGEN_CODES.map((code) => t(`menu.allergens.${code}`)),
    )
    expect(shown.getByText('Și urme de <b>nuci</b>')).toBeDefined()
    expect(shown.queryByText(t('menu.nutrition.noAllergens'))).toBeNull()
  })

  it('shows saturates, sugars and salt only if they are known, including zero', async () => {
    const { t, shown, values } = await renderAbout({
      nutritionalValues: {
        calories: 250,
        protein: 9,
        carbs: 20,
        fat: 12,
        fiber: 2,
        saturates: 4.5,
        sugars: 0,
        salt: 0.35,
      },
    })
    expect(values).toEqual([
      '250\u00a0kcal · 1\u00a0046\u00a0kJ',
      '9\u00a0g',
      '20\u00a0g',
      '0\u00a0g',
      '12\u00a0g',
      '4.5\u00a0g',
      '2\u00a0g',
      '0.35\u00a0g',
    ])
    const terms = ['calories', 'protein', 'carbs', 'sugars', 'fat', 'saturates', 'fiber', 'salt'] as const
    expect(shown.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(
      terms.map((term) => t(`menu.nutrition.${term}`)),
    )
  })

  it('shows the ingredients in the language, else in the other one, and no heading if there are none', async () => {
    const rendered = await renderAbout({ ingredients: 'Water, beans', ingredientsRo: 'Apă, fasole' })
    expect(rendered.shown.getByText('Water, beans')).toBeDefined()
    expect(rendered.shown.getByText(rendered.t('menu.nutrition.ingredients'))).toBeDefined()
    rendered.rerender(<DishSheet item={sampleDish({ ingredients: 'Water' })} open onOpenChange={doNothing} />)
    expect(rendered.shown.getByText('Water')).toBeDefined()
    rendered.rerender(<DishSheet item={sampleDish({ ingredientsRo: 'Apă' })} open onOpenChange={doNothing} />)
    expect(rendered.shown.getByText('Apă')).toBeDefined()
    rendered.rerender(<DishSheet item={sampleDish()} open onOpenChange={doNothing} />)
    expect(rendered.shown.queryByText(rendered.t('menu.nutrition.ingredients'))).toBeNull()
  })

  it('has the known tags, and explains a tapped one above itself', async () => {
    const tags = ['dairy', 'bio', 'vegan', 'spicy']
    const { user, t, shown } = await renderAbout({ tags, allergenCodes: ['milk'] })
    // What its allergens say is no tag as well.
    for (const hidden of ['bio', t('menu.tags.dairy')]) expect(shown.queryByText(hidden)).toBeNull()
    expect(shown.getByText(t('menu.allergens.milk'))).toBeDefined()
    for (const tag of ['vegan', 'spicy'] as const) {
      await user.click(shown.getByRole('button', { name: t('menu.aboutTag', { tag: t(`menu.tags.${tag}`) }) }))
      const explanation = await dialog(t(`menu.tags.${tag}`))
      expect(explanation.getByText(t(`menu.tagMeanings.${tag}`))).toBeDefined()
      await user.click(explanation.getByRole('button', { name: t('common.close') }))
      await waitFor(() => expect(screen.queryByText(t(`menu.tagMeanings.${tag}`))).toBeNull())
      await dialog(nameIn('en', sampleDish()))
    }
  })
})

describe('ordering from the sheet of a dish', () => {
  const item = sampleDish({ allergenCodes: ['milk'] })
  const name = nameIn('en', item)
  const openSheet = async (fields: Parameters<typeof sampleDish>[0] = {}) => {
    const onOpenChange = vi.fn()
    const sheet = <DishSheet item={{ ...item, ...fields }} open onOpenChange={onOpenChange} />
    const rendered = render(sheet)
    return { ...rendered, onOpenChange, shown: await dialog(name) }
  }
  const inCart = () => ownLinesOf(item.id).map(({ quantity, notes, options }) => [quantity, notes, optionIds(options)])
  beforeEach(() => cart.remove(item.id))
  afterEach(() => changeFilter({ allergens: [] }))

  it('adds the quantity with its note, for the price that the button names', async () => {
    const { t, user, shown, onOpenChange } = await openSheet()
    const button = (total: string) => shown.getByRole('button', { name: t('menu.dish.add', { total }) })
    expect(button('28.50 LEI')).toBeDefined()
    expect(shown.getByRole('button', { name: t('menu.less', { name }) }).getAttribute('aria-disabled')).toBe('true')
    await user.click(shown.getByRole('button', { name: t('menu.more', { name }) }))
    await user.fill(shown.getByRole('textbox', { name: t('cart.noteFor', { name }) }), ' no onions ')
    expect(inCart()).toEqual([])
    await user.click(button('57.00 LEI'))
    expect(inCart()).toEqual([[2, 'no onions', []]])
    expect(onOpenChange).toHaveBeenCalledWith(false)
  })

  it('takes no more portions than are known to be left beside the other lines', async () => {
    cart.put({ dish: cartDishOf(item), quantity: 1, notes: 'warm' })
    cart.put({ dish: cartDishOf(item), quantity: 1, notes: 'hot' })
    const { t, user, shown } = await openSheet({ portionsLeft: 4 })
    const more = shown.getByRole('button', { name: t('menu.more', { name }) })
    await user.click(more)
    expect(more.getAttribute('aria-disabled')).toBe('true')
  })

  it('shows what the cart has of the dish, updates it, and removes it at zero', async () => {
    cart.put({ dish: cartDishOf(item), quantity: 2, notes: 'warm' })
    const { t, user, shown } = await openSheet()
    expect(shown.getByRole('textbox')).toHaveProperty('value', 'warm')
    const less = shown.getByRole('button', { name: t('menu.less', { name }) })
    await user.click(less)
    await user.click(shown.getByRole('button', { name: t('menu.dish.update', { total: '28.50 LEI' }) }))
    expect(inCart()).toEqual([[1, 'warm', []]])
    await user.click(less)
    await user.click(shown.getByRole('button', { name: t('menu.dish.remove') }))
    expect(inCart()).toEqual([])
  })

  it('asks above itself before adding what the guest avoids', async () => {
    changeFilter({ allergens: ['milk'] })
    const { t, user, shown, onOpenChange } = await openSheet()
    expect(shown.getByRole('listitem').textContent).toContain(t('menu.dish.avoided'))
    const add = shown.getByRole('button', { name: t('menu.dish.add', { total: '28.50 LEI' }) })
    await user.click(add)
    await user.click(within(await screen.findByRole('alertdialog')).getByText(t('allergens.doNotAdd')))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect([inCart(), onOpenChange.mock.calls]).toEqual([[], []])
    await user.click(add)
    await user.click(within(await screen.findByRole('alertdialog')).getByText(t('allergens.addAnyway')))
    expect(inCart()).toEqual([[1, undefined, []]])
  })

  it('of a dish that is sold out today has the words alone', async () => {
    const { t, shown } = await openSheet({ soldOutUntil: '2026-11-22T02:00:00.000Z' })
    expect(shown.getByText(t('menu.soldOutToday'))).toBeDefined()
    expect(shown.queryByRole('textbox')).toBeNull()
    expect(shown.queryByRole('button', { name: t('menu.more', { name }) })).toBeNull()
  })
})

describe('the options of a dish', () => {
  const option = { price: 0, times: 1, allergenCodes: [], menuItemId: null, preselected: false, isActive: true }
  const named = (id: number, name: string, more: Partial<MenuOption> = {}): MenuOption => ({
    ...{ ...option, soldOutUntil: null, id, name, nameRo: `${name} ro` },
    ...more,
  })
  const group = (id: number, name: string, more: Partial<OptionGroup>): OptionGroup => ({
    ...{ id, name, nameRo: `${name} ro`, dishId: null, without: false, min: 0, max: null, options: [] },
    ...more,
  })
  const GROUPS = [
    group(1, 'Size', { min: 1, max: 1, options: [named(1, 'Small'), named(2, 'Large', { price: 900 })] }),
    group(2, 'Sauces', {
      max: 2,
      options: [
        named(3, 'Tomato', { price: 300, times: 2 }),
        named(4, 'Cream', { price: 300, allergenCodes: ['milk'] }),
        named(5, 'Pepper', { soldOutUntil: new Date(Date.now() + 60 * 60_000).toISOString() }),
      ],
    }),
    group(3, 'Without', { without: true, options: [named(6, 'onion'), named(7, 'garlic')] }),
  ]
  const item = sampleDish({ allergensChecked: true, optionGroupIds: [1, 2, 3], hasOptions: true })
  const name = (text: string) => text

  const chosen = () => ownLinesOf(item.id).map(({ options }) => optionIds(options))

  async function openSheet(groups: OptionGroup[] = GROUPS, line?: DishLine) {
    fakeApi.answers(listOptions, groups)
    const rendered = render(<DishSheet item={item} line={line} open onOpenChange={doNothing} />)
    const shown = await dialog(nameIn('en', item))
    await shown.findByText(name('Size'))
    const { t } = rendered
    const money = (amount: number) => formatMoney(amount, 'lei')
    return {
      ...rendered,
      shown,
      pick: (text: string) => rendered.user.click(shown.getByRole('checkbox', { name: new RegExp(`^${name(text)}`) })),
      size: (text: string) => rendered.user.click(shown.getByRole('radio', { name: new RegExp(`^${name(text)}`) })),
      add: (total: number) => shown.queryByRole('button', { name: t('menu.dish.add', { total: money(total) }) }),
    }
  }
  beforeEach(() => {
    cart.remove(item.id)
    queryClient.removeQueries({ queryKey: [listOptions.path] })
  })
  afterEach(() => changeFilter({ allergens: [] }))

  it('move the price with each tap; before that the button leads to the group that is missing, by name', async () => {
    const { t, user, shown, pick, size, add } = await openSheet()
    const group = shown.getByRole('radiogroup', { name: name('Size') })
    expect(group.getAttribute('aria-describedby')).toBeTruthy()
    expect(shown.getByText(t('menu.options.exactly', { min: 1 }))).toBeDefined()
    const leading = new RegExp(t('menu.options.chooseGroup', { group: name('Size') }))
    Element.prototype.scrollIntoView = vi.fn()
    await user.click(shown.getByRole('button', { name: leading }))
    expect(document.activeElement).toBe(within(group).getAllByRole('radio')[0])
    await size('Large')
    expect(add(2850 + 900)).not.toBeNull()
    await pick('Tomato')
    await user.click(shown.getByRole('button', { name: t('menu.more', { name: name('Tomato') }) }))
    expect(add(2850 + 900 + 600)).not.toBeNull()
    // The group is full.
    expect(shown.getByRole('checkbox', { name: new RegExp(`^${name('Cream')}`) })).toHaveProperty('disabled', true)
    await pick('onion')
    await user.click(add(2850 + 900 + 600) as HTMLElement)
    expect(chosen()).toEqual([[6, 2, 3, 3]])
  })

  it('come after the allergens of the dish, which are known before anything is chosen', async () => {
    const { t, shown } = await openSheet()
    const allergens = shown.getByRole('heading', { name: t('menu.allergensTitle') })
    const group = shown.getByRole('radiogroup', { name: name('Size') })
    expect(allergens.compareDocumentPosition(group)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })

  it('that are sold out say so and cannot be chosen; what is left out can be put back', async () => {
    const { t, shown, pick } = await openSheet()
    const pepper = shown.getByRole('checkbox', { name: new RegExp(`^${name('Pepper')}.*${t('menu.soldOutToday')}`) })
    expect(pepper).toHaveProperty('disabled', true)
    const onion = shown.getByRole('checkbox', { name: name('onion') })
    await pick('onion')
    expect(onion).toHaveProperty('checked', true)
    await pick('onion')
    expect(onion).toHaveProperty('checked', false)
  })

  it('are sold out by the clock of the server, not by that of a phone that is days ahead', async () => {
    vi.setSystemTime('2026-11-25T12:00:00Z')
    setServerTime('Sat, 21 Nov 2026 12:00:00 GMT')
    const sauces = group(2, 'Size', { options: [named(5, 'Pepper', { soldOutUntil: '2026-11-22T02:00:00.000Z' })] })
    const { shown } = await openSheet([sauces])
    expect(shown.getByRole('checkbox', { name: /^Pepper/ })).toHaveProperty('disabled', true)
    vi.useRealTimers()
    setServerTime(new Date().toUTCString())
  })

  it('with an allergen that the guest avoids are marked, and asked about once', async () => {
    changeFilter({ allergens: ['milk'] })
    const { t, user, shown, pick, size, add } = await openSheet()
    await size('Small')
    const cream = shown.getByRole('checkbox', { name: new RegExp(t('menu.dish.avoided')) })
    await pick('Cream')
    await user.click(within(await screen.findByRole('alertdialog')).getByText(t('allergens.doNotAdd')))
    expect(cream).toHaveProperty('checked', false)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await pick('Cream')
    await user.click(within(await screen.findByRole('alertdialog')).getByText(t('allergens.addAnyway')))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await user.click(add(3150) as HTMLElement)
    expect(chosen()).toEqual([[1, 4]])
  })

  it('that name a dish without declared allergens say so, and ask a guest who avoids some', async () => {
    changeFilter({ allergens: ['milk'] })
    const soup = named(1, 'Soup', { isUndeclared: true })
    const { t, user, shown, pick } = await openSheet([group(1, 'Size', { max: 1, options: [soup] })])
    expect(shown.getByRole('checkbox', { name: new RegExp(t('menu.allergensUndeclared')) })).toBeDefined()
    await pick('Soup')
    await user.click(within(await screen.findByRole('alertdialog')).getByText(t('allergens.doNotAdd')))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  it('that are preselected are chosen, and asked about before the dish is added', async () => {
    changeFilter({ allergens: ['milk'] })
    const milk = named(1, 'Milk', { preselected: true, allergenCodes: ['milk'] })
    const { t, user, add } = await openSheet([group(1, 'Size', { min: 1, max: 1, options: [milk] })])
    await user.click(add(2850) as HTMLElement)
    await user.click(within(await screen.findByRole('alertdialog')).getByText(t('allergens.addAnyway')))
    expect(chosen()).toEqual([[1]])
  })

  it('of a line are as they were chosen, without what is gone, and replace it', async () => {
    const gone = { id: 99, name: 'Gone', nameRo: 'Dispărută', price: 500, quantity: 1 }
    const options = [...cartOptions(GROUPS, [2, 3]), gone]
    cart.put({ dish: cartDishOf(item), quantity: 2, notes: 'mild', options })
    const { t, user, shown } = await openSheet(GROUPS, ownLinesOf(item.id)[0])
    expect(shown.getByRole('radio', { name: new RegExp(`^${name('Large')}`) })).toHaveProperty('checked', true)
    const update = t('menu.dish.update', { total: formatMoney(2 * (2850 + 900 + 300), 'lei') })
    expect(shown.getByRole('button', { name: update })).toBeDefined()
    await user.click(shown.getByRole('radio', { name: new RegExp(`^${name('Small')}`) }))
    await user.click(shown.getByRole('button', { name: new RegExp(`^${t('menu.dish.update', { total: '' }).trim()}`) }))
    expect(ownLinesOf(item.id)).toMatchObject([{ quantity: 2, notes: 'mild' }])
    expect(chosen()).toEqual([[1, 3]])
  })
})
