import * as z from 'zod/mini'
import { brokenForm } from './log.ts'

/** The body of a response, made by its contract: without unknown fields, moments as text. */
export function bodyOf(schema: z.ZodMiniType, response: unknown): string {
  const parsed = z.safeParse(schema, response)
  return JSON.stringify(parsed.success ? parsed.data : z.parse(schema, brokenForm(schema, withinNumbers(response))))
}

/** A response whose numbers are ones that JSON can tell apart: a sum of stored amounts may be larger. */
function withinNumbers(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data), (_, value: unknown) =>
    typeof value === 'number' ? Math.max(-Number.MAX_SAFE_INTEGER, Math.min(value, Number.MAX_SAFE_INTEGER)) : value,
  )
}
