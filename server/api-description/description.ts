/// <reference types="vite/types/importMeta.d.ts" />
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint } from '#shared/contracts/base/endpoint.ts'
import { CHANGED_ENTRIES, ERRORS, type ErrorCode, errorBodySchema } from '#shared/contracts/errors.ts'
import { IMPERSONAL_FIELDS, sentEventSchema } from '#shared/contracts/webhooks.ts'
import { SCOPES } from '#shared/domain/access.ts'
import { mapValues } from '#shared/domain/objects.ts'
import { translator } from '#shared/i18n/words/index.ts'
import { type PublishedResponse, publishJson, sendPublished } from '../platform/published-response.ts'

type Json = Record<string, unknown>

const ABOUT =
  'Money is in minor units. Ids are whole numbers, moments ISO 8601 in UTC. New fields and codes may come at any time.'
const LICENSE = { name: 'AGPL-3.0-or-later', identifier: 'AGPL-3.0-or-later' }
const KEY = {
  ...{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } },
  description: 'A random text for one attempt: a repeated request with it gets the first response.',
}
const SECURITY_SCHEMES = {
  session: {
    ...{ type: 'apiKey', in: 'cookie', name: 'masa_session' },
    description: 'The login session of a user. The role says whom an endpoint allows; owners may use all of them.',
  },
  token: {
    ...{ type: 'http', scheme: 'bearer' },
    description: `The token of another program. The role is the scope that it needs, one of ${SCOPES.join(', ')}.`,
  },
}
const REF = '#/components/schemas/'
const ERROR = { $ref: '#/components/responses/Error' }

/** What the contracts export gives schemas and endpoints their names: `orderSchema` is `Order`. */
function exportedNames() {
  const files = import.meta.glob<Record<string, unknown>>(['../../shared/contracts/**/*.ts', '!**/*.test.ts'], {
    eager: true,
  })
  const schemas = z.registry<{ id: string }>()
  const operations = new Map<unknown, { operationId: string; tags: string[] }>()
  for (const [file, contract] of Object.entries(files)) {
    for (const [name, value] of Object.entries(contract)) {
      if (!(value instanceof z.ZodMiniType))
        operations.set(value, { operationId: name, tags: [path.basename(file, '.ts')] })
      else if (name.endsWith('Schema'))
        schemas.add(value, { id: name.charAt(0).toUpperCase() + name.slice(1, -'Schema'.length) })
    }
  }
  return { schemas, operations }
}

/** Serves the description of all that is routed. It is built at the first request. */
export function serveDescription(app: FastifyInstance): void {
  let description: Promise<PublishedResponse> | undefined
  app.get('/api/openapi.json', async (request, reply) => {
    description ??= publishJson(describeApi(app.endpoints))
    return sendPublished(await description, request, reply)
  })
}

/** Describes endpoints as OpenAPI 3.1. */
function describeApi(endpoints: readonly Endpoint[]): Json {
  const names = exportedNames()
  const schemas: Record<string, unknown> = {}

  /** Named schemas become references, and are added to `schemas`. */
  function described(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
    const {
      $schema,
      $defs = {},
      ...json
    } = z.toJSONSchema(schema, {
      io,
      metadata: names.schemas,
      unrepresentable: 'any',
      override: ({ jsonSchema }) => {
        // Long patterns say no more than these names.
        if (jsonSchema.format !== undefined) delete jsonSchema.pattern
        // A later version may send more fields.
        if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      },
    })
    for (const [name, named] of Object.entries($defs)) {
      schemas[name] ??= named
      if (!isDeepStrictEqual(schemas[name], named)) throw new Error(`${name} differs between requests and responses`)
    }
    return json
  }

  /** Adds a copy of a schema that requires none of the fields which an event lacks without `personal`. @returns its name */
  function withoutPersons(name: string): string {
    const text = JSON.stringify(schemas[name]).replaceAll(
      /#\/\$defs\/(\w+)/g,
      (_, part) => `#/$defs/${withoutPersons(part)}`,
    )
    const sent: unknown = JSON.parse(text, (key, value) =>
      key === 'required' && Array.isArray(value) ? value.filter((field) => IMPERSONAL_FIELDS.includes(field)) : value,
    )
    if (isDeepStrictEqual(sent, schemas[name])) return name
    schemas[`Sent${name}`] = sent
    return `Sent${name}`
  }

  function describedEvent(): Json {
    const event = described(sentEventSchema, 'output')
    const text = JSON.stringify(schemas.SentEvent)
    schemas.SentEvent = JSON.parse(
      text.replaceAll(/#\/\$defs\/(Order|Payment|Day)\b/g, (_, name) => `#/$defs/${withoutPersons(name)}`),
    )
    return event
  }

  function parameters(within: 'path' | 'query', schema: z.ZodMiniType | undefined): Json[] {
    if (!schema) return []
    const { properties = {}, required = [] } = described(schema, 'input') as { properties?: Json; required?: string[] }
    return Object.entries(properties).map(([name, property]) => ({
      ...{ name, in: within, required: required.includes(name), schema: property },
    }))
  }

  function bodyOf({ body, upload }: Endpoint): Json {
    if (!upload) return body ? { requestBody: { required: true, content: json(described(body, 'input')) } } : {}
    const { properties } = body ? described(body, 'input') : {}
    const file = { [upload.file]: { type: 'string', format: 'binary' } }
    const schema = { type: 'object', properties: { ...(properties as Json), ...file } }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }

  function operation(endpoint: Endpoint): Json {
    const {
      access,
      scopes = [],
      summary,
      params,
      query,
      response,
      stored,
      keyNeeded = false,
      status = 200,
      repeatStatus = status,
    } = endpoint
    const success = { description: 'Success', ...(response && { content: json(described(response, 'output')) }) }
    return {
      summary,
      security: [access === 'public' ? {} : { session: [access] }, ...scopes.map((scope) => ({ token: [scope] }))],
      parameters: [
        ...parameters('path', params),
        ...parameters('query', query),
        ...(stored ? [{ ...KEY, required: keyNeeded }] : []),
      ],
      ...bodyOf(endpoint),
      responses: { [status]: success, [repeatStatus]: success, '4XX': ERROR, '5XX': ERROR },
    }
  }

  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const url = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
    const described = { ...names.operations.get(endpoint), ...operation(endpoint) }
    paths[url] = { ...paths[url], [endpoint.method.toLowerCase()]: described }
  }
  const header = (name: string) => ({ name, in: 'header', required: true, schema: { type: 'string' } })
  const event = {
    operationId: 'event',
    security: [{}],
    summary: 'An event that an owner’s address hears of, signed as Standard Webhooks says. 2xx: it was received.',
    parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(header),
    requestBody: { required: true, content: json(describedEvent()) },
    responses: { '2XX': { description: 'Received' } },
  }
  const errorBody = described(errorBodySchema, 'output')
  describeErrors((schemas.ErrorBody as { properties: Json }).properties)
  const description = {
    openapi: '3.1.0',
    info: { title: 'Masa', version: '1', description: ABOUT, license: LICENSE },
    servers: [{ url: '/' }],
    paths,
    webhooks: { event: { post: event } },
    components: {
      schemas,
      responses: { Error: { description: 'An error, by its code', content: json(errorBody) } },
      securitySchemes: SECURITY_SCHEMES,
    },
  }
  return JSON.parse(JSON.stringify(description).replaceAll('#/$defs/', REF))
}

const json = (schema: Json) => ({ 'application/json': { schema } })

/** Adds what the schema leaves out because guests' pages do not need it: the codes, and what was changed meanwhile. */
function describeErrors(properties: Json): void {
  const t = translator('en')
  const codes = Object.keys(ERRORS) as ErrorCode[]
  const meanings = codes.map(
    (code) => `- \`${code}\` (${ERRORS[code]}): ${t(`errors.${code}`, { names: '…', name: '…' })}`,
  )
  Object.assign(properties, {
    code: { type: 'string', enum: codes, description: meanings.join('\n') },
    ...mapValues(CHANGED_ENTRIES, (name) => ({ $ref: REF + name })),
  })
}
