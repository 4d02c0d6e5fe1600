import * as z from 'zod/mini'
import type { Log } from './log.ts'

/**
 * Returns the elements of a list that match their schema, without unknown fields. An element that does not match, perhaps
 * written by another version of Masa, is left out; its id and its invalid fields are logged.
 * @param listName name of the list for the log
 * @param reqId the id of the request that gets the list, for the log
 */
export function readableElements<Element extends z.ZodMiniType>(
  element: Element,
  list: readonly unknown[],
  log: Log,
  listName: string,
  reqId?: string,
): z.output<Element>[] {
  return list.flatMap((row) => {
    const parsed = z.safeParse(element, row)
    if (parsed.success) return [parsed.data]
    const issues = parsed.error.issues.map(({ path, code }) => `${path.join('.')}: ${code}`)
    log.error({ reqId, list: listName, id: idOf(row), issues }, 'a row that cannot be read was left out')
    return []
  })
}

function idOf(row: unknown): number | undefined {
  if (typeof row !== 'object' || row === null || !('id' in row)) return undefined
  return typeof row.id === 'number' ? row.id : undefined
}
