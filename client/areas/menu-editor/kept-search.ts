import { useState } from 'react'
import * as z from 'zod/mini'
import { stored } from '../../lib/browser/storage.ts'
import { DISH_FILTERS, type DishFilter } from './filters.ts'

const searchSchema = z.object({ query: z.string(), filter: z.enum(DISH_FILTERS) })
/** The last search of this browser tab, kept while another tab of the dashboard is open, and across a reload. */
const storedSearch = stored('menuSearch', 1, (value) => searchSchema.safeParse(value).data, 'tab')

/** The text and the filter by which the menu tab is searched, and functions to set them. */
export function useKeptSearch() {
  const [search, setSearch] = useState(() => storedSearch.read() ?? { query: '', filter: 'all' as DishFilter })
  const [change] = useState(() => (part: Partial<typeof search>) => {
    setSearch((before) => {
      const next = { ...before, ...part }
      storedSearch.write(next)
      return next
    })
  })
  return { ...search, change }
}
