import * as z from 'zod/mini'
import { sampleMenu } from '#server/db/sample/index.ts'
import { dishInputSchema } from '#shared/contracts/menu/menu-editing.ts'
import { writeCsv } from './requests/csv.ts'

/** The dishes of the demo as CSV, without pictures, for owners who want to begin with something to change. */
export function sampleMenuCsv(): Buffer {
  const dishes = sampleMenu().map((dish) =>
    z.parse(dishInputSchema, { ...dish, imageUrl: '', allergensChecked: undefined }),
  )
  return Buffer.from(writeCsv(dishes))
}
