/** Measures the book of reservations on a slow tablet. */
import type { Browser } from '@playwright/test'
import { withClient } from '#server/testing/databases.ts'
import type { Plan } from '../plan.ts'
import type { BenchRestaurant } from './restaurant.ts'
import { measureTab } from './tablet.ts'

const RESERVATIONS = 60
const MAX_OPEN_MS = { alone: 600, beside: 750 }

export async function measureBook(
  browser: Browser,
  restaurant: BenchRestaurant,
  databaseUrl: string,
  plan: Plan,
): Promise<void> {
  await reserve(databaseUrl)
  await measureTab(browser, restaurant, plan, {
    title: `The book of a day with ${RESERVATIONS} reservations on a tablet`,
    path: '/dashboard?view=reservations',
    shown: { selector: 'main li', name: 'reservations' },
    script: '',
    maxOpenMs: MAX_OPEN_MS,
    measured: [],
  })
}

/** Fills the next hours: as many reservations at a time as there are tables, each at a table of its own. */
async function reserve(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query(
      `with places as (select id, row_number() over (order by number) - 1 as nth, count(*) over () as places from tables),
       wanted as (select id, now() + interval '40 min' * (n / places) as at, n from generate_series(0, $1::int - 1) n
         join places on nth = n % places)
       insert into reservations (at, until, party, name, phone_number, language, status, table_ids, source, seen_at, history, created_at)
       select at, at + interval '40 min', 2, 'Guest ' || n, '40722000111', 'ro', 'confirmed', array[id], 'house', now(), '[]', now()
       from wanted`,
      [RESERVATIONS],
    )
  })
}
