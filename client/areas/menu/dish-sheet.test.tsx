import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LANGUAGES, nameIn } from '#shared/domain/language.ts'
import { ALLERGEN_CODES } from '#shared/domain/menu/allergens.ts'
import { TAG_KEYS } from '#shared/domain/menu/tags.ts'
import { dialog, render, screen, waitFor, within } from '../../testing/render.tsx'
import { sampleDish } from '../../testing/samples.ts'
import { changeFilter } from '../allergens/index.ts'
import { activeCart, cart, cartDishOf } from '../cart/index.ts'
import DishSheet from './dish-sheet.tsx'
import TagDialog from './tag-dialog.tsx'

const doNothing = () => {}

describe.each(LANGUAGES)('the sheet of a dish (%s)', (language) => {
  const renderAbout = async (fields: Parameters<typeof sampleDish>[0]) => {
    const { t, user, rerender } = render(<DishSheet item={sampleDish(fields)} open onOpenChange={doNothing} />, {
      language,
    })
    const shown = await dialog(nameIn(language, sampleDish(fields)))
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

  it('says that the allergens are not declared, unless the owner has checked that there are none', async () => {
    const { t, shown } = await renderAbout({})
    expect(shown.getByText(t('menu.allergensUndeclared'))).toBeDefined()
    expect(shown.queryByText(t('menu.nutrition.noAllergens'))).toBeNull()
  })

  it('says in one line that no value is known, and that the owner has found no allergens', async () => {
    const { t, shown, values } = await renderAbout({ allergensChecked: true })
    expect(shown.queryByText(t('menu.allergensUndeclared'))).toBeNull()
    expect(values).toEqual([])
    expect(shown.getByText(/\bN\/A\b/).textContent).toBe(t('menu.nutrition.notStated'))
    expect(shown.getByText(t('menu.nutrition.noAllergens'))).toBeDefined()
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
    expect(values).toEqual(
      language === 'ro'
        ? ['1\u202F234,5\u00a0kcal · 5\u202F165\u00a0kJ', '0\u00a0g', '12,5\u00a0g', '0,3\u00a0g', '3\u00a0g']
        : ['1\u202F234.5\u00a0kcal · 5\u202F165\u00a0kJ', '0\u00a0g', '12.5\u00a0g', '0.3\u00a0g', '3\u00a0g'],
    )
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
    expect(values).toEqual(
      language === 'ro'
        ? [
            '250\u00a0kcal · 1\u202F046\u00a0kJ',
            '9\u00a0g',
            '20\u00a0g',
            '0\u00a0g',
            '12\u00a0g',
            '4,5\u00a0g',
            '2\u00a0g',
            '0,35\u00a0g',
          ]
        : [
            '250\u00a0kcal · 1\u202F046\u00a0kJ',
            '9\u00a0g',
            '20\u00a0g',
            '0\u00a0g',
            '12\u00a0g',
            '4.5\u00a0g',
            '2\u00a0g',
            '0.35\u00a0g',
          ],
    )
    const terms = ['calories', 'protein', 'carbs', 'sugars', 'fat', 'saturates', 'fiber', 'salt'] as const
    expect(shown.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(
      terms.map((term) => t(`menu.nutrition.${term}`)),
    )
  })

  it('shows the ingredients in the language, else in the other one, and no heading if there are none', async () => {
    const rendered = await renderAbout({ ingredients: 'Water, beans', ingredientsRo: 'Apă, fasole' })
    expect(rendered.shown.getByText(language === 'ro' ? 'Apă, fasole' : 'Water, beans')).toBeDefined()
    expect(rendered.shown.getByText(rendered.t('menu.nutrition.ingredients'))).toBeDefined()
    rendered.rerender(<DishSheet item={sampleDish({ ingredients: 'Water' })} open onOpenChange={doNothing} />)
    expect(rendered.shown.getByText('Water')).toBeDefined()
    rendered.rerender(<DishSheet item={sampleDish({ ingredientsRo: 'Apă' })} open onOpenChange={doNothing} />)
    expect(rendered.shown.getByText('Apă')).toBeDefined()
    rendered.rerender(<DishSheet item={sampleDish()} open onOpenChange={doNothing} />)
    expect(rendered.shown.queryByText(rendered.t('menu.nutrition.ingredients'))).toBeNull()
  })

  it('has the known tags, and explains a tapped one above itself', async () => {
    const { user, t, shown } = await renderAbout({ tags: ['dairy', 'bio', 'vegan'], allergenCodes: ['milk'] })
    expect(shown.queryByText('bio')).toBeNull()
    for (const tag of ['dairy', 'vegan'] as const) {
      await user.click(shown.getByRole('button', { name: t('menu.aboutTag', { tag: t(`menu.tags.${tag}`) }) }))
      const explanation = await dialog(t(`menu.tags.${tag}`))
      expect(explanation.getByText(t(`menu.tagMeanings.${tag}`))).toBeDefined()
      await user.click(explanation.getByRole('button', { name: t('common.close') }))
      await waitFor(() => expect(screen.queryByText(t(`menu.tagMeanings.${tag}`))).toBeNull())
      await dialog(nameIn(language, sampleDish()))
    }
  })

  it.each(TAG_KEYS)('explains the tag “%s”', async (tag) => {
    const { t } = render(<TagDialog tag={tag} open onOpenChange={doNothing} />, { language })
    const shown = await dialog(t(`menu.tags.${tag}`))
    expect(shown.getByText(t(`menu.tagMeanings.${tag}`))).toBeDefined()
  })
})

describe.each(LANGUAGES)('ordering from the sheet of a dish (%s)', (language) => {
  const item = sampleDish({ allergenCodes: ['milk'] })
  const name = nameIn(language, item)
  const openSheet = async (fields: Parameters<typeof sampleDish>[0] = {}) => {
    const onOpenChange = vi.fn()
    const sheet = <DishSheet item={{ ...item, ...fields }} open onOpenChange={onOpenChange} />
    const rendered = render(sheet, { language })
    return { ...rendered, onOpenChange, shown: await dialog(name) }
  }
  beforeEach(() => cart.remove(item.id))
  afterEach(() => changeFilter({ allergens: [] }))

  it('adds the quantity with its note, for the price that the button names', async () => {
    const { t, user, shown, onOpenChange } = await openSheet()
    const button = (total: string) => shown.getByRole('button', { name: t('menu.dish.add', { total }) })
    expect(button('28.50 LEI')).toBeDefined()
    expect(shown.getByRole('button', { name: t('menu.less', { name }) })).toHaveProperty('disabled', true)
    await user.click(shown.getByRole('button', { name: t('menu.more', { name }) }))
    await user.fill(shown.getByRole('textbox', { name: t('cart.noteFor', { name }) }), ' no onions ')
    expect(activeCart().quantityOf(item.id)).toBe(0)
    await user.click(button('57.00 LEI'))
    expect([activeCart().quantityOf(item.id), activeCart().notesOf(item.id)]).toEqual([2, 'no onions'])
    expect(onOpenChange).toHaveBeenCalledWith(false)
  })

  it('shows what the cart has of the dish, updates it, and removes it at zero', async () => {
    cart.put({ dish: cartDishOf(item), quantity: 2, notes: 'warm' })
    const { t, user, shown } = await openSheet()
    expect(shown.getByRole('textbox')).toHaveProperty('value', 'warm')
    const less = shown.getByRole('button', { name: t('menu.less', { name }) })
    await user.click(less)
    await user.click(shown.getByRole('button', { name: t('menu.dish.update', { total: '28.50 LEI' }) }))
    expect([activeCart().quantityOf(item.id), activeCart().notesOf(item.id)]).toEqual([1, 'warm'])
    await user.click(less)
    await user.click(shown.getByRole('button', { name: t('menu.dish.remove') }))
    expect(activeCart().quantityOf(item.id)).toBe(0)
  })

  it('asks above itself before adding what the guest avoids', async () => {
    changeFilter({ allergens: ['milk'] })
    const { t, user, shown, onOpenChange } = await openSheet()
    expect(shown.getByRole('listitem').textContent).toContain(t('menu.dish.avoided'))
    const add = shown.getByRole('button', { name: t('menu.dish.add', { total: '28.50 LEI' }) })
    await user.click(add)
    await user.click(within(await screen.findByRole('alertdialog')).getByText(t('allergens.doNotAdd')))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect([activeCart().quantityOf(item.id), onOpenChange.mock.calls]).toEqual([0, []])
    await user.click(add)
    await user.click(within(await screen.findByRole('alertdialog')).getByText(t('allergens.addAnyway')))
    expect(activeCart().quantityOf(item.id)).toBe(1)
  })

  it('of a dish that is sold out today has the words alone', async () => {
    const { t, shown } = await openSheet({ soldOutUntil: '2026-11-22T02:00:00.000Z' })
    expect(shown.getByText(t('menu.soldOutToday'))).toBeDefined()
    expect(shown.queryByRole('textbox')).toBeNull()
    expect(shown.queryByRole('button', { name: t('menu.more', { name }) })).toBeNull()
  })
})
