import { nameIn } from '#shared/domain/language.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { expectScreenReaderTree } from '../support/ax-tree.ts'
import { expect, test } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'
import { closeSuccess } from '../support/steps.ts'

/* Ordering with a screen reader, on a phone: every step checks the browser's accessibility tree. */

const language = 'ro'
test('every step of an order is readable by a screen reader', async ({ page, restaurant }) => {
  const t = translator(language)
  const [first] = restaurant.menu
  if (!first) throw new Error('the menu is empty')
  const name = nameIn(language, first)
  const category = first.categoryRo
  await setLanguage(page, language)

  await page.goto('/')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "${t('landing.welcome', { name: 'La Conac' })}" [level=1]
    - paragraph: ${t('landing.subheading')}
    - navigation:
      - link "${t('landing.viewMenu')}"
      - link "${t('landing.login')}"
    - heading "${t('landing.findUs')}" [level=2]
  `)
  await expectScreenReaderTree(page, 'landing')
  await page.getByRole('link', { name: t('landing.viewMenu') }).click()

  await expect(page.getByRole('button', { name: t('menu.add', { name }), exact: true })).toBeVisible()
  await expect(page.getByRole('banner')).toMatchAriaSnapshot(`
    - banner:
      - link "${t('common.skipToContent')}"
      - button "La Conac"
      - group "${t('common.language')}":
        - button "English"
        - button "Română" [pressed]
      - navigation "${t('menu.categories')}":
        - button "${t('menu.openSearch')}"
        - button "${category}"
  `)
  const section = page.getByRole('region', { name: category, exact: true })
  await expect(section.getByRole('listitem').first()).toMatchAriaSnapshot(`
    - listitem:
      - 'button "${t('menu.enlarge', { name })}"'
      - heading "${name}" [level=3]
      - 'button "${t('menu.about', { name })}"'
      - text: ${formatMoney(first.price, 'lei')
        .replace(' ', ' ?')
        .replace(/^(.*)$/, '/$1/')}
      - button "${t('menu.add', { name })}"
  `)
  // First the visible promotion, then the dishes by category.
  const promotion = page.getByRole('region', { name: t('promotions.title') }).getByRole('heading')
  await expect(promotion).toBeVisible()
  const headings = await expectScreenReaderTree(page, 'menu')
  const promotionHeading = `2 ${(await promotion.textContent())?.replace(/\s/g, ' ')}`
  expect(headings.slice(0, 4)).toEqual([`1 ${t('menu.title')}`, promotionHeading, `2 ${category}`, `3 ${name}`])
  expect(headings.filter((heading) => heading.startsWith('1 '))).toHaveLength(1)

  // Each change of the cart is announced once, politely.
  const announcement = page.getByRole('status').filter({ hasText: name })
  const add = page.getByRole('button', { name: t('menu.add', { name }), exact: true })
  await add.click()
  await expect(announcement).toHaveText(t('cart.added', { name, count: 1 }))
  await expect(announcement).toHaveAttribute('aria-live', 'polite')
  await page.getByRole('button', { name: t('menu.more', { name }), exact: true }).click()
  await expect(announcement).toHaveText(t('cart.added', { name, count: 2 }))
  await page.getByRole('button', { name: t('menu.less', { name }), exact: true }).click()
  await expect(announcement).toHaveText(t('cart.changed', { name, count: 1 }))
  const opener = page.getByRole('button', { name: t('cart.openWith', { count: 1 }) })
  await expect(opener).toHaveAttribute('aria-expanded', 'false')

  await page.getByRole('button', { name: t('menu.about', { name }), exact: true }).click()
  await expect(page.getByRole('dialog', { name })).toMatchAriaSnapshot(`
    - dialog "${name}":
      - button "${t('common.close')}"
      - 'button "${t('menu.enlarge', { name })}"'
      - heading "${name}" [level=2]
      - heading "${t('menu.allergensTitle')}" [level=3]
      - group:
        - heading "${t('menu.nutrition.title')}" [level=3]
      - textbox "${t('cart.noteFor', { name })}"
  `)
  await expectScreenReaderTree(page, 'nutrition')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.close') })
    .click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('button', { name: t('menu.openSearch') }).click()
  const palette = page.getByRole('dialog', { name: t('menu.openSearch') })
  await palette.getByRole('searchbox', { name: t('menu.openSearch') }).fill(name)
  await expect(palette.getByRole('status')).toHaveText(t('menu.search.results', { count: 1 }))
  await expectScreenReaderTree(page, 'search')
  await palette.getByRole('button', { name: t('common.close') }).click()
  await expect(palette).toHaveCount(0)

  await opener.click()
  const drawer = page.getByRole('dialog', { name: t('cart.title') })
  await expect(drawer.getByRole('listitem').first()).toContainText(name)
  for (const label of [t('common.close'), t('cart.remove', { name }), t('menu.more', { name }), t('cart.checkout')])
    await expect(drawer.getByRole('button', { name: label, exact: true })).toBeVisible()
  await drawer.getByRole('button', { name: t('menu.more', { name }), exact: true }).click()
  await expect(announcement).toHaveText(t('cart.changed', { name, count: 2 }))
  await expectScreenReaderTree(page, 'cart')
  await drawer.getByRole('button', { name: t('cart.checkout') }).click()

  const form = page.getByRole('dialog', { name: t('checkout.title') })
  await expect(form).toBeVisible()
  const submit = form.getByRole('button', { name: /·/ })
  await submit.click()
  const nameField = form.getByRole('textbox', { name: t('checkout.name'), exact: true })
  await expect(nameField).toBeFocused()
  await expect(nameField).toHaveAccessibleDescription(t('nameRequired'))
  await expect(nameField).toHaveAttribute('aria-invalid', 'true')
  await expect(form.getByRole('radio', { name: new RegExp(t('checkout.delivery')) })).toBeDisabled()
  await expectScreenReaderTree(page, 'checkout')
  await nameField.fill('Cititor de ecran')
  await form.getByRole('textbox', { name: t('checkout.phone') }).fill('0745111333')
  await submit.click()

  const success = page.getByRole('dialog', { name: t('checkout.success') })
  const returning = 'Revenire la meniu în 5 secunde'
  await expect(success).toHaveAccessibleDescription(new RegExp(`#\\d+ · .*\\. ${returning}$`))
  await expect(success.getByRole('timer')).toHaveText(/^Revenire la meniu în.* secund/)
  await expectScreenReaderTree(page, 'success')
  await closeSuccess(success, t)
  await expect(page.getByRole('button', { name: t('cart.openWith', { count: 0 }) })).toBeVisible()

  await page.goto('/auth')
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - main:
      - heading "${t('auth.headline')}" [level=1]
      - heading "${t('auth.welcome')}" [level=2]
      - tablist "${t('auth.welcome')}":
        - tab "${t('auth.login')}" [selected]
        - tab "${t('auth.register')}"
      - tabpanel "${t('auth.login')}":
        - textbox "${t('auth.username')}"
        - textbox "${t('auth.password')}"
        - button "${t('auth.showCharacters')}"
        - button "${t('auth.login')}"
  `)
  await expectScreenReaderTree(page, 'sign-in')
})
