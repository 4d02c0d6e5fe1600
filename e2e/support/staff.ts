import type { Browser, BrowserContext, Page } from '@playwright/test'
import type { Duty } from '#shared/domain/access.ts'
import type { Language } from '#shared/domain/language.ts'
import { DICTIONARIES } from '#shared/i18n/words/index.ts'
import { collectProblems, expect, OWNER, type Restaurant, recordSoundPlays } from './fixtures.ts'
import { setLanguage } from './language.ts'
import { tableTest } from './shared-session.ts'

const PASSWORD = 'secret-staff'

/** The page of each duty, and the size of the device on which it is used. */
const SCREENS: Record<Duty, { path: string; viewport: { width: number; height: number } }> = {
  kitchen: { path: '/kitchen', viewport: { width: 1280, height: 900 } },
  floor: { path: '/floor', viewport: { width: 360, height: 740 } },
}

interface Staff {
  username: string
  duty: Duty
  language?: Language
  /** Called before the page opens. */
  prepare?: (context: BrowserContext) => Promise<unknown>
}

/** Signs somebody in who has this one duty, on a device of their own, and opens the page of the duty there. */
export async function openAsStaff(
  browser: Browser,
  { url, asOwner }: Restaurant,
  { username, duty, language = 'en', prepare }: Staff,
): Promise<Page> {
  const account = { username, password: PASSWORD }
  const created = await asOwner('POST', '/api/users', { ...account, duties: [duty], currentPassword: OWNER.password })
  // Another test or device may have created the user.
  expect(created.status === 201 || ((await created.json()) as { code: string }).code === 'username_taken').toBe(true)
  const { path, viewport } = SCREENS[duty]
  const context = await browser.newContext({ baseURL: url, viewport })
  await setLanguage(context, language)
  await recordSoundPlays(context)
  await prepare?.(context)
  const signedIn = await context.request.post('/api/login', { data: account, headers: { origin: url } })
  expect(signedIn.status()).toBe(200)
  const page = await context.newPage()
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
  return page
}

/** Opens the pages of staff; a console error, an unexpected request or a key in place of words fails the test. */
export const staffTest = tableTest.extend<{ openStaff: (staff: Staff) => Promise<Page> }>({
  openStaff: async ({ browser, restaurant, expectedProblems }, use) => {
    const opened: { username: string; context: BrowserContext; problems: string[] }[] = []
    await use((staff) =>
      openAsStaff(browser, restaurant, {
        ...staff,
        prepare: async (context) => {
          const problems = collectProblems(context, expectedProblems)
          opened.push({ username: staff.username, context, problems })
          await context.addInitScript(reportKeys, KEYS)
          await staff.prepare?.(context)
        },
      }),
    )
    await Promise.all(opened.map(({ context }) => context.close()))
    for (const { username, problems } of opened)
      expect(problems, `console errors and unexpected requests of ${username}`).toEqual([])
  },
})

/** Every key of the dictionaries. */
const KEYS = keysOf(DICTIONARIES.en)

function keysOf(words: object, prefix = ''): string[] {
  return Object.entries(words).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? keysOf(value, `${prefix}${name}.`) : [prefix + name],
  )
}

/** Runs in the page: a part of the words that was not loaded shows its keys, if only in a toast. */
function reportKeys(keys: string[]): void {
  const known = new Set(keys.filter((key) => key.includes('.')))
  const report = (node: Node) => {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    for (let text: Node | null = texts.currentNode; text; text = texts.nextNode()) {
      if (text.nodeType === Node.TEXT_NODE && known.has(text.textContent?.trim() ?? ''))
        reportError(new Error(`a key in place of words: ${text.textContent}`))
    }
  }
  new MutationObserver((changes) => {
    for (const { addedNodes, target, type } of changes) {
      if (type === 'characterData') report(target)
      else for (const node of addedNodes) report(node)
    }
  }).observe(document, { childList: true, characterData: true, subtree: true })
}
