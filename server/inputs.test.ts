import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { clientFrameSchema } from '#shared/contracts/live.ts'
import { declaredEndpoints } from './testing/endpoints.ts'

type Schema = z.core.$ZodType
const isText = (schema: Schema) => schema._zod.def.type === 'string'

/** The schemas within a schema, itself included, by their path in the input. */
function leaves(schema: Schema, path: string): [path: string, schema: Schema][] {
  const { def } = schema._zod as { def: z.core.$ZodTypes['_zod']['def'] }
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([key, field]) => leaves(field as Schema, `${path}.${key}`))
    case 'array':
      return leaves(def.element, `${path}[]`)
    case 'union':
      return def.options.flatMap((option) => leaves(option, path))
    case 'record':
      return [...leaves(def.keyType, `${path} keys`), ...leaves(def.valueType, `${path}{}`)]
    case 'optional':
    case 'nullable':
    case 'default':
      return leaves(def.innerType, path)
    case 'pipe':
      // Text that becomes a number is checked as a whole: its rules may stand before or after that.
      return isText(def.in) ? [[path, schema]] : [...leaves(def.in, path), ...leaves(def.out, path)]
    case 'string':
    case 'number':
    case 'literal':
    case 'enum':
      return [[path, schema]]
    default:
      return []
  }
}

const inputs = declaredEndpoints.flatMap(({ method, path, params, query, body }) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? leaves(schema, `${method} ${path} ${part}`) : [],
  ),
)
const frames = leaves(clientFrameSchema, 'frame')
const accepts = (schema: Schema, value: unknown) => z.safeParse(schema, value).success
/** Totals to compare, whole minor units; the random ids of changes, which are kept as JSON. */
const LARGE = new Set([
  'frame.ref',
  'POST /api/orders body.total',
  'POST /api/shared-sessions/:id/complete body.total',
  'POST /api/payments body.due',
  'POST /api/fiscal/left body.amount',
])

describe('a number in an input', () => {
  const numbers = [...inputs, ...frames].filter(([, schema]) =>
    [1, '1'].some((one) => z.safeParse(schema, one).data === 1),
  )

  it('is found in every contract that has one', () => {
    expect(numbers.length).toBeGreaterThan(100)
  })

  it.each(numbers)('has a place in PostgreSQL’s integers: %s', (path, schema) => {
    const largest = LARGE.has(path) ? 2 ** 53 : 2 ** 31
    for (const tooLarge of [largest, 2 ** 53, -largest - 1]) {
      expect([accepts(schema, tooLarge), accepts(schema, String(tooLarge))]).toEqual([false, false])
    }
  })
})

describe('a date in an input', () => {
  const at = (day: string) => [day, `${day}T12:00:00.000Z`]
  const taken = (schema: Schema, day: string) => at(day).some((one) => accepts(schema, one))
  const dates = inputs.filter(([, schema]) => taken(schema, '2026-02-28') && !taken(schema, '2026-02-30'))

  it('is found in every contract that has one', () => {
    expect(dates.length).toBeGreaterThan(20)
  })

  it.each(dates)('is within a century: %s', (_, schema) => {
    const days = ['0000-01-01', '1999-12-31', '2000-01-01', '2099-12-31', '2100-01-01', '9999-12-31']
    expect(days.filter((day) => taken(schema, day))).toEqual(['2000-01-01', '2099-12-31'])
  })
})

describe('a name in an input', () => {
  const typed = 'Ana \u00a0 Pop\r\n\tX\u2028Y\u2029Z'
  // Existing users sign in with the names that they have.
  const names = inputs.filter(
    ([path, schema]) =>
      /[. ](\w*name(Ro)?|category(Ro)?|label|title\w*|tags\[\])$/i.test(path) &&
      // Nobody reads the file name of a backup as a text.
      !/^POST \/api\/(login|backups)|^DELETE/.test(path) &&
      accepts(schema, typed),
  )

  it('is found in every contract that has one', () => {
    expect(names.length).toBeGreaterThan(30)
  })

  it.each(names)('is one line, with one space between words: %s', (_, schema) => {
    expect(z.parse(schema, typed)).toBe('Ana Pop X Y Z')
  })
})

describe('a change', () => {
  const changes = declaredEndpoints.flatMap(({ method, path, body }) =>
    method === 'PATCH' && body ? [[path, body] as const] : [],
  )

  it.each(changes)('sets nothing that was not sent: %s', (_, body) => {
    const { data = {} } = z.safeParse(body, {})
    expect(Object.values(data as object).filter((value) => value !== undefined)).toEqual([])
  })
})
