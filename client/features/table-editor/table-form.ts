import * as z from 'zod/mini'
import { TABLE_NUMBER_MAX, type Table, tableInputSchema } from '#shared/contracts/tables.ts'

/** The message of a field that is empty or no whole number; the form says it once for all of them. */
export const FILL_IN = 'tables.fillIn'

const whole = (rule: z.ZodMiniType<number, number>) =>
  z.pipe(
    z.pipe(
      z.string().check(
        z.overwrite((typed) => typed.trim()),
        z.regex(/^-?\d+$/, FILL_IN),
      ),
      z.transform(Number),
    ),
    rule,
  )

/** The two fields as they are typed (docs/product.md#tables-form). */
export const tableFormSchema = z.object({
  number: whole(tableInputSchema.shape.number),
  capacity: whole(tableInputSchema.shape.capacity),
})
export type TypedTable = z.input<typeof tableFormSchema>

/** The number after the highest one, as the form offers it for the next table; empty where there is none. */
export function nextNumber(tables: readonly Table[]): string {
  const next = Math.max(0, ...tables.map(({ number }) => number)) + 1
  return next > TABLE_NUMBER_MAX ? '' : String(next)
}
