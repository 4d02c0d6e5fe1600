import type { Page } from '@playwright/test'
import { categoryIn, descriptionIn } from '#shared/domain/language.ts'
import { repeatsAllergens, TAG_KEYS } from '#shared/domain/menu/filter.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { serveMenu, servePromotions } from '../support/serving.ts'
import { openTableDialog } from '../support/steps.ts'
import { ALLERGENS, NUTRITION } from './samples.ts'
import {
  atWidths,
  close,
  dialog,
  expect,
  expectAtBottomRight,
  figure,
  GUESTS,
  literal,
  screenTest as test,
} from './screen.ts'

const cardOf = (page: Page, { id }: { id: number }) => page.locator(`#dish-${id}`)
const pressCard = (page: Page, dish: { id: number }, name: string) =>
  cardOf(page, dish).getByRole('button', { name, exact: true }).click()
const carouselOf = (page: Page, t: TFunction) => page.getByRole('region', { name: t('promotions.title') })

atWidths(GUESTS, () => {
  test('menu screen (/menu)', async ({ page, t, language, width, samples }) => {
    await page.goto('/menu')
    const banner = page.getByRole('banner')
    const categories = [...new Set(samples.shown.map((dish) => categoryIn(language, dish)))]
    await expect(banner).toHaveCSS('position', 'sticky')
    // ["Allergies?" is pinned at the end of the strip.]
    await expect(banner).toShowAtOnce(`
      - button "La Conac"
      - group "${t('common.language')}":
        - button "English"
        - button "Română"
      - navigation "${t('menu.categories')}":
        - button "${t('menu.openSearch')}"
        - button "${t('menu.allergies')}"
    `)
    await expect(banner).toShow(`
      - navigation "${t('menu.categories')}":
        - button "${categories[0]}"
        - button "${categories[1]}"
        - button "${categories.at(-1)}"
    `)
    // The active category is highlighted.
    await expect(banner.locator('nav [aria-current]')).toBeInSight()

    const carousel = carouselOf(page, t)
    await expect(carousel).toShow(`
      - group "${t('promotions.place', { number: 1, total: 2 })}":
        - heading /./ [level=2]
        - paragraph: /./
      - button "${t('promotions.place', { number: 1, total: 2 })}"
      - button "${t('promotions.place', { number: 2, total: 2 })}"
      - button "${t('promotions.previous')}"
      - button "${t('promotions.next')}"
    `)
    const slide = carousel.locator('[role=group]:not([aria-hidden=true])')
    await expect(slide.locator('[data-picture]')).toBeInSight()
    // [One slide at a time, beside the gap between two of them.]
    const [all, one] = [await carousel.boundingBox(), await slide.boundingBox()]
    expect(one?.width).toBeGreaterThanOrEqual(all?.width ?? Number.POSITIVE_INFINITY)

    const columns = width < 768 ? 1 : width < 1024 ? 2 : 3
    await expect(page.locator('main section ul').first()).toHaveCSS(
      'grid-template-columns',
      new RegExp(`^\\S+( \\S+){${columns - 1}}$`),
    )
    // [The cart button is there while the cart is empty, too, and round then.]
    const cart = page.locator('.cart-bar')
    await expect(cart).toBeInSight({ atOnce: true })
    await expectAtBottomRight(cart, 24)
    const box = await cart.boundingBox()
    expect(box?.width).toBe(box?.height)
  })

  test('item card', async ({ page, t, language, samples: { tagged, plain }, nameOf }) => {
    await page.goto('/menu')
    const name = nameOf(tagged)
    // [The allergens have a badge of their own.]
    const tags = TAG_KEYS.filter((tag) => !repeatsAllergens(tag, tagged.allergenCodes))
    await expect(cardOf(page, tagged).locator('[data-picture]')).toBeInSight()
    await expect(cardOf(page, tagged)).toShow(`
      - listitem:
        - 'button "${t('menu.enlarge', { name })}"'
        - heading "${name}" [level=3]
        - 'button "${t('menu.about', { name })}"'
        ${tags.map((tag) => `- button "${t('menu.aboutTag', { tag: t(`menu.tags.${tag}`) })}"`).join('\n        ')}
        - paragraph: ${JSON.stringify(descriptionIn(language, tagged))}
        - text: /${figure(tagged.price)}/
        - button "${t('menu.add', { name })}"
    `)
    // Without a picture, a placeholder icon.
    await expect(cardOf(page, plain).locator('[data-picture] svg')).toBeInSight()

    await pressCard(page, tagged, t('menu.add', { name }))
    await expect(cardOf(page, tagged)).toShow(`
      - 'button "${t('menu.less', { name })}"'
      - text: "${t('menu.inCart', { count: 1 })}"
      - 'button "${t('menu.more', { name })}"'
    `)
    await expect(cardOf(page, tagged).getByText('1', { exact: true })).toBeVisible()
  })

  test('dialogs of a dish', async ({ page, t, samples: { tagged, plain }, nameOf }) => {
    await page.goto('/menu')
    const name = nameOf(tagged)
    await pressCard(page, tagged, t('menu.enlarge', { name }))
    await expect(dialog(page)).toShow(`
      - button "${t('common.close')}"
      - region:
        - img "${name}"
      - button "${t('menu.zoom.out')}"
      - status: /100\\s?%$/
      - button "${t('menu.zoom.in')}"
    `)
    await expect(dialog(page).locator('img')).toBeInSight()

    await close(page, t)
    await pressCard(page, tagged, t('menu.aboutTag', { tag: t('menu.tags.vegan') }))
    await expect(dialog(page)).toShow(`
      - heading "${t('menu.tags.vegan')}"
      - paragraph: ${JSON.stringify(t('menu.tagMeanings.vegan'))}
    `)

    await close(page, t)
    await pressCard(page, plain, t('menu.about', { name: nameOf(plain) }))
    await expect(dialog(page)).toShow(`
      - group:
        - term: ${t('menu.nutrition.calories')}
        - definition: /^${NUTRITION.calories} kcal/
        - term: ${t('menu.nutrition.protein')}
        - definition: ${t('menu.nutrition.grams', { value: NUTRITION.protein })}
        - term: ${t('menu.nutrition.carbs')}
        - definition: ${t('menu.nutrition.grams', { value: NUTRITION.carbs })}
        - term: ${t('menu.nutrition.fat')}
        - definition: ${t('menu.nutrition.grams', { value: NUTRITION.fat })}
        - term: ${t('menu.nutrition.fiber')}
        - definition: ${t('menu.nutrition.grams', { value: NUTRITION.fiber })}
    `)

    await close(page, t)
    await pressCard(page, tagged, t('menu.about', { name }))
    await expect(dialog(page)).toShow(`- paragraph: ${ALLERGENS}`)
    const missing = dialog(page)
      .getByRole('definition')
      .filter({ hasText: t('menu.nutrition.notAvailable') })
    await expect(missing).toHaveCount(5)
    await expect(missing.first()).toBeVisible()
  })

  test('search palette', async ({ page, t, samples: { tagged }, nameOf }) => {
    await page.goto('/menu')
    await page.getByRole('button', { name: t('menu.openSearch') }).click()
    await page.getByRole('searchbox').fill(nameOf(tagged).toUpperCase())
    await expect(dialog(page)).toShow(`
      - searchbox "${t('menu.openSearch')}"
      - list:
        - listitem:
          - button /^${literal(nameOf(tagged))} .*${figure(tagged.price)}/
    `)
    await expect(dialog(page).locator('li').first().locator('[data-picture]')).toBeInSight()

    await page.getByRole('searchbox').fill('qqq')
    await expect(dialog(page)).toShow(`
      - status:
        - paragraph: ${t('menu.search.noResults')}
    `)
  })

  test('table-selection dialog', async ({ page, t }) => {
    await page.goto('/menu')
    await openTableDialog(page)
    await expect(dialog(page)).toShow(`- combobox "${t('table.placeholder')}"`)
    await dialog(page).getByRole('combobox').click()
    for (const status of ['available', 'occupied'] as const)
      await expect(page.getByRole('listbox')).toShow(`- option /\\d.*${t(`table.${status}`)}$/`)
  })

  test('menu screen while it loads, and empty', async ({ page, t, samples }) => {
    await page.route('**/api/menu/categories', (route) => route.fulfill({ json: [] }))
    await serveMenu(page, [])
    await servePromotions(page, [], { held: true })
    await page.goto('/menu')
    await expect(carouselOf(page, t).locator('div')).toBeInSight()
    await expect(page.getByRole('main')).toShow(`- paragraph: ${t('menu.noItems')}`)

    await page.unroute('**/api/menu/categories')
    await serveMenu(page, [{ ...samples.plain, isActive: false }])
    await page.goto('about:blank')
    await page.goto('/menu')
    await expect(page.getByRole('main')).toShow(`- paragraph: ${t('menu.noCategories')}`)
  })
})
