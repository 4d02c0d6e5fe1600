import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { type PageTranslator, translatePage } from '../../client/testing/translate-page.ts'
import { expect, type Restaurant } from '../support/fixtures.ts'
import { tableTest } from '../support/shared-session.ts'

/* A window of WebKit, by WebDriver: WebKitWebDriver starts WebKitGTK's MiniBrowser on a screen of Xvfb. */

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
export const DIALOG = '[role=dialog]'
export const inDialog = (selector: string) => `${DIALOG} ${selector}`

type ElementReference = Record<typeof ELEMENT, string>

/** What is looked for: the first visible element that matches a selector, and whose name or text matches. */
type Target = readonly [selector: string, name?: RegExp | string]

export class WebKitWindow {
  private readonly session: string
  private readonly restaurant: Restaurant
  private readonly pageTranslator: PageTranslator | undefined

  constructor(session: string, restaurant: Restaurant, pageTranslator: PageTranslator | undefined) {
    this.session = session
    this.restaurant = restaurant
    this.pageTranslator = pageTranslator
  }

  /** Opens a page, and collects its errors from then on. @param address a path of the restaurant, or a whole address */
  async open(address: string): Promise<void> {
    await this.command('POST', '/url', { url: new URL(address, this.restaurant.url).href })
    await this.collectProblems()
  }

  /** Reloads the page, also if the server is away: WebDriver would wait until all of it is loaded. */
  async reload(): Promise<void> {
    await this.run(() => {
      document.documentElement.dataset.former = ''
      setTimeout(() => location.reload())
    })
    await expect.poll(() => this.run(() => document.documentElement.dataset.former)).toBeNull()
    await this.collectProblems()
  }

  private async collectProblems(): Promise<void> {
    await this.run(() => {
      const page = window as Problematic
      page.problems = []
      // WebKit reports here that it sends a size with the next frame.
      addEventListener('error', ({ message }) => /^ResizeObserver/.test(message) || page.problems.push(message))
      addEventListener('unhandledrejection', ({ reason }) => page.problems.push(String(reason)))
    })
    if (this.pageTranslator) await this.run(translatePage, this.pageTranslator)
  }

  /** The errors of the page that was opened last; of one to which it has led, none are known. */
  problems = () => this.run(() => (window as Partial<Problematic>).problems ?? [])

  async signIn(): Promise<void> {
    await this.open('/healthz')
    const cookie = { name: 'masa_session', value: this.restaurant.ownerCookie, path: '/', httpOnly: true }
    await this.command('POST', '/cookie', { cookie })
  }

  resize = (width: number, height: number) => this.command('POST', '/window/rect', { x: 0, y: 0, width, height })

  /** Runs a function in the page. */
  run<Result, Args extends unknown[]>(code: (...args: Args) => Result, ...args: Args): Promise<Awaited<Result>> {
    return this.command('POST', '/execute/sync', { script: `return (${code})(...arguments)`, args })
  }

  /** Waits for an element. */
  async see(...target: Target): Promise<ElementReference> {
    let found: ElementReference | null = null
    const look = async () => {
      found = await this.find(...target)
    }
    await expect.poll(() => look().then(() => found), { message: target.join(' ') }).not.toBeNull()
    return found as unknown as ElementReference
  }

  async hides(...target: Target): Promise<void> {
    await expect.poll(() => this.find(...target), { message: `no ${target.join(' ')}` }).toBeNull()
  }

  async tap(...target: Target): Promise<void> {
    // What moves, or what something still covers, cannot be tapped yet.
    await expect(async () => {
      const found = await this.see(...target)
      await this.run((element) => (element as unknown as Element).scrollIntoView({ block: 'center' }), found)
      const place = () => this.run((element) => (element as unknown as Element).getBoundingClientRect().toJSON(), found)
      expect(await place()).toEqual(await place())
      await this.command('POST', `/element/${found[ELEMENT]}/click`)
    }).toPass({ timeout: 30_000 })
  }

  /** Types a text, or chooses a file by its path. */
  async type(text: string, ...target: Target): Promise<void> {
    await this.command('POST', `/element/${(await this.see(...target))[ELEMENT]}/value`, { text })
  }

  private find(...[selector, name = '']: Target): Promise<ElementReference | null> {
    const pattern = typeof name === 'string' ? name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : name.source
    return this.run(find, selector, pattern) as Promise<ElementReference | null>
  }

  /** The picture of the page, as PNG. */
  picture = async () => Buffer.from(await this.command<string>('GET', '/screenshot'), 'base64')

  command = <Result>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
    send<Result>(method, this.session + path, body)
}

type Problematic = Window & typeof globalThis & { problems: string[] }

/** Runs in the page. */
function find(selector: string, name: string): Element | null {
  const pattern = new RegExp(name)
  const nameOf = (element: HTMLElement) =>
    element.ariaLabel ?? (element as HTMLInputElement).labels?.[0]?.innerText ?? element.innerText
  return (
    [...document.querySelectorAll<HTMLElement>(selector)].find(
      (element) =>
        (element.checkVisibility() || element.matches('[type=file]')) &&
        !element.closest('[inert], [aria-hidden=true]') &&
        pattern.test(nameOf(element).trim()),
    ) ?? null
  )
}

async function send<Result>(method: 'GET' | 'POST' | 'DELETE', url: string, body: object = {}): Promise<Result> {
  const response = await fetch(url, { method, ...(method === 'POST' && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: Result & { error?: string; message?: string } }
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
  return value
}

/** A port that is free now. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

export const webkitTest = tableTest.extend<{ webkit: WebKitWindow }, { display: string }>({
  display: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for a pattern.
    async ({}, use) => {
      const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      const [number] = await once(screen.stdout, 'data')
      await use(`:${String(number).trim()}`)
      screen.kill()
    },
    { scope: 'worker' },
  ],

  webkit: async ({ display, restaurant, pageTranslator }, use, testInfo) => {
    const port = await freePort()
    const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
      stdio: 'ignore',
      env: {
        ...process.env,
        DISPLAY: display,
        GDK_BACKEND: 'x11',
        LIBGL_ALWAYS_SOFTWARE: '1',
        NO_AT_BRIDGE: '1',
        // It does not run as root, and shows nothing but the restaurant.
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      },
    })
    const url = `http://127.0.0.1:${port}`
    await expect(() => send('GET', `${url}/status`)).toPass({ timeout: 30_000 })
    const { sessionId } = await send<{ sessionId: string }>('POST', `${url}/session`, { capabilities: {} })
    const page = new WebKitWindow(`${url}/session/${sessionId}`, restaurant, pageTranslator)
    await page.resize(450, 900)
    await use(page)
    if (testInfo.status !== testInfo.expectedStatus)
      await writeFile(testInfo.outputPath('webkit.png'), await page.picture())
    const problems = await page.problems()
    await page.command('DELETE', '')
    driver.kill()
    expect(problems, 'errors in WebKit').toEqual([])
  },
})
