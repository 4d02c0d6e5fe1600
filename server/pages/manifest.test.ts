import { expect, it } from 'vitest'
import { CACHED_PATHS } from '#shared/domain/cached-responses.ts'
import { testServer } from '../testing/app.ts'

const server = testServer()

it('the manifest contains the restaurant’s name and language', async () => {
  const before = await server.call('GET', '/manifest.webmanifest')
  expect(before.headers['content-type']).toBe('application/manifest+json; charset=utf-8')
  expect(before.headers['cache-control']).toBe('no-cache')
  expect(before.json()).toMatchObject({ name: 'Masa', short_name: 'Masa', lang: 'en' })
  await server.asOwner('PATCH', '/api/settings', { restaurantName: 'La Nuc „Vechi”', language: 'ro' })
  const after = (await server.call('GET', '/manifest.webmanifest')).json()
  expect(after).toMatchObject({ name: 'La Nuc „Vechi”', short_name: 'La Nuc „Vechi”', lang: 'ro' })
  expect(after).toMatchObject({ id: '/menu', start_url: '/menu', display: 'standalone', theme_color: '#fbf7f2' })
})

it('exactly the responses that the menu page caches are marked as cacheable, and only without a session cookie', async () => {
  expect([...CACHED_PATHS]).toHaveLength(6)
  for (const path of CACHED_PATHS) {
    const response = await server.call('GET', path)
    expect([path, response.statusCode, response.headers['masa-for-everybody']]).toEqual([path, 200, '1'])
    expect([path, (await server.asOwner('GET', path)).headers]).toEqual([
      path,
      expect.not.objectContaining({ 'masa-for-everybody': expect.anything() }),
    ])
  }
  for (const path of ['/api/menu?all', '/api/setup', '/api/user', '/api/orders', '/healthz', '/menu'])
    expect((await server.call('GET', path)).headers).not.toHaveProperty('masa-for-everybody')
})
