import type { Traffic } from '#server/testing/database-traffic.ts'

/*
 * The limits of a visit, a request and a change, in figures that do not depend on the machine. The tests beside
 * this file, and e2e/guest/script-budget.test.ts, measure them. A change that costs more raises the number in its own
 * commit, with the reason; one that costs less lowers it (docs/performance.md#budgets).
 */

/**
 * Script of a guest's page, in bytes of the compressed bodies: until a dish can be added to the cart, in one language. It
 * has paid for what marks a dish that is not served now, for what a dish of the lean menu leaves out, for what lets a
 * browser translate the page, for prices that a rule lowers and rounds, and for the offer that a category's heading names.
 * The same script takes from 94,380 to 94,615 bytes with other names of its parts, which do not compress.
 */
export const FIRST_DISH_SCRIPT_BYTES = 94_620
/**
 * The same once the page is idle, with all that it fetches early. It has paid for the button that calls a waiter, the
 * notice of a lost network, which cannot be loaded when it is needed, pickup times, a menu that is fetched again after a
 * failure, toasts that a resting mouse does not keep, and the lines of categories that are not served now.
 */
export const IDLE_SCRIPT_BYTES = 163_650

/**
 * The styles inside a guest's page, and the whole page with its first dishes and all promotions of the sample as brotli:
 * all that its first paint waits for.
 */
export const FIRST_STYLES_BYTES = 35_400
export const FIRST_PAGE_BYTES = 20_900
/** The elements of a hundred cards, without what a picture loads. */
export const HUNDRED_CARDS_ELEMENTS = 2_480

/**
 * Script of staff's pages, until an order can be ticked and a table opened, and until the dashboard shows its orders: bytes
 * of the compressed bodies, and files, each of which costs a tablet's processor time besides its code.
 */
export const SERVICE_SCRIPT = { bytes: 127_600, files: 8 }
export const DASHBOARD_SCRIPT = { bytes: 277_200, files: 20 }

/** The orders that the dashboard waits for before it shows its first cards, in bytes of JSON. */
export const FIRST_ORDERS_BYTES = 24_000
/** What the page fetches when a dish has been changed on it. */
export const FETCHES_PER_SAVE = ['/api/menu', '/api/menu/categories', '/api/menu/options']

/** A dish in GET /api/menu that has only its names, price and category, in bytes of JSON without these texts. */
export const LISTED_DISH_BYTES = 270

/**
 * Database traffic of each request in a restaurant with hours, pickup, payments and a printer; a guest's order is taken
 * away. Requests are named in traffic.test.ts.
 */
export const TRAFFIC = {
  'an order of a guest': { statements: 11, roundTrips: 7 },
  'an order for a table': { statements: 9, roundTrips: 6 },
  'the same order again': { statements: 6, roundTrips: 4 },
  'the next status of an order': { statements: 9, roundTrips: 8 },
  'the menu': { statements: 0, roundTrips: 0 },
  'the categories': { statements: 0, roundTrips: 0 },
  'the settings': { statements: 1, roundTrips: 1 },
  'the promotions': { statements: 1, roundTrips: 1 },
  'the tables': { statements: 2, roundTrips: 2 },
  'the board': { statements: 5, roundTrips: 5 },
  'the summary': { statements: 4, roundTrips: 4 },
  'the summary for twenty boards at once': { statements: 8, roundTrips: 8 },
  'a page of older orders': { statements: 4, roundTrips: 4 },
  'a search among orders': { statements: 4, roundTrips: 4 },
  'a page of customers': { statements: 3, roundTrips: 3 },
  'one customer': { statements: 7, roundTrips: 7 },
  'a report': { statements: 8, roundTrips: 8 },
} satisfies Record<string, Traffic>

/** Database traffic of an announcement until all sockets have its frame. */
export const LIVE_TRAFFIC = {
  'an announced order': { statements: 3, roundTrips: 1 },
  'a change of a shared cart': { statements: 10, roundTrips: 8 },
} satisfies Record<string, Traffic>

/** The local times that an order computes in a restaurant with opening and served hours; `Intl` is slow. */
export const LOCAL_TIMES = { 'as soon as possible': 5, 'at a chosen time': 4, 'at a table': 2 }
