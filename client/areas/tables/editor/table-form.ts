import * as z from 'zod/mini'
import { TABLE_NUMBER_MAX, type Table, tableInputSchema } from '#shared/contracts/tables.ts'

/** The message for a field that is empty or contains no whole number; the form shows it once for all fields. */
export const FILL_IN = 'tables.fillIn'

const whole = (rule: z.ZodMiniType<number, number>) =>
  z.pipe(
    z.pipe(
      z.string().check(
        z.overwrite((text) => text.trim()),
        z.regex(/^-?\d+$/, FILL_IN),
      ),
      z.transform(Number),
    ),
    rule,
  )

/** Parses the typed fields (docs/product/tables.md#tables-form). */
export const tableFormSchema = z.object({
  number: whole(tableInputSchema.shape.number),
  capacity: whole(tableInputSchema.shape.capacity),
  label: tableInputSchema.shape.label,
})
export type TypedTable = z.input<typeof tableFormSchema>

/** The number after the highest one, offered for the next table; empty if there is none. */
export function nextNumber(tables: readonly Table[]): string {
  const next = Math.max(0, ...tables.map(({ number }) => number)) + 1
  return next > TABLE_NUMBER_MAX ? '' : String(next)
}
