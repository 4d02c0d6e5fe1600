import type { Page } from '@playwright/test'
import type { TFunction } from '#shared/i18n/translate.ts'
import { hold } from '../support/serving.ts'
import { atWidths, expect, GUESTS, screenTest as test } from './screen.ts'

test.use({ expectedProblems: /404 GET .*\/nowhere/ })

/** Submits the form, and holds the answer back. */
async function submit(page: Page, t: TFunction, call: 'login' | 'register'): Promise<void> {
  await hold(page, `**/api/${call}`)
  await page.getByLabel(t('auth.username')).fill('reader')
  await page.getByLabel(t('auth.password'), { exact: true }).fill('a-password')
  await page.getByRole('button', { name: t(`auth.${call}`), exact: true }).click()
}

atWidths(GUESTS, () => {
  test('any other path', async ({ page, t }) => {
    await page.goto('/nowhere')
    await expect(page).toHaveTitle(t('notFound.title'))
    await expect(page.getByRole('main')).toShow(`- heading "${t('notFound.title')}" [level=1]`)
  })

  test('landing page (/)', async ({ page, t }) => {
    await page.goto('/')
    await expect(page.locator('main > svg')).toBeInSight()
    // An owner sees a Dashboard link instead of Login: dashboard.test.ts.
    await expect(page.getByRole('main')).toShow(`
      - heading "${t('landing.welcome', { name: 'La Conac' })}" [level=1]
      - paragraph: ${t('landing.subheading')}
      - navigation:
        - /children: equal
        - link "${t('landing.viewMenu')}":
          - /url: /menu
        - link "${t('landing.login')}":
          - /url: /auth
    `)
    await expect(page.getByRole('banner')).toShow(`
      - group "${t('common.language')}":
        - button "English"
        - button "Română"
    `)
  })

  test('authentication screen (/auth)', async ({ page, t, width }) => {
    await page.goto('/auth')
    await expect(page.getByRole('main')).toShow(`
      - heading "${t('auth.headline')}" [level=1]
      - paragraph: ${t('auth.tagline')}
      - heading "${t('auth.welcome')}" [level=2]
      - paragraph: ${t('auth.description')}
      - tablist:
        - tab "${t('auth.login')}" [selected]
        - tab "${t('auth.register')}"
      - tabpanel:
        - textbox "${t('auth.username')}"
        - textbox "${t('auth.password')}"
        - button "${t('auth.login')}"
    `)
    if (width >= 1024) await expect(page.locator('svg[viewBox="0 0 640 800"]')).toBeInSight({ atOnce: true })

    await submit(page, t, 'login')
    await expect(page.getByRole('main')).toShow(`- button "${t('auth.loggingIn')}"`)

    await page.getByRole('tab', { name: t('auth.register') }).click()
    // [The isOwner field is unticked and disabled, with the reason.]
    await expect(page.getByRole('tabpanel')).toShow(`
      - textbox "${t('auth.username')}"
      - textbox "${t('auth.password')}"
      - checkbox "${t('auth.isOwner')}" [checked=false] [disabled]
      - paragraph: '${t('auth.firstOwner.exists')}'
      - button "${t('auth.register')}"
    `)

    await submit(page, t, 'register')
    await expect(page.getByRole('main')).toShow(`- button "${t('auth.creatingAccount')}"`)
  })
})
