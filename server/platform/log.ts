import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import * as z from 'zod/mini'
import { isRecord } from '#shared/domain/objects.ts'

/**
 * Creates the server's log. It never contains a person's input: of a failed query only code, constraint and table are
 * logged, because the database's messages and the query's parameters contain names, phone numbers and password hashes.
 */
export function createLog(level: string): Log {
  return pino({ level, serializers: { err: describeError } })
}

export type Log = FastifyBaseLogger

/** An error whose stack says nothing, for the log: it is serialized without its stack. */
export class WithoutStack {
  readonly error: unknown

  constructor(error: unknown) {
    this.error = error
  }
}

/** Serializes an error for the log without a person's input. */
export function describeError(logged: unknown): Record<string, unknown> {
  const hasStack = !(logged instanceof WithoutStack)
  const error = hasStack ? logged : logged.error
  if (!(error instanceof Error)) return { type: typeof error }
  if (error instanceof pg.DatabaseError) {
    return { type: 'DatabaseError', code: error.code, constraint: error.constraint, table: error.table }
  }
  // The stack begins with the message, which may contain lines that look like frames.
  const [, frames = ''] = error.stack?.split(`${error.message}\n`, 2) ?? []
  const cause = hasStack ? error.cause : new WithoutStack(error.cause)
  const inner = error.cause === undefined ? {} : { cause: describeError(cause) }
  const failedQuery = 'query' in error && 'params' in error
  const message = failedQuery ? {} : { message: error.message }
  return { type: error.name, ...message, ...(hasStack && { stack: frames }), ...inner }
}

/**
 * Returns the elements of a list that match their schema, without unknown fields. An element that does not match, perhaps
 * written by another version of Masa, is left out; its id and its invalid fields are logged.
 * @param listName name of the list for the log
 * @param showsBroken whether it is shown instead to those who can delete it, where its schema has `isBroken`
 */
export function readableElements<Element extends z.ZodMiniType>(
  element: Element,
  list: readonly unknown[],
  log: Log,
  listName: string,
  showsBroken = true,
): z.output<Element>[] {
  return list.flatMap((row) => {
    const parsed = z.safeParse(element, row)
    if (parsed.success) return [parsed.data]
    const issues = parsed.error.issues.map(({ path, code }) => `${path.join('.')}: ${code}`)
    log.error({ list: listName, id: idOf(row), issues }, 'a row that cannot be read was left out')
    const shown = showsBroken ? z.safeParse(element, brokenForm(element, row)) : parsed
    return shown.success ? [shown.data] : []
  })
}

/** A row that cannot be read as owners see it: with the first value that fits in each field that does not match, and `isBroken`. */
export function brokenForm(element: z.ZodMiniType, row: unknown): unknown {
  if (!isRecord(row) || !(element instanceof z.ZodMiniObject) || !('isBroken' in element.def.shape)) return row
  const fields = Object.entries(element.def.shape as Record<string, z.ZodMiniType>).map(([field, schema]) => {
    const fitting = [row[field], null, '', [], 0, false].find((value) => z.safeParse(schema, value).success)
    return [field, fitting]
  })
  return { ...Object.fromEntries(fields), isBroken: true }
}

const idOf = (row: unknown) => (isRecord(row) && typeof row.id === 'number' ? row.id : undefined)
