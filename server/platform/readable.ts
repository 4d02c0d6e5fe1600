import * as z from 'zod/mini'
import type { Log } from './log.ts'

/**
 * The elements of a list that fit their schema, without fields that the schema lacks. An element that does not fit,
 * perhaps written by another version of Masa, is left out and logged by its id and the fields at fault.
 * @param of what the list is, for the log
 */
export function readable<Element extends z.ZodMiniType>(
  element: Element,
  list: readonly unknown[],
  log: Log,
  of: string,
): z.output<Element>[] {
  return list.flatMap((row) => {
    const parsed = z.safeParse(element, row)
    if (parsed.success) return [parsed.data]
    const faults = parsed.error.issues.map(({ path, code }) => `${path.join('.')}: ${code}`)
    log.error({ of, id: idOf(row), faults }, 'a row that cannot be read was left out')
    return []
  })
}

function idOf(row: unknown): number | undefined {
  if (typeof row !== 'object' || row === null || !('id' in row)) return undefined
  return typeof row.id === 'number' ? row.id : undefined
}
