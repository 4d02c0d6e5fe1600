import type { MenuItem } from '#shared/contracts/menu/menu.ts'
import type { ShownPromotion } from '#shared/contracts/promotions.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import type { Table } from '#shared/contracts/tables.ts'
import { firstDishesKey } from '../areas/menu/index.ts'
import { promotionsQuery } from '../areas/promotions/index.ts'
import { tablesQuery } from '../areas/tables/index.ts'
import { queryClient } from '../lib/api/query.ts'
import { allStyles } from '../lib/loading/all-styles.ts'
import { settingsQuery } from '../lib/settings/settings.ts'

/*
 * The first view of the menu as the server draws it (docs/decisions/029-first-view.md): the page contains the drawing
 * and the data of which it was made.
 */

declare global {
  interface Window {
    /** The elements of dishes that were added before the page worked; recorded by its first script. */
    masaTaps?: string[] | undefined
  }
}

/** What the drawing was made of: a part of each response. */
export interface DrawnAnswers {
  settings: Settings
  promotions: ShownPromotion[]
  dishes: MenuItem[]
  /** The table of the address, alone; empty if there is none with its id, undefined if the address has none. */
  tables?: Table[]
}

/** The id of the element with the data, as JSON. */
export const DRAWN_ANSWERS_ID = 'drawn-answers'

/**
 * Returns the data of the page's drawing, and whether the drawing fits this browser. Undefined without a drawing, or if
 * it has not arrived as a whole.
 */
export function takeDrawnAnswers(): { answers: DrawnAnswers; fits: boolean } | undefined {
  const { drawn } = document.documentElement.dataset
  if (drawn === undefined) return undefined
  try {
    const answers: DrawnAnswers = JSON.parse(document.getElementById(DRAWN_ANSWERS_ID)?.textContent ?? '')
    if (drawn !== 'hidden') return { answers, fits: true }
    // The table of the address, which may not be that of this browser.
    delete answers.tables
    return { answers, fits: false }
  } catch {
    document.documentElement.dataset.drawn = 'hidden'
    return undefined
  }
}

/** Makes the data of a drawing available to the components that render it. */
export function provideDrawnAnswers({ settings, promotions, dishes, tables }: DrawnAnswers): void {
  queryClient.setQueryData(settingsQuery.queryKey, settings)
  queryClient.setQueryData(promotionsQuery.queryKey, promotions)
  queryClient.setQueryData(firstDishesKey, dishes)
  if (tables) queryClient.setQueryData(tablesQuery.queryKey, tables)
}

let afterDrawing: (() => void) | undefined

/** Prepares what follows once React shows the menu of a drawing. From now on React receives the taps itself. */
export function expectMenu(): void {
  const { masaTaps = [] } = window
  window.masaTaps = undefined
  afterDrawing = () => {
    for (const dish of masaTaps) document.getElementById(dish)?.querySelector<HTMLElement>('[data-adds]')?.click()
    void allStyles()
    // The page requests the menu itself, as it has only some of the dishes.
    for (const { queryKey } of [settingsQuery, promotionsQuery, tablesQuery])
      void queryClient.invalidateQueries({ queryKey })
  }
}

/** Called when the menu works. */
export function menuWorks(): void {
  afterDrawing?.()
  afterDrawing = undefined
}
