import { i18n, t } from '../ui/index.ts'
import './first-view.css'
import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import type { Hours } from '#shared/contracts/hours.ts'
import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { ShownPromotion } from '#shared/contracts/promotions.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { escaped } from '#shared/domain/html.ts'
import { categoryIn, LANGUAGES, nameIn } from '#shared/domain/language.ts'
import { loweredPrice } from '#shared/domain/menu/offers.ts'
import { publishedDish } from '#shared/domain/menu/published-dish.ts'
import { formatMoney } from '#shared/domain/money.ts'
import { inLanguage } from '#shared/i18n/pairs.ts'
import { firstView } from '#shared/i18n/words/first-view.ts'
import { dishesOfPage, menuSections, withLast, withNotNow, withOffers } from '../areas/menu/index.ts'
import { queryClient } from '../lib/api/query.ts'
import { paths } from '../lib/browser/paths.ts'
import { App } from './app.tsx'
import { provideServerData, SERVER_DATA_ID, type ServerData } from './first-data.ts'

/*
 * Renders the first view of the menu (docs/decisions/029-first-view.md). It runs on the server, built by
 * scripts/build.mjs; the server gives it the responses that a guest's page would request.
 */

/** The complete responses that the page needs first. */
export interface PageResponses {
  settings: Settings
  hours: Hours
  menu: MenuItem[]
  promotions: ShownPromotion[]
  /** When it is rendered: by it, dishes are served or not. */
  now: Date
}

/** A list without script has all dishes of a menu up to this size, and otherwise the first ones. */
const MAX_LISTED = 500
const LISTED_OF_MORE = 100

for (const language of LANGUAGES) i18n.addWords(language, inLanguage(firstView, language))

/** Returns a function that renders the page of one menu. @param template the page of the build, with an empty root */
export function pageRenderer(template: string, { settings, hours, menu, promotions, now }: PageResponses) {
  const { language } = settings
  i18n.changeLanguage(language)
  const list = plainList(menu, settings)
  // The page does not need the hours themselves before it has the whole menu.
  const marked = withOffers(withNotNow(menu, now, settings.timeZone), now, settings.timeZone)
  const dishes = dishesOfPage(withLast(marked, true)).map((dish) =>
    publishedDish({ ...dish, servedHours: null, categoryServedHours: null }),
  )

  /** @param table the table of the address: null if there is none with its id, undefined without one in the address */
  return (table?: Pick<Table, 'id' | 'number'> | null): string => {
    const tables = table === undefined ? undefined : table === null ? [] : [table as Table]
    const responses: ServerData = { settings, hours, promotions, dishes, ...(tables && { tables }) }
    const page = markupOf(responses, table === undefined ? '' : `?table=${table?.id ?? 0}`)
    const title = `${t('menu.title')} · ${settings.restaurantName || 'Masa'}`
    return template
      .replace(/<html lang="\w+"/, () => `<html lang="${language}" data-ssr="${table?.id ?? ''}"`)
      .replace(/<title>.*<\/title>/, () => `<title>${escaped(title)}</title>`)
      .replace(
        '<div id="root"></div>',
        () =>
          `<div id="root">${page}</div>` +
          `<script type="application/json" id="${SERVER_DATA_ID}">${embeddable(responses)}</script>`,
      )
      .replace('</noscript>', () => `${list}</noscript>`)
  }
}

function markupOf(responses: ServerData, search: string): string {
  queryClient.clear()
  provideServerData(responses)
  try {
    const markup = renderToString(
      <Router ssrPath={paths.menu} ssrSearch={search}>
        <App />
      </Router>,
    )
    // React would load the pictures before the code; the browser finds them anyway.
    return markup.replace(/<link rel="preload" as="image"[^>]*>/g, '')
  } finally {
    queryClient.clear()
  }
}

/** The names and prices of the menu, for browsers without script and those that are too old. */
function plainList(menu: readonly MenuItem[], { language, currency }: Settings): string {
  const priceOf = ({ price, offer }: MenuItem) => loweredPrice(price, offer)
  const listed = menu.length <= MAX_LISTED ? menu : menu.slice(0, LISTED_OF_MORE)
  return menuSections(listed)
    .map((section) => {
      const dishes = section.items.map(
        (dish) => `<li>${escaped(nameIn(language, dish))} · ${escaped(formatMoney(priceOf(dish), currency))}</li>`,
      )
      return `<h2>${escaped(categoryIn(language, section))}</h2><ul>${dishes.join('')}</ul>`
    })
    .join('')
}

/** JSON that cannot end the element in which it is written. */
function embeddable(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
