/** Measures the owner's Orders tab on a slow tablet, with a year's orders: opening it, changing sub-tabs, tapping. */
import type { Browser, Page } from '@playwright/test'
import pg from 'pg'
import type { Plan } from '../plan.ts'
import type { BenchRestaurant } from './restaurant.ts'
import { measureTab } from './tablet.ts'

const ORDERS = 10_000
/** Orders in each of the two sub-tabs, pending and preparing. */
const ORDERS_PER_SUB_TAB = 90
const MAX_CHANGE_MS = 100
const MAX_TAP_MS = 50

/** The minimum for a card: one listener that counts taps. */
const MINIMAL_SCRIPT = `addEventListener('click', ({ target }) => {
  const button = target.closest('button')
  if (button) button.dataset.taps = Number(button.dataset.taps ?? 0) + 1
})`

export async function measureOrdersTab(
  browser: Browser,
  restaurant: BenchRestaurant,
  databaseUrl: string,
  plan: Plan,
): Promise<void> {
  await multiplyOrders(databaseUrl)
  await measureTab(browser, restaurant, plan, {
    title: `The Orders tab on a tablet, ${ORDERS.toLocaleString('en')} orders, ${ORDERS_PER_SUB_TAB} of them pending and as many being made`,
    path: '/dashboard',
    shown: { selector: 'article', name: 'cards' },
    script: MINIMAL_SCRIPT,
    measured: [
      { what: 'another sub-tab', measure: changeSubTab, maxMs: MAX_CHANGE_MS },
      { what: 'a tap on a card', measure: tapLine, maxMs: MAX_TAP_MS },
    ],
  })
}

/** Milliseconds from the tap on the other sub-tab to the frame that shows its cards. */
function changeSubTab(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const tabs = [...document.querySelectorAll<HTMLElement>('[role=tablist]')].at(-1)?.querySelectorAll('[role=tab]')
    const [pending, preparing] = tabs ? [...tabs] : []
    const next = (pending?.getAttribute('aria-selected') === 'true' ? preparing : pending) as HTMLElement
    const began = performance.now()
    next.click()
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const took = performance.now() - began
    await new Promise((resolve) => setTimeout(resolve, 1500))
    return took
  })
}

/** Milliseconds from the tap on a line, which opens its dialog, to the next frame. */
function tapLine(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const cards = document.querySelectorAll('article')
    const line = cards[Math.floor(cards.length / 2)]?.querySelector<HTMLElement>('li button')
    line?.scrollIntoView({ block: 'center' })
    await new Promise((resolve) => setTimeout(resolve, 500))
    const began = performance.now()
    line?.click()
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const took = performance.now() - began
    await new Promise((resolve) => setTimeout(resolve, 500))
    document.querySelector<HTMLElement>('[role=dialog] button')?.click()
    await new Promise((resolve) => setTimeout(resolve, 500))
    return took
  })
}

/** Copies the sample's orders until there are enough: 90 pending, 90 preparing, the others completed. */
async function multiplyOrders(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const columns =
      'customer_id, customer_name, phone_number, email, dining_option, table_id, table_number, notes, total, currency, ' +
      'version, changed_version, tickets, token_hash, search_text, updated_at, seen_at'
    const lines = 'menu_item_id, quantity, name, name_ro, price, notes, guest_name'
    await client.query(
      `with wanted as (
         select o.*, row_number() over (order by n, o.id) as nth from orders o, generate_series(1, $1::int) n
       ), placed as (
         insert into orders (${columns}, status, created_at)
         select ${columns}, case when nth <= $2 then 'pending' when nth <= 2 * $2::int then 'preparing' else 'completed' end,
           now() - nth * interval '20 seconds'
         from wanted where nth <= $1
         returning id
       ), with_lines as (select id from placed)
       insert into order_items (order_id, ${lines})
       select placed.id, ${lines
         .split(', ')
         .map((column) => `i.${column}`)
         .join(', ')}
       from placed join lateral (
         select * from order_items where order_id = 1 + placed.id % (select count(*) from orders)
       ) i on true`,
      [ORDERS, ORDERS_PER_SUB_TAB],
    )
    await client.query('analyze')
  } finally {
    await client.end()
  }
}
