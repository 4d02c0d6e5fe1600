import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { testServer } from '#server/testing/app.ts'

const server = testServer()

it('serves the guide as plain text, and answers 304 while it is unchanged', async () => {
  const answer = await server.call('GET', '/api/docs/running')
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(answer.body).toBe(readFileSync(new URL('../docs/running.md', import.meta.url), 'utf8'))
  // The sign-in page links to these headings.
  for (const heading of ['A lost password', 'Serving over https']) expect(answer.body).toContain(`\n## ${heading}\n`)
  const again = { headers: { 'if-none-match': String(answer.headers.etag) } }
  expect((await server.call('GET', '/api/docs/running', undefined, again)).statusCode).toBe(304)
})
