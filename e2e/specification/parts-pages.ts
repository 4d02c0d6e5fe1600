import { hold } from '../support/serving.ts'
import { is, type Reader, type State, shown } from './part.ts'

/*
 * The parts that section 2 of the specification names on the landing page, on the sign-in page and at any other path, in
 * its order and words. What is in brackets is from "The specification's layout, and what is added to it".
 */

export const ROUTES: readonly State[] = [
  {
    state: 'Any other path',
    reach: async ({ page, t }) => {
      await page.goto('/nowhere')
      await shown(page.getByRole('heading', { name: t('notFound.title') }))
      return page.locator('body')
    },
    parts: [
      ['page titled "404 Page Not Found"', is.heading('notFound.title')],
      [
        '[the title of the page is exactly that]',
        is.so(async ({ page, t }) => (await page.title()) === t('notFound.title')),
      ],
    ],
  },
]

export const LANDING: readonly State[] = [
  {
    state: 'Landing page (/)',
    reach: async ({ page, t }) => {
      await page.goto('/')
      await shown(page.getByRole('link', { name: t('landing.login') }))
      return page.locator('body')
    },
    parts: [
      ['hero image', is.picture('main > svg')],
      ['welcome heading', is.heading(({ t }) => t('landing.welcome', { name: 'La Conac' }))],
      ['subheading', is.text('landing.subheading')],
      ['View Menu link to /menu', is.link('landing.viewMenu')],
      ['Login link to /auth', is.link('landing.login')],
      ['a Dashboard link shown only to an owner', is.missing(is.link('landing.dashboard'))],
      ['language picker (English, Romanian)', is.button(/^English$/), is.button(/^Română$/)],
    ],
  },
]

const credentials: State['parts'] = [
  ['username field', is.field('auth.username')],
  ['password field', is.field('auth.password')],
]

/** Submits the form, and holds the answer back. */
const submit = async ({ page, t }: Reader, call: 'login' | 'register') => {
  await hold(page, `**/api/${call}`)
  await page.getByLabel(t('auth.username')).fill('reader')
  await page.getByLabel(t('auth.password'), { exact: true }).fill('a-password')
  await page.getByRole('button', { name: t(`auth.${call}`), exact: true }).click()
  return page.locator('body')
}

export const AUTHENTICATION: readonly State[] = [
  {
    state: 'Authentication screen (/auth)',
    reach: async ({ page, t }) => {
      await page.goto('/auth')
      await shown(page.getByRole('heading', { name: t('auth.headline') }))
      return page.locator('body')
    },
    parts: [
      ['headline "Restaurant CRM"', is.heading('auth.headline')],
      ['tagline', is.text('auth.tagline')],
      ['card titled "Welcome"', is.heading('auth.welcome')],
      ['description', is.text('auth.description')],
      ['two tabs, Login and Register', is.tab('auth.login'), is.tab('auth.register')],
      ...credentials,
      ['submit button "Login"', is.button('auth.login')],
      [
        'decorative restaurant image on large screens',
        is.from(1024, is.picture('svg[viewBox="0 0 640 800"]', { atOnce: true })),
      ],
    ],
  },
  {
    state: 'Login, pending',
    reach: (reader) => submit(reader, 'login'),
    parts: [['"Logging in..."', is.button('auth.loggingIn')]],
  },
  {
    state: 'Register',
    reach: async ({ page, t }) => {
      await page.getByRole('tab', { name: t('auth.register') }).click()
      await shown(page.getByRole('button', { name: t('auth.register'), exact: true }))
      return page.locator('body')
    },
    parts: [
      ...credentials,
      ['isOwner field', is.checkbox('auth.isOwner')],
      [
        '[unticked, disabled, with the reason]',
        async (reader) => {
          const owner = reader.scope.getByRole('checkbox', {
            name: reader.t('auth.isOwner'),
            checked: false,
            disabled: true,
          })
          const id = await owner.evaluateAll(([box]) => box?.getAttribute('aria-describedby'))
          return id ? is.seen(({ page }) => page.locator(`[id="${id}"]`))(reader) : ['is not there']
        },
      ],
      ['submit button "Register"', is.button('auth.register')],
    ],
  },
  {
    state: 'Register, pending',
    reach: (reader) => submit(reader, 'register'),
    parts: [['"Creating account..."', is.button('auth.creatingAccount')]],
  },
]
