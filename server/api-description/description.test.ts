import path from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import openapiTS, { astToString } from 'openapi-typescript'
import { describe, expect, it } from 'vitest'
import { ERRORS } from '#shared/contracts/errors.ts'
import { IMPERSONAL_FIELDS } from '#shared/contracts/webhooks.ts'
import { takeaway, testServer } from '../testing/app.ts'
import { declaredEndpoints } from '../testing/endpoints.ts'
import { listenUrl } from '../testing/phone.ts'
import { ROOT_FOLDER, runNode, temporaryProject } from '../testing/project.ts'

const REF = '#/components/schemas/'
const server = testServer()

interface Operation {
  operationId: string
  security: object[]
  parameters: { name: string; required: boolean }[]
  responses: Record<string, { content?: { 'application/json': { schema: object } } }>
}
interface Described {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, { properties: Record<string, object> }> }
}
const describedApi = async () => (await server.call('GET', '/api/openapi.json')).json<Described>()

describe('the description of the API', () => {
  it('has what is routed: every declared endpoint, and no other', async () => {
    const described = Object.entries((await describedApi()).paths).flatMap(([route, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${route.replaceAll(/{(\w+)}/g, ':$1')}`),
    )
    expect(described.sort()).toEqual(declaredEndpoints.map(({ method, path }) => `${method} ${path}`).sort())
  })

  it('is compressed, and 304 while it is unchanged', async () => {
    const get = (headers: Record<string, string>) => server.call('GET', '/api/openapi.json', undefined, { headers })
    const responses = await Promise.all(['br', 'gzip', ''].map((accepted) => get({ 'accept-encoding': accepted })))
    expect(responses.map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined])
    const [small, , plain] = responses
    expect((small?.rawPayload.length ?? 0) * 8).toBeLessThan(plain?.rawPayload.length ?? 0)
    expect(small?.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'Accept-Encoding' })
    const known = await get({ 'accept-encoding': 'br', 'if-none-match': String(small?.headers.etag) })
    expect([known.statusCode, known.body]).toEqual([304, ''])
  })

  it('is valid', async () => {
    const { body } = await server.call('GET', '/api/openapi.json')
    expect(await problemsOf(body)).toEqual([])
    const wrong = JSON.parse(body)
    wrong.paths['/api/orders'].post.requestBody.content['application/json'].schema = { $ref: '#/components/schemas/No' }
    expect(await problemsOf(JSON.stringify(wrong))).not.toEqual([])
  })

  it('names the schemas, the same for both directions', async () => {
    const { paths, components } = await describedApi()
    const orders = paths['/api/orders']?.get?.responses[200]?.content?.['application/json'].schema
    expect(orders).toEqual({ type: 'array', items: { $ref: '#/components/schemas/Order' } })
    expect(Object.keys(components.schemas)).toEqual(
      expect.arrayContaining(['Order', 'OrderInput', 'MenuItem', 'DishInput', 'Day', 'ErrorBody']),
    )
    expect(JSON.stringify(paths)).not.toContain('$defs')
  })

  it('says which requests need a key', async () => {
    const { paths } = await describedApi()
    const key = (path: string) => paths[path]?.post?.parameters.find(({ name }) => name === 'Idempotency-Key')
    expect(['/api/orders', '/api/payments', '/api/days/close'].map((path) => key(path)?.required)).toEqual([
      false,
      true,
      true,
    ])
  })

  it('says of each field of an error, and of a device, what it has', async () => {
    const { schemas } = (await describedApi()).components
    const { properties = {} } = schemas.ErrorBody ?? {}
    expect(Object.keys(properties).filter((field) => Object.keys(properties[field] ?? {}).length === 0)).toEqual([])
    expect(properties).toMatchObject({
      ...{ rule: { $ref: `${REF}PriceRule` }, reservation: { $ref: `${REF}Reservation` } },
      ...{ settings: { $ref: `${REF}Settings` }, order: { $ref: `${REF}Order` } },
    })
    expect(schemas.Printer?.properties.profile).toMatchObject({ anyOf: [{ $ref: `${REF}FiscalProfile` }, {}] })
  })

  it('has an event as other programs receive it', async () => {
    const { webhooks } = (await server.call('GET', '/api/openapi.json')).json()
    expect(webhooks.event.post.requestBody.content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/SentEvent',
    })
  })

  it('requires no field of an event that is left out without personal data', async () => {
    const { body } = await server.call('GET', '/api/openapi.json')
    const description = JSON.parse(body)
    const { schemas } = description.components
    const [order, payment, day] = schemas.SentEvent.properties.data.anyOf[0].anyOf
    expect([order, payment, day]).toEqual(['Order', 'Payment', 'Day'].map((name) => ({ $ref: `${REF}Sent${name}` })))
    const required = [order, payment, day].flatMap((schema) => requiredIn(schema, schemas))
    expect(required).toEqual(expect.arrayContaining(['status', 'menuItemId', 'method', 'counted']))
    expect(required.filter((field) => !IMPERSONAL_FIELDS.includes(field))).toEqual([])
    expect(requiredIn(schemas.Order, schemas)).toEqual(expect.arrayContaining(['customerName', 'guestName', 'user']))
  })

  it('says what each error code means', async () => {
    const { code } = (await describedApi()).components.schemas.ErrorBody?.properties ?? {}
    const description = Object.entries(ERRORS).map(([name, status]) =>
      expect.stringContaining(`\`${name}\` (${status}): `),
    )
    for (const line of description) expect(code).toMatchObject({ enum: Object.keys(ERRORS), description: line })
    expect(code).not.toMatchObject({ description: expect.stringContaining('errors.') })
  })
})

/** The fields that a schema requires, at any depth. */
function requiredIn(schema: unknown, schemas: Record<string, unknown>): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { $ref, required = [], ...more } = schema as { $ref?: string; required?: string[] }
  const referred = $ref === undefined ? [] : requiredIn(schemas[$ref.slice(REF.length)], schemas)
  return [...required, ...referred, ...Object.values(more).flatMap((part) => requiredIn(part, schemas))]
}

/** An order, as somebody writes it who has only the generated types. */
const CLIENT = `import type { paths } from './api.ts'

type Place = paths['/api/orders']['post']
type Sent = Place['requestBody']['content']['application/json']
type Placed = Place['responses'][201]['content']['application/json']
type Refused = Place['responses']['4XX']['content']['application/json']

const { MASA_URL = '', ORDER = '' } = process.env
const { menuItemId, total } = JSON.parse(ORDER) as { menuItemId: number; total: number }
const order: Sent = {
  items: [{ menuItemId, quantity: 2 }],
  total,
  diningOption: 'takeaway',
  customerName: 'Ana Pop',
  phoneNumber: '0712 345 678',
}
// @ts-expect-error the quantity is a number
export const wrong: Sent = { ...order, items: [{ menuItemId, quantity: '2' }] }

const response = await fetch(MASA_URL + '/api/orders', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(order),
})
if (response.ok) {
  const { id, status, items } = (await response.json()) as Placed
  console.log(JSON.stringify({ id, status, lines: items.map(({ name, quantity }) => [name, quantity]) }))
} else {
  const refused = (await response.json()) as Refused
  console.log(refused.code satisfies 'price_changed' | string | undefined)
}
`

it('a client generated from it compiles, and places an order', async () => {
  const { body } = await server.call('GET', '/api/openapi.json')
  const folder = temporaryProject({
    'api.ts': astToString(await openapiTS(body, { defaultNonNullable: false })),
    'client.ts': CLIENT,
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({
      extends: path.join(ROOT_FOLDER, 'tsconfig.base.json'),
      compilerOptions: { lib: ['ES2024'], types: ['node'] },
      include: ['*.ts'],
    }),
  })
  expect(await runNode(['node_modules/typescript/bin/tsc', '-p', '.'], folder)).toBe('')

  const { items, total } = takeaway(server)
  const MASA_URL = await listenUrl(server.app)
  const run = (order: object) => runNode(['client.ts'], folder, { MASA_URL, ORDER: JSON.stringify(order) })
  const order = { menuItemId: items[0]?.menuItemId, total }
  expect(JSON.parse(await run(order))).toEqual({
    ...{ id: expect.any(Number), status: 'pending', lines: [['Bean soup', 2]] },
  })
  expect(await run({ ...order, total: 1 })).toBe('price_changed\n')
})

async function problemsOf(source: string): Promise<string[]> {
  // The router prefers a path without a parameter.
  const config = await createConfig({ extends: ['recommended-strict'], rules: { 'no-ambiguous-paths': 'off' } })
  const problems = await lintFromString({ source, config })
  return problems.map(({ message, location }) => `${location.map(({ pointer }) => pointer).join()}: ${message}`)
}
