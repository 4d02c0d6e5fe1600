import type { Browser, Page } from '@playwright/test'
import type { Duty } from '#shared/domain/access.ts'
import type { Language } from '#shared/domain/language.ts'
import { expect, OWNER, type Restaurant, recordSoundPlays } from './fixtures.ts'
import { setLanguage } from './language.ts'

const PASSWORD = 'secret-staff'

/** The page of each duty, and the size of the device on which it is used. */
const SCREENS: Record<Duty, { path: string; viewport: { width: number; height: number } }> = {
  kitchen: { path: '/kitchen', viewport: { width: 1280, height: 900 } },
  floor: { path: '/floor', viewport: { width: 360, height: 740 } },
}

/** Signs somebody in who has this one duty, on a device of their own, and opens the page of the duty there. */
export async function openAsStaff(
  browser: Browser,
  { url, asOwner }: Restaurant,
  { username, duty, language = 'en' }: { username: string; duty: Duty; language?: Language },
): Promise<Page> {
  const account = { username, password: PASSWORD }
  const created = await asOwner('POST', '/api/users', { ...account, duties: [duty], currentPassword: OWNER.password })
  // Another test or device may have created the user.
  expect(created.status === 201 || ((await created.json()) as { code: string }).code === 'username_taken').toBe(true)
  const { path, viewport } = SCREENS[duty]
  const context = await browser.newContext({ baseURL: url, viewport })
  await setLanguage(context, language)
  await recordSoundPlays(context)
  const signedIn = await context.request.post('/api/login', { data: account, headers: { origin: url } })
  expect(signedIn.status()).toBe(200)
  const page = await context.newPage()
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  return page
}
