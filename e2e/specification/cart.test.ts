import type { Locator, Page } from '@playwright/test'
import type { TFunction } from '#shared/i18n/translate.ts'
import { createTable, joinSharedCart } from '../support/shared-session.ts'
import { openTableDialog } from '../support/steps.ts'
import { GUEST } from './samples.ts'
import { atWidths, close, dialog, expect, expectAtBottomRight, GUESTS, literal, screenTest as test } from './screen.ts'

const add = (page: Page, { id }: { id: number }) => page.locator(`#dish-${id} [data-adds]`).click()

async function openCart(page: Page, title: string): Promise<Locator> {
  await page.locator('.cart-bar').click()
  const drawer = page.getByRole('dialog', { name: title, exact: true })
  await expect(drawer).toBeVisible()
  return drawer
}

/** 96 % of the height on mobile, 80 % on desktop, at most 500 px wide. */
async function expectDrawerLayout(drawer: Locator, width: number): Promise<void> {
  const height = drawer.page().viewportSize()?.height ?? 0
  await expect
    .poll(async () => {
      const box = await drawer.boundingBox()
      return box && { width: box.width, height: Math.round(box.height) }
    })
    .toEqual({ width: Math.min(width, 500), height: Math.round(height * (width < 768 ? 0.96 : 0.8)) })
}

/** A dish in the cart. */
const row = (t: TFunction, name: string) => `
  - listitem:
    - paragraph: ${JSON.stringify(name)}
    - paragraph: /^[\\d.,]+ LEI × 1$/
    - 'button "${t('cart.remove', { name })}"'
`

/** The button that orders, with the sum behind its words. */
const submitIn = (scope: Locator, t: TFunction, words: 'payTakeaway' | 'payDineIn') =>
  scope.getByRole('button', { name: t(`checkout.${words}`, { total: '' }) })

atWidths(GUESTS, () => {
  test('cart and checkout', async ({ page, t, width, samples: { tagged, plain }, nameOf }) => {
    await page.goto('/menu')
    await add(page, tagged)
    await add(page, plain)
    // [The round button is the right end of a bar with "View cart" and the sum.]
    const bar = page.locator('.cart-bar')
    await expect(bar).toBeInSight({ atOnce: true })
    await expect(bar).toHaveText(new RegExp(`^${t('cart.view')}.*LEI2$`))
    await expect(bar.getByText('2', { exact: true }).locator('..')).toBeInSight({ atOnce: true })
    await expectAtBottomRight(bar.locator('> :last-child'), 40)

    const drawer = await openCart(page, t('cart.title'))
    await expectDrawerLayout(drawer, width)
    await expect(page.locator('[inert]').first()).toHaveCSS('opacity', '0.5')
    await expect(drawer).toShow(`- heading "${t('cart.title')}"`)
    for (const dish of [tagged, plain]) await expect(drawer).toShow(row(t, nameOf(dish)))
    const rows = drawer.getByRole('listitem')
    await expect(rows.filter({ hasText: nameOf(tagged) }).locator('[data-picture]')).toBeInSight()
    // Without a picture, a fallback icon.
    await expect(rows.filter({ hasText: nameOf(plain) }).locator('[data-picture] svg')).toBeInSight()
    await expect(drawer).toShowAtOnce(`- button "${t('cart.checkout')}"`)

    for (const dish of [tagged, plain])
      await drawer.getByRole('button', { name: t('cart.remove', { name: nameOf(dish) }) }).click()
    await expect(drawer).toShow(`
      - paragraph: ${t('cart.empty')}
      - button "${t('cart.checkout')}" [disabled]
    `)

    await close(page, t)
    await add(page, tagged)
    await openCart(page, t('cart.title'))
    await drawer.getByRole('button', { name: t('cart.checkout') }).click()
    const form = page.getByRole('dialog', { name: t('checkout.title') })
    // [The dining options are at the top of its first step, and the e-mail field is in sight.]
    await expect(form).toShowAtOnce(`
      - group:
        - radio "${t('checkout.dineIn')}"
        - radio "${t('checkout.takeaway')}" [checked]
        - radio "${t('checkout.delivery')}" [disabled]
        - paragraph: ${t('checkout.deliveryNote')}
      - textbox "${t('checkout.name')}"
      - textbox "${t('checkout.phone')}"
      - textbox /^${literal(t('checkout.email'))}/
    `)
    await expect(form).toShow(`
      - heading "${t('checkout.title')}"
      - group:
        - textbox /^${literal(t('checkout.notes'))}/
    `)
    await expect(submitIn(form, t, 'payTakeaway')).toBeInSight({ atOnce: true })

    await form.getByLabel(t('checkout.name'), { exact: true }).fill(GUEST.name)
    await form.getByRole('textbox', { name: t('checkout.phone'), exact: true }).fill(GUEST.phone)
    // The countdown does not end while it is read.
    await page.clock.setFixedTime(Date.now())
    await submitIn(form, t, 'payTakeaway').click()
    await expect(page.getByRole('dialog', { name: t('checkout.success') })).toShow(`
      - heading "${t('checkout.success')}"
      - timer: ${t('checkout.returning', { count: 5 })}
    `)
  })

  test('cart and checkout at a table', async ({ page, t, language, width, restaurant, samples, nameOf }) => {
    const { tagged, plain } = samples
    // No other test orders at it.
    const { number } = await createTable(restaurant, width)
    await page.goto('/menu')
    await openTableDialog(page)
    await dialog(page).getByRole('combobox').click()
    await page.getByRole('option', { name: t('common.table', { number }) }).click()
    // [Guests join, or order alone.]
    const join = page.getByRole('dialog', { name: t('sharedTable.joinTitle', { table: number }) })
    await expect(join).toShow(`
      - heading "${t('sharedTable.joinTitle', { table: number })}"
      - textbox "${t('sharedTable.yourName')}"
      - button "${t('sharedTable.join')}"
      - button "${t('sharedTable.alone')}"
    `)

    await page.getByRole('button', { name: t('sharedTable.alone') }).click()
    const banner = page.getByRole('banner')
    await expect(banner).toShow(`- text: /^${t('common.table', { number })}.* ${t('table.waiterMode')}$/`)
    await expect(banner.getByText(t('table.waiterMode'))).toBeInViewport()

    await add(page, tagged)
    await add(page, plain)
    const drawer = await openCart(page, t('cart.sharedTitle', { table: number }))
    await drawer.getByRole('button', { name: t('cart.checkout') }).click()
    const form = page.getByRole('dialog', { name: t('checkout.tableTitle', { number }) })
    await expect(form).toShow(`
      - heading "${t('checkout.tableTitle', { number })}"
      - group:
        - textbox /^${literal(t('checkout.notes'))}/
    `)
    await expect(submitIn(form, t, 'payDineIn')).toBeInSight({ atOnce: true })

    await close(page, t)
    await close(page, t)
    await page.getByRole('button', { name: t('sharedTable.joinShort'), exact: true }).click()
    await joinSharedCart(page, GUEST.name, language)
    await openCart(page, t('cart.sharedTitle', { table: number }))
    await expectDrawerLayout(drawer, width)
    await expect(drawer).toShow(`
      - heading "${t('cart.sharedTitle', { table: number })}"
      - timer: /^${literal(t('sharedTable.endsIn', { time: '' }))}\\d\\d:\\d\\d$/
      - list "${t('sharedTable.guests')}":
        - listitem: /${t('sharedTable.youShort')}/
    `)
    for (const dish of [tagged, plain]) await expect(drawer).toShow(row(t, nameOf(dish)))
    await expect(drawer).toShowAtOnce(`- button "${t('sharedTable.markReady')}" [pressed=false]`)
    await expect(submitIn(drawer, t, 'payDineIn')).toHaveCount(0)

    await drawer.getByRole('button', { name: t('sharedTable.markReady'), exact: true }).click()
    await expect(drawer).toShowAtOnce(`- button "${t('sharedTable.markReady')}" [pressed]`)
    await expect(submitIn(drawer, t, 'payDineIn')).toBeInSight({ atOnce: true })
    // The tick of a participant who is ready.
    await expect(drawer.getByRole('list', { name: t('sharedTable.guests') }).locator('svg')).toBeVisible()

    await submitIn(drawer, t, 'payDineIn').click()
    await expect(page.getByRole('dialog', { name: t('checkout.success') })).toShow(`
      - heading "${t('checkout.success')}"
    `)
  })
})
