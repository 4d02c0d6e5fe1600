import type { Page } from '@playwright/test'
import type { ShownPromotion } from '#shared/contracts/promotions.ts'
import { serveWithoutSsr } from './ssr.ts'

/** The second has no Romanian texts; the texts of the third are too long for the banner. */
export const PROMOTIONS: ShownPromotion[] = [
  { title: 'Soup Monday', titleRo: 'Lunea ciorbelor', description: 'All day', descriptionRo: 'Toată ziua' },
  { title: 'Trout week', titleRo: '', description: 'From the mountain farm', descriptionRo: '' },
  {
    title: 'A very long title that no banner of any restaurant has ever had the room for, not even on paper',
    titleRo:
      'Un titlu foarte lung, pentru care niciun afiș al niciunui restaurant n-a avut vreodată loc, nici pe hârtie',
    description: 'And a description that goes on, and on, and on, until there is no more of the banner left to fill.',
    descriptionRo: 'Și o descriere care continuă, și continuă, și continuă, până când nu mai rămâne nimic de umplut.',
  },
].map((texts, i) => ({ ...texts, id: i + 1, imageUrl: '' }))

/**
 * Responds to requests for promotions with `promotions`.
 * @param options.held delays the response until the returned function is called
 */
export async function servePromotions(
  page: Page,
  promotions: ShownPromotion[],
  { held = false } = {},
): Promise<() => void> {
  let release = () => {}
  const released = held ? new Promise<void>((resolve) => (release = resolve)) : undefined
  await serveWithoutSsr(page)
  await page.route('**/api/promotions', async (route) => {
    await released
    await route.fulfill({ json: promotions })
  })
  return () => release()
}
