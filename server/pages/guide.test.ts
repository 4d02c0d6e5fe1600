import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { testServer } from '#server/testing/app.ts'

const server = testServer()

it.each(['running', 'operating'])('serves the guide %s as plain text, and 304 while it is unchanged', async (name) => {
  const response = await server.call('GET', `/api/docs/${name}`)
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(response.body).toBe(readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8'))
  const repeated = { headers: { 'if-none-match': String(response.headers.etag) } }
  expect((await server.call('GET', `/api/docs/${name}`, undefined, repeated)).statusCode).toBe(304)
})
