import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** SQL for a JSON object, with a column or an expression for each field of a type. */
export function jsonObject<Type>(fields: Record<keyof Type & string, SQLWrapper>): SQL<Type> {
  const pairs = Object.entries<SQLWrapper>(fields).map(([field, value]) => sql`${sql.raw(`'${field}'`)}, ${value}`)
  return sql`json_build_object(${sql.join(pairs, sql`, `)})`
}

/** SQL that aggregates a query's rows into an ordered JSON array; an empty array if there are none. */
export function jsonList<Type>(element: SQL<Type>, order: SQLWrapper): SQL<Type[]> {
  return sql`coalesce(json_agg(${element} order by ${order}), '[]')`
}
