import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { categoryIn, descriptionIn, nameIn } from '#shared/domain/language.ts'
import { NO_FILTER, TAG_KEYS } from '#shared/domain/menu/filter.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { openedDialog } from '../../lib/dialogs/open-dialog.ts'
import { act, dialog, render, screen, waitFor, within } from '../../testing/render.tsx'
import { SETTINGS, sampleDish } from '../../testing/samples.ts'
import { changeFilter } from '../allergens/index.ts'
import { cart, ownLinesOf } from '../cart/index.ts'
import { DishBadges, ItemCard } from './item-card.tsx'
import SearchPalette from './search-palette.tsx'
import ZoomViewer from './zoom-viewer.tsx'

const doNothing = () => {}

describe('a dish for a guest who avoids milk', () => {
  beforeEach(() => changeFilter({ allergens: [] }))
  afterEach(() => changeFilter({ allergens: [] }))

  it.each([
    ['are not declared', {}, 'menu.allergensUndeclared'],
    ['are described in words alone', { allergens: 'Urme de lapte' }, 'menu.allergensText'],
  ] as const)('is marked if its allergens %s', (_, fields, key) => {
    const badges = <DishBadges item={sampleDish(fields)} />
    const { t, rerender } = render(badges)
    const text = t(key, { text: 'Urme de lapte' })
    expect(screen.queryByText(text)).toBeNull()
    act(() => changeFilter({ allergens: ['milk'] }))
    expect(screen.getByText(text)).toBeDefined()
    rerender(<DishBadges item={sampleDish({ allergensChecked: true })} />)
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('a card of the menu', () => {
  const renderCard = (fields: Parameters<typeof sampleDish>[0], isInFirstView = false) =>
    render(<ItemCard item={sampleDish(fields)} isInFirstView={isInFirstView} />)

  it('shows the label of every known tag once, and no unknown tags', async () => {
    const { user, t } = renderCard({ tags: [...TAG_KEYS, 'bio', 'vegan'] })
    const meaningOf = (tag: (typeof TAG_KEYS)[number]) => t('menu.aboutTag', { tag: t(`menu.tags.${tag}`) })
    const badges = TAG_KEYS.map((tag) => screen.getByRole('button', { name: meaningOf(tag) }))
    expect(badges.map(({ textContent }) => textContent)).toEqual(TAG_KEYS.map((tag) => t(`menu.tags.${tag}`)))
    expect(screen.getByRole('button', { name: `18+: ${meaningOf('alcohol')}` })).toBeDefined()
    expect(screen.queryByText('bio')).toBeNull()
    for (const [i, tag] of (['caffeine', 'alcohol'] as const).entries()) {
      await user.click(badges[i] as HTMLElement)
      expect(openedDialog('menu')).toEqual({ kind: 'tag', tag })
    }
  })

  it('says 18+ beside beer, too', () => {
    const { t } = renderCard({ tags: ['beer'] })
    expect(screen.getByText('18+')).toBeDefined()
    expect(screen.getByText(t('menu.tags.beer'))).toBeDefined()
  })

  it('opens the dish by its name, which covers the card, and its nutrition by the button behind it', async () => {
    const item = sampleDish({})
    const { user, t } = renderCard({})
    const name = nameIn('en', item)
    await user.click(screen.getByRole('button', { name }))
    expect(openedDialog('menu')).toEqual({ kind: 'about', item })
    await user.click(screen.getByRole('button', { name: t('menu.about', { name }) }))
    expect(openedDialog('menu')).toEqual({ kind: 'facts', item })
  })

  it('names all allergens in one badge, after the tags that say something else', () => {
    const { t } = renderCard({
      tags: ['gluten', 'dairy', 'allergens', 'vegan'],
      allergenCodes: ['gluten', 'eggs', 'milk', 'nuts'],
    })
    const names = (['gluten', 'eggs', 'milk', 'nuts'] as const).map((code) => t(`menu.allergens.${code}`))
    const badge = screen.getByRole('button', { name: `${t('menu.allergensTitle')}: ${names.join(', ')}` })
    expect(badge.textContent).toBe(names.join('\u00a0· '))
    expect([...(badge.parentElement?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      t('menu.tags.vegan'),
      badge.textContent,
    ])
  })

  it('shows English texts if there are no Romanian ones', () => {
    renderCard({ nameRo: '', descriptionRo: '' })
    expect(screen.getByRole('heading').textContent).toBe('Sour soup')
    expect(screen.getByText('With bread')).toBeDefined()
  })

  it('marks a dish that is sold out today, and still shows its name and tags', () => {
    const { t, rerender } = renderCard({ soldOutUntil: '2026-11-22T02:00:00.000Z', tags: ['vegan'] })
    expect(screen.getByText(t('menu.soldOutToday')).textContent).toBe('Sold out today')
    expect(screen.getByRole('heading').textContent).toBe(nameIn('en', sampleDish()))
    expect(screen.getByText(t('menu.tags.vegan'))).toBeDefined()
    rerender(<ul />)
    renderCard({})
    expect(screen.queryByText(t('menu.soldOutToday'))).toBeNull()
  })

  it('begins with its picture of the day, which can be enlarged, before its name', () => {
    const { t } = renderCard({ imageUrl: '/assets/soup.jpg?size=2' }, true)
    const name = nameIn('en', sampleDish())
    const card = screen.getByRole('heading', { name }).closest('li') as HTMLElement
    expect(
      [...card.querySelectorAll('button')]
        .slice(0, 3)
        .map((part) => part.getAttribute('aria-label') ?? part.textContent),
    ).toEqual([t('menu.enlarge', { name }), name, t('menu.about', { name })])
    const { day } = localTime(new Date(), SETTINGS.timeZone)
    expect(card.querySelector('img')?.getAttribute('src')).toBe(`/assets/soup.jpg?size=2&v=${day}&format=webp`)
  })

  it('offers to enlarge a picture only if there is one', () => {
    const { t } = renderCard({})
    const name = nameIn('en', sampleDish())
    expect(screen.queryByRole('button', { name: t('menu.enlarge', { name }) })).toBeNull()
    expect(screen.getByRole('button', { name: t('menu.about', { name }) })).toBeDefined()
  })
})

describe('the picture viewer', () => {
  it('opens at 100 %, zooms from 50 to 200 % in steps of 25, and disables the button at either end', async () => {
    const { user, t } = render(<ZoomViewer item={sampleDish()} open onOpenChange={doNothing} />)
    const shown = await dialog(nameIn('en', sampleDish()))
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
    for (const percent of [75, 100, 125, 150, 175, 200]) {
      expect(button('in')).toHaveProperty('disabled', false)
      await user.click(button('in'))
      expect(level()).toBe(levelText(percent))
    }
    expect(button('in')).toHaveProperty('disabled', true)
    expect(document.activeElement).toBe(button('out'))
  })
})

describe('the search', () => {
  const SOUP = sampleDish({ tags: ['vegetarian'] })
  const ROLLS = sampleDish({
    id: 8,
    name: 'Pork rolls',
    nameRo: 'Sarmale',
    description: 'After the soup',
    descriptionRo: 'După ciorbă',
    category: 'Mains',
    categoryRo: 'Feluri principale',
    soldOutUntil: '2026-11-22T02:00:00.000Z',
    allergensChecked: true,
  })
  const query = 'SOUP'

  async function open(props: Partial<Parameters<typeof SearchPalette>[0]> = {}) {
    const calls = { onOpenChange: vi.fn(), onChoose: vi.fn(), onCategory: vi.fn() }
    const palette = <SearchPalette items={[SOUP, ROLLS]} open {...calls} {...props} />
    const { user, t } = render(palette)
    const shown = await dialog(t('menu.openSearch'))
    return { user, t, shown, input: shown.getByRole('searchbox'), ...calls }
  }
  afterEach(() => {
    changeFilter(NO_FILTER)
    cart.remove(SOUP.id)
  })

  it('lists the categories with their dishes until something is typed, and leads to a chosen one', async () => {
    const { user, t, shown, onCategory } = await open()
    const list = within(shown.getByRole('list', { name: t('menu.categories') }))
    expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      `${categoryIn('en', SOUP)}1`,
      `${categoryIn('en', ROLLS)}1`,
    ])
    await user.click(list.getByRole('button', { name: new RegExp(categoryIn('en', ROLLS)) }))
    expect(onCategory).toHaveBeenCalledWith('Mains')
  })

  it('leaves the focus to the heading of a chosen category, however late it is closed', async () => {
    const palette = (open: boolean) => (
      <>
        <button type="button">Opener</button>
        <SearchPalette
          items={[SOUP]}
          open={open}
          onOpenChange={doNothing}
          onChoose={doNothing}
          onCategory={doNothing}
        />
        <h2 tabIndex={-1}>Soups of the day</h2>
      </>
    )
    const { user, t, rerender } = render(palette(false))
    screen.getByText('Opener').focus()
    rerender(palette(true))
    const shown = await dialog(t('menu.openSearch'))
    await user.click(shown.getByRole('button', { name: new RegExp(categoryIn('en', SOUP)) }))
    screen.getByText('Soups of the day').focus()
    rerender(palette(false))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement?.textContent).toBe('Soups of the day')
  })

  it('opens the sheet of a dish with options instead of adding it', async () => {
    const pizza = sampleDish({ optionGroupIds: [1], hasOptions: true, fromPrice: 3750 })
    const { user, t, shown, input } = await open({ items: [pizza] })
    await user.fill(input, query)
    expect(shown.getByText('37.50').parentElement?.textContent).toContain(t('menu.from'))
    await user.click(shown.getByRole('button', { name: t('menu.add', { name: nameIn('en', pizza) }) }))
    expect(openedDialog('menu')).toEqual({ kind: 'about', item: pizza })
    expect(ownLinesOf(pizza.id)).toEqual([])
  })

  it('says where else it has found the words', async () => {
    const { user, t, shown, input } = await open()
    await user.fill(input, query)
    expect(shown.getByRole('status').textContent).toBe(t('menu.search.results', { count: 2 }))
    const heading = shown.getByRole('heading', { name: t('menu.search.inDescription') })
    const found = shown.getByText(descriptionIn('en', ROLLS))
    expect(heading.compareDocumentPosition(found)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(found.closest('li')?.textContent).toContain(nameIn('en', ROLLS))
    expect(shown.getByRole('button', { name: new RegExp(`^${nameIn('en', SOUP)}`) }).textContent).toContain('28.50')
  })

  it('marks and adds a dish, unless it is sold out, and asks first if the guest may have to avoid it', async () => {
    changeFilter({ allergens: ['milk'] })
    const { user, t, shown, input } = await open()
    await user.fill(input, query)
    expect(shown.queryByRole('button', { name: t('menu.add', { name: nameIn('en', ROLLS) }) })).toBeNull()
    expect(shown.getByText(t('menu.soldOutToday'))).toBeDefined()
    expect(shown.getAllByText(t('menu.allergensUndeclared'))).toHaveLength(1)
    await user.click(shown.getByRole('button', { name: t('menu.add', { name: nameIn('en', SOUP) }) }))
    expect(ownLinesOf(SOUP.id)).toEqual([])
    await user.click(await screen.findByRole('button', { name: t('allergens.addAnyway') }))
    expect(ownLinesOf(SOUP.id)).toMatchObject([{ quantity: 1 }])
  })

  it('chooses the first result by Enter, and says if it finds nothing', async () => {
    const { user, t, shown, input, onChoose } = await open()
    await user.fill(input, 'qqq')
    expect(shown.getByText(t('menu.search.noResults'))).toBeDefined()
    expect(shown.queryAllByRole('listitem')).toEqual([])
    await user.fill(input, query)
    await user.keyboard('{Enter}')
    expect(onChoose).toHaveBeenCalledWith(SOUP)
    expect(input).toHaveProperty('value', '')
  })

  it('leaves out what the guest’s filter does, says so, and can show it', async () => {
    changeFilter({ diets: ['vegetarian'] })
    const { user, t, shown, input } = await open()
    expect(shown.queryByText(categoryIn('en', ROLLS))).toBeNull()
    await user.fill(input, nameIn('en', ROLLS))
    expect(shown.queryAllByRole('listitem')).toEqual([])
    expect(shown.getByText(t('menu.leftOut', { count: 1 }))).toBeDefined()
    await user.click(shown.getByRole('button', { name: t('menu.showLeftOut', { count: 1 }) }))
    expect(shown.getAllByRole('listitem')).toHaveLength(1)
    expect(document.activeElement).toBe(input)
  })
})
