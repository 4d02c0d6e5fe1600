import { expect, it } from 'vitest'
import { CACHED_AT_HEADER } from '#shared/domain/cached-responses.ts'
import { OFFLINE_PAGE } from '#shared/i18n/offers.ts'
import { offlinePage } from './caching.ts'

it('leads to the stored menu, with its time, in both languages', async () => {
  const at = new Date(2026, 10, 24, 13, 48)
  const page = offlinePage(new Response('[]', { headers: { [CACHED_AT_HEADER]: String(at.getTime()) } }))
  const text = await page.text()
  expect([page.status, page.headers.get('cache-control')]).toEqual([503, 'no-store'])
  for (const { title, menuOf } of Object.values(OFFLINE_PAGE)) {
    expect(text).toContain(title)
    expect(text).toContain(`<a href="/menu">${menuOf} 13:48</a>`)
  }
})

it('offers only another try if no menu is stored', async () => {
  const text = await offlinePage(undefined).text()
  expect(text).not.toContain('/menu')
  for (const { retry } of Object.values(OFFLINE_PAGE)) expect(text).toContain(`<a href="">${retry}</a>`)
})
