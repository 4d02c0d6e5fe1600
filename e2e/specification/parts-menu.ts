import { TAG_KEYS } from '#shared/domain/menu/filter.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { serveMenu, servePromotions } from '../support/serving.ts'
import { openTableDialog } from '../support/steps.ts'
import { close, dialog, is, type Reader, type State, shown, startOf } from './part.ts'
import { ALLERGENS, NUTRITION } from './samples.ts'

/* The parts that section 2 of the specification names on the menu screen, as in parts-pages.ts. */

const atOnce = { atOnce: true }
const byName = (key: Parameters<Reader['t']>[0], dish: 'tagged' | 'plain') => (reader: Reader) =>
  reader.t(key, { name: reader.nameOf(reader.samples[dish]) })
const strip = ({ page, t }: Reader) => page.getByRole('navigation', { name: t('menu.categories') })
const cartButton = ({ page }: Reader) => page.locator('.cart-bar')
const card = ({ page, samples }: Reader, dish: 'tagged' | 'plain' = 'tagged') =>
  page.locator(`#dish-${samples[dish].id}`)
const price = ({ samples: { tagged } }: Reader) => startOf(formatMoney(tagged.price, 'lei').split(' ')[0] ?? '')

export const MENU: readonly State[] = [
  {
    state: 'Menu screen (/menu)',
    reach: async (reader) => {
      await reader.page.goto('/menu')
      await shown(card(reader))
      return reader.page.locator('body')
    },
    parts: [
      ['header with the logo', is.control(({ page }) => page.getByRole('banner').getByRole('button').first(), atOnce)],
      [
        'sticky',
        is.so(({ page }) =>
          page.getByRole('banner').evaluate((header) => getComputedStyle(header).position === 'sticky'),
        ),
      ],
      ['a horizontal strip with a search button first', is.inside(strip, is.button('menu.openSearch', atOnce))],
      [
        'category buttons',
        ...[0, 1, -1].map((place) =>
          is.inside(
            strip,
            is.button(({ samples: { shown }, language }) => {
              const names = [
                ...new Set(shown.map(({ category, categoryRo }) => (language === 'ro' ? categoryRo : category))),
              ]
              return names.at(place) ?? ''
            }),
          ),
        ),
      ],
      ['the active category is highlighted', is.control((reader) => strip(reader).locator('[aria-current]'))],
      ['["Allergies?" pinned at its right end]', is.inside(strip, is.button('menu.allergies', atOnce))],
      [
        'promotions carousel: slides, each with image, title and description',
        is.inside(
          ({ page, t }) =>
            page.getByRole('region', { name: t('promotions.title') }).locator('[role=group]:not([aria-hidden=true])'),
          is.picture('[data-picture]'),
          is.at('h2'),
          is.at('p'),
        ),
      ],
      [
        '[one slide at a time]',
        is.so(async ({ page, t }) => {
          const carousel = page.getByRole('region', { name: t('promotions.title') })
          const [all, one] = [
            await carousel.boundingBox(),
            await carousel.getByRole('heading').first().locator('xpath=ancestor::*[@role="group"]').boundingBox(),
          ]
          // Beside the gap between two of them.
          return all !== null && one !== null && one.width >= all.width
        }),
      ],
      [
        'previous and next buttons and dot indicators when there is more than one slide',
        is.inside(
          ({ page, t }) => page.getByRole('region', { name: t('promotions.title') }),
          is.button('promotions.previous'),
          is.button('promotions.next'),
          is.button(({ t }) => t('promotions.place', { number: 1, total: 2 })),
          is.button(({ t }) => t('promotions.place', { number: 2, total: 2 })),
        ),
      ],
      [
        'category sections, each a grid of item cards: 1 column on small screens, 2 on medium, 3 on large',
        is.so(async ({ page, width }) => {
          const list = page.locator('main section ul').first()
          const columns = await list.evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length)
          return columns === (width < 768 ? 1 : width < 1024 ? 2 : 3)
        }),
      ],
      ['[language switch]', is.button(/^English$/, atOnce), is.button(/^Română$/, atOnce)],
      [
        '[round cart button at the bottom right while the cart is empty too]',
        is.control(cartButton, atOnce),
        is.so(async (reader) => {
          const box = await cartButton(reader).boundingBox()
          const { width, height } = reader.page.viewportSize() ?? { width: 0, height: 0 }
          return (
            box?.width === box?.height &&
            box !== null &&
            width - box.x - box.width <= 24 &&
            height - box.y - box.height <= 24
          )
        }),
      ],
    ],
  },
  {
    state: 'Item card',
    reach: (reader) => shown(card(reader)),
    parts: [
      ['image', is.picture('[data-picture]')],
      ['zoom button', is.button(byName('menu.enlarge', 'tagged'))],
      ['name', is.heading(({ nameOf, samples }) => nameOf(samples.tagged))],
      ['info button', is.button(byName('menu.about', 'tagged'))],
      [
        'tag badges [all sixteen]',
        ...TAG_KEYS.map((tag) => is.button(({ t }) => t('menu.aboutTag', { tag: t(`menu.tags.${tag}`) }))),
      ],
      ['description', is.seen(({ scope }) => scope.locator('p').first())],
      ['price', is.text(price)],
      ['add-to-cart button', is.button(byName('menu.add', 'tagged'))],
      [
        '[it reads name, info, tags, description, price]',
        is.inOrder(
          (reader) => card(reader).getByRole('heading'),
          (reader) => card(reader).getByRole('button', { name: byName('menu.about', 'tagged')(reader) }),
          (reader) => card(reader).locator('.dish-badge'),
          (reader) => card(reader).locator('p'),
          (reader) => card(reader).getByText(price(reader)),
        ),
      ],
    ],
  },
  {
    state: 'Item card without a picture',
    reach: (reader) => shown(card(reader, 'plain')),
    parts: [['placeholder icon when missing', is.picture('[data-picture] svg')]],
  },
  {
    state: 'Item card, once the item is in the cart',
    reach: async (reader) => {
      await card(reader)
        .getByRole('button', { name: byName('menu.add', 'tagged')(reader) })
        .click()
      return shown(card(reader))
    },
    parts: [
      ['minus and plus buttons', is.button(byName('menu.less', 'tagged')), is.button(byName('menu.more', 'tagged'))],
      ['the quantity', is.text(/^1$/)],
    ],
  },
  {
    state: 'Image viewer dialog',
    reach: async (reader) => {
      await card(reader)
        .getByRole('button', { name: byName('menu.enlarge', 'tagged')(reader) })
        .click()
      return shown(dialog(reader))
    },
    parts: [
      [
        'zoom out, zoom in and close buttons',
        is.button('menu.zoom.out'),
        is.button('menu.zoom.in'),
        is.button('common.close'),
      ],
      ['starting at 100%', is.text(/100\s?%$/)],
      ['the image', is.picture('img')],
    ],
  },
  {
    state: 'Tag info dialog',
    reach: async (reader) => {
      await close(reader)
      const { t } = reader
      await card(reader)
        .getByRole('button', { name: t('menu.aboutTag', { tag: t('menu.tags.vegan') }), exact: true })
        .click()
      return shown(dialog(reader))
    },
    parts: [
      ['title', is.heading('menu.tags.vegan')],
      ['description of a tag', is.text('menu.tagMeanings.vegan')],
    ],
  },
  {
    state: 'Nutrition dialog',
    reach: async (reader) => {
      await close(reader)
      await card(reader, 'plain')
        .getByRole('button', { name: byName('menu.about', 'plain')(reader) })
        .click()
      return shown(dialog(reader))
    },
    parts: [
      ['calories (kcal)', is.text('menu.nutrition.calories'), is.text(new RegExp(`^${NUTRITION.calories}\\skcal`))],
      [
        'protein, carbs, fat, fiber (grams)',
        is.each(['protein', 'carbs', 'fat', 'fiber'] as const, (nutrient) =>
          is.all(is.text(`menu.nutrition.${nutrient}`), is.text(new RegExp(`^${NUTRITION[nutrient]}\\sg$`))),
        ),
      ],
    ],
  },
  {
    state: 'Nutrition dialog, when missing',
    reach: async (reader) => {
      await close(reader)
      await card(reader)
        .getByRole('button', { name: byName('menu.about', 'tagged')(reader) })
        .click()
      return shown(dialog(reader))
    },
    parts: [
      [
        '"N/A" [five times]',
        ...[0, 1, 2, 3, 4].map((place) =>
          is.seen(({ scope, t }) => scope.getByText(t('menu.nutrition.notAvailable'), { exact: true }).nth(place)),
        ),
      ],
      ['an allergens text when present', is.text(() => ALLERGENS)],
    ],
  },
  {
    state: 'Search palette',
    reach: async (reader) => {
      await close(reader)
      const { page, t, nameOf, samples } = reader
      await page.getByRole('button', { name: t('menu.openSearch') }).click()
      await page.getByRole('searchbox').fill(nameOf(samples.tagged).toUpperCase())
      return shown(dialog(reader))
    },
    parts: [
      ['text input', is.control(({ page }) => page.getByRole('searchbox'))],
      [
        'lists image or placeholder, name and price',
        is.inside(
          ({ scope }) => scope.getByRole('listitem').first(),
          is.picture('[data-picture]'),
          is.text(({ nameOf, samples }) => nameOf(samples.tagged)),
          is.text(price),
        ),
      ],
    ],
  },
  {
    state: 'Search palette, an empty result',
    reach: async (reader) => {
      await reader.page.getByRole('searchbox').fill('qqq')
      return dialog(reader)
    },
    parts: [['a "no results" message', is.text('menu.search.noResults')]],
  },
  {
    state: 'Table-selection dialog',
    reach: async (reader) => {
      await close(reader)
      await openTableDialog(reader.page)
      await dialog(reader).getByRole('combobox').click()
      return shown(reader.page.getByRole('listbox'))
    },
    parts: [
      ['a dropdown of tables', is.inside(dialog, is.dropdown('table.placeholder'))],
      [
        'labelled with the table number and "available" or "occupied"',
        ...(['available', 'occupied'] as const).map((status) =>
          is.control(({ scope, t }) =>
            scope.getByRole('option', { name: new RegExp(`\\d.*${t(`table.${status}`)}$`) }),
          ),
        ),
      ],
    ],
  },
]

export const EMPTY_MENU: readonly State[] = [
  {
    state: 'Menu screen, promotions loading',
    reach: async ({ page, t }) => {
      await page.route('**/api/menu/categories', (route) => route.fulfill({ json: [] }))
      await serveMenu(page, [])
      await servePromotions(page, [], { held: true })
      await page.goto('/menu')
      return shown(page.getByRole('region', { name: t('promotions.title') }))
    },
    parts: [['a loading placeholder shows while loading', is.picture('div')]],
  },
  {
    state: 'Menu screen, empty states',
    reach: async ({ page }) => page.getByRole('main'),
    parts: [['a translated "no items" message when the menu is empty', is.text('menu.noItems')]],
  },
  {
    state: 'Menu screen, no category with active items',
    reach: async ({ page, samples }) => {
      await page.unroute('**/api/menu/categories')
      await serveMenu(page, [{ ...samples.plain, isActive: false }])
      await page.goto('about:blank')
      await page.goto('/menu')
      return page.getByRole('main')
    },
    parts: [['"no categories"', is.text('menu.noCategories')]],
  },
]
