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

declare const isStatement: unique symbol

/** SQL with values that have names; it is sent as it is called. */
export type Statement<Values extends object, Row> = ((db: Reader, values: Values) => Promise<Row[]>) & {
  readonly [isStatement]: true
}

/**
 * The same as `prepared` for SQL that Drizzle has no words for.
 * @param name one that no other statement has
 * @param write makes the text once; `given.price` in it stands for the value `price`, as $1, $2 …
 */
export function statement<Values extends object, Row = never>(
  name: string,
  write: (given: Readonly<Record<keyof Values, string>>) => string,
): Statement<Values, Row> {
  const names: (keyof Values)[] = []
  const place = (_: unknown, value: string | symbol) => {
    const key = value as keyof Values
    if (!names.includes(key)) names.push(key)
    return `$${names.indexOf(key) + 1}`
  }
  const text = write(new Proxy({}, { get: place }) as Record<keyof Values, string>)
  const send = async (db: Reader, values: Values): Promise<Row[]> => {
    const { rows } = await db.$client.query({ name, text, values: names.map((key) => values[key]) })
    return rows
  }
  return send as Statement<Values, Row>
}
