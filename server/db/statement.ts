import type { Reader } from './connect.ts'

/**
 * A query of Drizzle's that is built once for each connection, and parsed there once by PostgreSQL: for what every
 * order needs.
 * @param build makes it, with `.prepare(name)` at its end and a name that no other statement has
 */
export function prepared<Query>(build: (db: Reader) => Query): (db: Reader) => Query {
  const built = new WeakMap<Reader, Query>()
  return (db) => {
    const query = built.get(db) ?? build(db)
    built.set(db, query)
    return query
  }
}

/**
 * The same for SQL that Drizzle has no words for.
 * @param name one that no other statement has
 * @param text with $1, $2 … for the values
 */
export function statement<Row>(name: string, text: string): (db: Reader, values: unknown[]) => Promise<Row[]> {
  return async (db, values) => (await db.$client.query({ name, text, values })).rows
}
