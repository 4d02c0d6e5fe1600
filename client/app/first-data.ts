import type { Hours } from '#shared/contracts/hours.ts'
import type { PublishedDish } from '#shared/contracts/menu/menu.ts'
import type { ShownPromotion } from '#shared/contracts/promotions.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { wholeDishes } from '#shared/domain/menu/published-dish.ts'
import { firstDishesKey, menuQuery } from '../areas/menu/index.ts'
import { promotionsQuery } from '../areas/promotions/index.ts'
import { tablesQuery } from '../areas/tables/index.ts'
import { queryClient } from '../lib/api/query.ts'
import { paths } from '../lib/browser/paths.ts'
import { allStyles } from '../lib/loading/import-with-retry.ts'
import { hoursKey, hoursQuery, settingsQuery } from '../lib/settings/settings.ts'

/*
 * The data of the first view. A server-rendered page contains it (docs/decisions/029-first-view.md); for any other page,
 * the first script has requested it (client/index.html).
 */

declare global {
  interface Window {
    /** The buttons of dishes that were tapped before the page worked, and the one that is pressed now; recorded by its first script. */
    masaEarlyTaps?: (HTMLElement[] & { pressed?: HTMLElement | false | null }) | undefined
  }
}

/** What the server has rendered: a part of each response. */
export interface ServerData {
  settings: Settings
  hours: Hours
  promotions: ShownPromotion[]
  dishes: PublishedDish[]
  /** The table of the address, alone; empty if there is none with its id, undefined if the address has none. */
  tables?: Table[] | undefined
}

export const SERVER_DATA_ID = 'server-data'

/** Takes over a server-rendered page's data. @returns whether its view fits this browser; undefined for other pages */
export function takeServerData(): { fits: boolean } | undefined {
  const { dataset } = document.documentElement
  if (dataset.ssr === undefined) return undefined
  const fits = dataset.ssr !== 'hidden'
  try {
    const element = document.getElementById(SERVER_DATA_ID) as HTMLElement
    element.remove()
    const data: ServerData = JSON.parse(element.textContent)
    // The table of the address may not be that of this browser.
    provideServerData(fits ? data : { ...data, tables: undefined })
    return { fits }
  } catch {
    dataset.ssr = 'hidden'
    return undefined
  }
}

export function provideServerData({ settings, hours, promotions, dishes, tables }: ServerData): void {
  queryClient.setQueryData(settingsQuery.queryKey, settings)
  queryClient.setQueryData(hoursKey, hours)
  queryClient.setQueryData(promotionsQuery.queryKey, promotions)
  queryClient.setQueryData(firstDishesKey, wholeDishes(dishes))
  if (tables) queryClient.setQueryData(tablesQuery.queryKey, tables)
}

let afterFirstRender: (() => void) | undefined

/** Prepares what follows once a server-rendered menu works. */
export function expectMenu(): void {
  afterFirstRender = () => {
    void allStyles()
    // The page requests the menu itself, as it has only some of the dishes.
    for (const { queryKey } of [settingsQuery, hoursQuery, promotionsQuery, tablesQuery])
      void queryClient.invalidateQueries({ queryKey })
  }
}

/** The same button of a dish, also where a translator had changed the page, which was then rendered anew. */
function sameButton(button: HTMLElement): HTMLElement | null | undefined {
  const dish = button.closest('[id^=dish-]') as HTMLElement
  const shown = document.getElementById(dish.id)
  // What the dish has in the cart comes before it.
  if (button.matches('[data-adds]')) return shown?.querySelector<HTMLElement>('[data-adds]')
  return shown?.querySelectorAll('button')[[...dish.querySelectorAll('button')].indexOf(button as HTMLButtonElement)]
}

/** From now on React receives the taps itself. What the guest has tapped is shown before anything else is requested. */
export async function menuWorks(): Promise<void> {
  const requestMore = afterFirstRender ?? (() => {})
  afterFirstRender = undefined
  const pressed = window.masaEarlyTaps?.pressed
  if (pressed && !pressed.isConnected) finishPress(pressed)
  const isKept = document.documentElement.dataset.kept !== undefined
  // Its prices may be old: no dish is ordered before the menu has come (docs/decisions/018-offline-menu.md).
  if (isKept) {
    requestMore()
    await queryClient.fetchQuery(menuQuery).catch(() => {})
  }
  const { masaEarlyTaps = [] } = window
  window.masaEarlyTaps = undefined
  await repeatTaps(masaEarlyTaps)
  if (!isKept) setTimeout(requestMore)
}

/** How long after a press some browsers still send a click to what they find in its place. */
const CLICK_MS = 50

/** Clicks a button that was rendered anew while it was pressed: most browsers send no click for it. */
function finishPress(button: HTMLElement): void {
  const finished = new AbortController()
  const { signal } = finished
  for (const type of ['click', 'pointercancel'])
    addEventListener(type, () => finished.abort(), { signal, capture: true })
  const release = ({ target }: Event) =>
    setTimeout(() => {
      const shown = sameButton(button)
      if (!signal.aborted && shown?.contains(target as Node)) shown.click()
      finished.abort()
    }, CLICK_MS)
  addEventListener('pointerup', release, { signal, once: true })
}

async function repeatTaps(buttons: readonly HTMLElement[]): Promise<void> {
  for (const button of buttons) {
    sameButton(button)?.click()
    // The next one finds what this one has rendered.
    await null
  }
  // From now on React shows what the first script has shown.
  for (const shown of document.querySelectorAll('[data-early]')) shown.removeAttribute('data-early')
}

/** Loads what index.html has requested, for a first render with dishes. */
export function firstResponses(): Promise<unknown>[] {
  const rendered = queryClient.getQueryData(firstDishesKey)
  return [
    // Promotions are above the dishes: if there are none, the first render reserves no room for them. A page with dishes
    // of its own has the promotions too, and requests the menu later.
    ...(location.pathname === paths.menu && !rendered
      ? [queryClient.prefetchQuery(menuQuery), queryClient.prefetchQuery(promotionsQuery)]
      : []),
    // A rendered page whose view does not fit because of the guest's filter shows only the whole menu.
    ...(rendered && window.masaEarly?.['/api/menu'] ? [queryClient.prefetchQuery(menuQuery)] : []),
    // If the URL contains a table, the first render shows its number.
    ...(window.masaEarly?.['/api/tables'] ? [queryClient.prefetchQuery(tablesQuery)] : []),
  ]
}
