import { LANGUAGES } from '#shared/domain/language.ts'
import { signIn, test } from '../support/fixtures.ts'
import { setLanguage, translator } from '../support/language.ts'
import { createTable } from '../support/shared-session.ts'
import { read, type State } from './part.ts'
import { CART, SHARED } from './parts-cart.ts'
import { CUSTOMERS_TAB, DASHBOARD, MENU_TAB, ORDERS_TAB } from './parts-dashboard.ts'
import { EMPTY_MENU, MENU } from './parts-menu.ts'
import { EVENTS_TAB, PROMOTIONS_TAB, SETTINGS_DIALOG, TABLES_TAB } from './parts-owner.ts'
import { AUTHENTICATION, LANDING, ROUTES } from './parts-pages.ts'
import { samplesOf } from './samples.ts'

/* Reads the product beside section 2 of the specification: each part that it names is in sight. */

test.use({ changesMenu: true, expectedProblems: /404 GET .*\/nowhere/ })
test.describe.configure({ mode: 'parallel' })

const OWNER = 'the dashboard'

const SCREENS: Readonly<Record<string, readonly State[]>> = {
  'the pages before the menu': [...ROUTES, ...LANDING, ...AUTHENTICATION],
  'the menu': [...MENU, ...EMPTY_MENU],
  'the cart': [...CART, ...SHARED],
  [OWNER]: [
    ...DASHBOARD,
    ...ORDERS_TAB,
    ...CUSTOMERS_TAB,
    ...MENU_TAB,
    ...TABLES_TAB,
    ...EVENTS_TAB,
    ...PROMOTIONS_TAB,
    ...SETTINGS_DIALOG,
  ],
}

const SIZES = [
  [390, 844],
  [820, 1180],
  [1440, 900],
] as const

for (const [i, [width, height]] of SIZES.entries()) {
  // Longer words matter where the screen is narrowest.
  for (const language of i === 0 ? LANGUAGES : (['en'] as const)) {
    test.describe(`at ${width} px, in ${language}`, () => {
      test.use({ viewport: { width, height } })
      const number = 200 + 2 * i + LANGUAGES.indexOf(language)
      for (const [name, states] of Object.entries(SCREENS)) {
        // Tablets are the staff's.
        if (width === 820 && name !== OWNER) continue
        test(`${name}: each part that the specification names is in sight`, async ({ page, restaurant }) => {
          const samples = await samplesOf(restaurant)
          await createTable(restaurant, number)
          if (name === OWNER) await signIn(page.context(), restaurant)
          await setLanguage(page.context(), language)
          await read(states, { page, t: translator(language), language, width, restaurant, samples, number })
        })
      }
    })
  }
}
