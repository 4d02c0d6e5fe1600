import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { testServer } from '#server/testing/app.ts'

const server = testServer()

it('GET /api/docs/running returns the guide as plain text, and 304 while it is unchanged', async () => {
  const response = await server.call('GET', '/api/docs/running')
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(response.body).toBe(readFileSync(new URL('../../docs/running.md', import.meta.url), 'utf8'))
  // The sign-in page links to these headings.
  for (const heading of ['A lost password', 'Serving over https']) expect(response.body).toContain(`\n## ${heading}\n`)
  const repeated = { headers: { 'if-none-match': String(response.headers.etag) } }
  expect((await server.call('GET', '/api/docs/running', undefined, repeated)).statusCode).toBe(304)
})
