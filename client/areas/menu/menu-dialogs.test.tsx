import { afterEach, describe, expect, it, vi } from 'vitest'
import { LANGUAGES, nameIn } from '#shared/domain/language.ts'
import { ALLERGEN_CODES } from '#shared/domain/menu/allergens.ts'
import { TAG_KEYS } from '#shared/domain/menu/tags.ts'
import { act, dialog, render, screen, waitFor } from '../../testing/render.tsx'
import { sampleDish } from '../../testing/samples.ts'
import { markAllergens } from '../allergens/index.ts'
import { DishBadges } from './dish-badges.tsx'
import { NutritionDialog, TagDialog } from './dish-dialogs.tsx'
import { ItemCard } from './item-card.tsx'
import SearchPalette from './search-palette.tsx'
import ZoomViewer from './zoom-viewer.tsx'

const doNothing = () => {}

describe.each(LANGUAGES)('a dish for a guest who avoids milk (%s)', (language) => {
  afterEach(() => markAllergens([]))

  it.each([
    ['are not declared', {}, 'menu.allergensUndeclared'],
    ['are described in words alone', { allergens: 'Urme de lapte' }, 'menu.allergensText'],
  ] as const)('is marked if its allergens %s', (_, fields, key) => {
    const badges = <DishBadges item={sampleDish(fields)} onTag={doNothing} onAllergens={doNothing} />
    const { t, rerender } = render(badges, { language })
    const text = t(key, { text: 'Urme de lapte' })
    expect(screen.queryByText(text)).toBeNull()
    act(() => markAllergens(['milk']))
    expect(screen.getByText(text)).toBeDefined()
    rerender(<DishBadges item={sampleDish({ allergensChecked: true })} onTag={doNothing} onAllergens={doNothing} />)
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('is marked in the search, too', async () => {
    markAllergens(['milk'])
    const items = [sampleDish({ id: 1 }), sampleDish({ id: 2, allergensChecked: true })]
    const { t, user } = render(<SearchPalette items={items} open onOpenChange={doNothing} onChoose={doNothing} />, {
      language,
    })
    const shown = await dialog(t('menu.openSearch'))
    await user.fill(shown.getByRole('searchbox'), nameIn(language, sampleDish()))
    expect(shown.getAllByText(t('menu.allergensUndeclared'))).toHaveLength(1)
  })
})

describe.each(LANGUAGES)('the nutrition dialog (%s)', (language) => {
  const renderAbout = async (fields: Parameters<typeof sampleDish>[0]) => {
    const { t, user, rerender } = render(<NutritionDialog item={sampleDish(fields)} open onOpenChange={doNothing} />, {
      language,
    })
    const shown = await dialog(nameIn(language, sampleDish(fields)))
    return { t, user, rerender, shown, values: shown.getAllByRole('definition').map(({ textContent }) => textContent) }
  }

  it('says that the allergens are not declared, unless the owner has checked that there are none', async () => {
    const { t, shown } = await renderAbout({})
    expect(shown.getByText(t('menu.allergensUndeclared'))).toBeDefined()
    expect(shown.queryByText(t('menu.nutrition.noAllergens'))).toBeNull()
  })

  it('shows N/A for the five unknown values, and that the owner has found no allergens', async () => {
    const { t, shown, values } = await renderAbout({ allergensChecked: true })
    expect(shown.queryByText(t('menu.allergensUndeclared'))).toBeNull()
    expect(values).toEqual(['N/A', 'N/A', 'N/A', 'N/A', 'N/A'])
    expect(shown.getByText(t('menu.nutrition.noAllergens'))).toBeDefined()
    const terms = ['calories', 'protein', 'carbs', 'fat', 'fiber'] as const
    expect(shown.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(
      terms.map((term) => t(`menu.nutrition.${term}`)),
    )
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
        ? ['1\u202F234,5 kcal · 5\u202F165 kJ', '0 g', '12,5 g', '0,3 g', '3 g']
        : ['1\u202F234.5 kcal · 5\u202F165 kJ', '0 g', '12.5 g', '0.3 g', '3 g'],
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
        ? ['250 kcal · 1\u202F046 kJ', '9 g', '20 g', '0 g', '12 g', '4,5 g', '2 g', '0,35 g']
        : ['250 kcal · 1\u202F046 kJ', '9 g', '20 g', '0 g', '12 g', '4.5 g', '2 g', '0.35 g'],
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
    rendered.rerender(<NutritionDialog item={sampleDish({ ingredients: 'Water' })} open onOpenChange={doNothing} />)
    expect(rendered.shown.getByText('Water')).toBeDefined()
    rendered.rerender(<NutritionDialog item={sampleDish({ ingredientsRo: 'Apă' })} open onOpenChange={doNothing} />)
    expect(rendered.shown.getByText('Apă')).toBeDefined()
    rendered.rerender(<NutritionDialog item={sampleDish()} open onOpenChange={doNothing} />)
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

describe.each(LANGUAGES)('a card of the menu (%s)', (language) => {
  const renderCard = (
    fields: Parameters<typeof sampleDish>[0],
    props: Partial<Parameters<typeof ItemCard.type>[0]> = {},
  ) =>
    render(
      <ItemCard
        item={sampleDish(fields)}
        language={language}
        renderStepper={() => null}
        onZoom={doNothing}
        onAbout={doNothing}
        onTag={doNothing}
        isInFirstView={false}
        {...props}
      />,
      { language },
    )

  it('shows the label of every known tag once, and no unknown tags', async () => {
    const onTag = vi.fn()
    const { user, t } = renderCard({ tags: [...TAG_KEYS, 'bio', 'vegan'] }, { onTag })
    const badges = TAG_KEYS.map((tag) =>
      screen.getByRole('button', { name: t('menu.aboutTag', { tag: t(`menu.tags.${tag}`) }) }),
    )
    expect(badges.map(({ textContent }) => textContent)).toEqual(TAG_KEYS.map((tag) => t(`menu.tags.${tag}`)))
    expect(screen.queryByText('bio')).toBeNull()
    expect(screen.getByText('18+')).toBeDefined()
    await user.click(badges[0] as HTMLElement)
    expect(onTag).toHaveBeenCalledWith(TAG_KEYS[0])
  })

  it('shows the tags that repeat a declared allergen, too', async () => {
    const onTag = vi.fn()
    const tags = ['gluten', 'dairy', 'allergens'] as const
    const { user, t } = renderCard({ tags: [...tags], allergenCodes: ['gluten', 'milk'] }, { onTag })
    for (const tag of tags)
      await user.click(screen.getByRole('button', { name: t('menu.aboutTag', { tag: t(`menu.tags.${tag}`) }) }))
    expect(onTag.mock.calls).toEqual(tags.map((tag) => [tag]))
  })

  it('shows English texts if there are no Romanian ones', () => {
    renderCard({ nameRo: '', descriptionRo: '' })
    expect(screen.getByRole('heading').textContent).toBe('Sour soup')
    expect(screen.getByText('With bread')).toBeDefined()
  })

  it('marks a dish that is sold out today, and still shows its name and tags', () => {
    const { t, rerender } = renderCard({ soldOutUntil: '2026-11-22T02:00:00.000Z', tags: ['vegan'] })
    expect(screen.getByText(t('menu.soldOutToday')).textContent).toBe(
      language === 'ro' ? 'Epuizat azi' : 'Sold out today',
    )
    expect(screen.getByRole('heading').textContent).toBe(nameIn(language, sampleDish()))
    expect(screen.getByText(t('menu.tags.vegan'))).toBeDefined()
    rerender(<ul />)
    renderCard({})
    expect(screen.queryByText(t('menu.soldOutToday'))).toBeNull()
  })

  it('offers to enlarge a picture only if there is one', () => {
    const { t } = renderCard({})
    const name = nameIn(language, sampleDish())
    expect(screen.queryByRole('button', { name: t('menu.enlarge', { name }) })).toBeNull()
    expect(screen.getByRole('button', { name: t('menu.about', { name }) })).toBeDefined()
  })
})

describe.each(LANGUAGES)('the picture viewer (%s)', (language) => {
  it('opens at 100 %, zooms from 50 to 200 % in steps of 25, and disables the button at either end', async () => {
    const viewer = (open: boolean) => <ZoomViewer item={sampleDish()} open={open} onOpenChange={doNothing} />
    const { user, t, rerender } = render(viewer(true), { language })
    const shown = await dialog(nameIn(language, sampleDish()))
    const level = () => shown.getByRole('status').textContent
    const button = (way: 'in' | 'out') => shown.getByRole('button', { name: t(`menu.zoom.${way}`) })
    const levelText = (percent: number) => `${t('menu.zoom.level')} ${percent}%`
    expect(level()).toBe(levelText(100))
    for (const percent of [75, 50]) {
      expect(button('out')).toHaveProperty('disabled', false)
      await user.click(button('out'))
      expect(level()).toBe(levelText(percent))
    }
    expect(button('out')).toHaveProperty('disabled', true)
    expect(document.activeElement).toBe(button('in'))
    await user.keyboard('-')
    expect(level()).toBe(levelText(50))
    for (const percent of [75, 100, 125, 150, 175, 200]) {
      expect(button('in')).toHaveProperty('disabled', false)
      await user.keyboard('+')
      expect(level()).toBe(levelText(percent))
    }
    expect(button('in')).toHaveProperty('disabled', true)
    await user.keyboard('+')
    expect(level()).toBe(levelText(200))
    rerender(viewer(false))
    rerender(viewer(true))
    expect((await dialog()).getByRole('status').textContent).toBe(levelText(100))
  })
})

describe.each(LANGUAGES)('the search (%s)', (language) => {
  it('shows the number of results or that there are none, and can be cleared', async () => {
    const onChoose = vi.fn()
    const items = [
      sampleDish(),
      sampleDish({
        id: 8,
        name: 'Pork rolls',
        nameRo: 'Sarmale',
        descriptionRo: 'Cu mămăligă',
        soldOutUntil: '2026-11-22T02:00:00.000Z',
      }),
    ]
    const { user, t } = render(<SearchPalette items={items} open onOpenChange={doNothing} onChoose={onChoose} />, {
      language,
    })
    const palette = await dialog(t('menu.openSearch'))
    const input = palette.getByRole('searchbox')
    await user.fill(input, 'qqq')
    expect(palette.getByText(t('menu.search.noResults'))).toBeDefined()
    expect(palette.getByText(t('menu.search.noResultsDescription'))).toBeDefined()
    expect(palette.queryAllByRole('listitem')).toEqual([])
    await user.click(palette.getByRole('button', { name: t('menu.search.clear') }))
    expect(input).toHaveProperty('value', '')
    expect(document.activeElement).toBe(input)
    expect(palette.queryByText(t('menu.search.noResults'))).toBeNull()
    await user.fill(input, language === 'ro' ? 'SARMALE' : 'PORK')
    expect(palette.getByRole('status').textContent).toBe(t('menu.search.results', { count: 1 }))
    expect(palette.getByRole('listitem').textContent).toContain('28.50')
    expect(palette.getByText(t('menu.soldOutToday'))).toBeDefined()
    await user.click(palette.getByRole('button', { name: new RegExp(nameIn(language, items[1] as never)) }))
    expect(onChoose).toHaveBeenCalledWith(items[1])
    expect(input).toHaveProperty('value', '')
  })
})
