import { setTimeout as sleep } from 'node:timers/promises'
import type { Scene } from './guest.ts'
import type { Random } from './random.ts'

/** A reservation as its guest last read it. */
export interface Reserved {
  name: string
  at: string
  notes: string
  status: 'confirmed' | 'cancelled'
}

type Form = Record<string, string>
interface Page {
  status: number
  location: string
  text: string
}

/** Of the answers that come, a third is lost on the way. */
const LOST = 0.3
const PATIENCE_MS = 200_000

/**
 * A guest whose browser loses answers: reserves on `/reserve` until the storm is over, and edits what was not answered
 * before it is sent again, goes back to the form, changes and cancels. Each wish has a name and an address of its own.
 */
export async function reserveOnPages(scene: Scene, guest: string, number: number, random: Random): Promise<Reserved[]> {
  const made: Reserved[] = []
  for (let count = 0; !scene.isOver(); count++) {
    // No two of them share a network, which holds only a few reservations.
    const browser = openBrowser(scene, `10.${number}.${count >> 8}.${count % 256}`, random)
    const name = `${guest}, ${count}`
    const phoneNumber = `07${number}${String(count).padStart(6, '1')}`
    const reserved = await reserve(browser, random, { name, phoneNumber }, scene.isOver)
    if (!reserved) continue
    const { link, wish } = reserved
    const isCancelled = random.chance(0.3)
    if (isCancelled) await browser.until(link, { do: 'cancel' })
    const { text } = await browser.until(link)
    if (!text.includes(name) && !isCancelled) throw new Error(`${name}: ${link} shows another reservation`)
    made.push({ name, at: wish.at ?? '', notes: wish.notes ?? '', status: isCancelled ? 'cancelled' : 'confirmed' })
  }
  return made
}

/** @returns the link, and the wish that the restaurant has accepted last; undefined if every time was taken */
async function reserve(browser: Browser, random: Random, person: Form, isOver: () => boolean) {
  let { text } = await browser.until('/reserve')
  // A day may be full, and an instance that has just started may not know yet that guests can reserve.
  for (; timesOf(text).length === 0; await sleep(20)) {
    if (isOver()) return undefined
    const days = daysOf(text)
    const choice = days.length > 0 ? { ...person, key: keyOf(text), party: '2', show: random.of(days) } : undefined
    ;({ text } = await browser.until('/reserve', choice))
  }
  let times = timesOf(text)
  let wish: Form = { ...person, key: keyOf(text), party: '2', notes: '', at: random.of(times) }
  const began = Date.now()
  for (let edit = 0; ; await sleep(20)) {
    if (Date.now() - began > PATIENCE_MS) throw new Error(`${person.name}: no reservation for ${PATIENCE_MS} ms`)
    const page = await browser.visit('/reserve', wish)
    if (page?.status === 303) return { link: page.location, wish }
    const link = linkOf(page?.text) ?? (page ? undefined : linkOf((await browser.visit('/reserve'))?.text))
    // Known before its answer came: what was sent last becomes its change, or the guest leaves it as it is.
    if (link) {
      const { status } = await browser.until(link, { ...wish, do: 'change' })
      if (status === 303) return { link, wish }
    }
    const isTaken = page?.status === 409 && !link
    if (isTaken) times = timesOf(page.text)
    if (isTaken && times.length === 0) return undefined
    if (isTaken || link || random.chance(0.3))
      wish = { ...wish, at: times.length > 0 ? random.of(times) : (wish.at ?? '') }
    if (!page && random.chance(0.5)) wish = { ...wish, notes: `edit ${++edit}` }
  }
}

const keyOf = (text: string) => /name="key" value="([\w-]{22})"/.exec(text)?.[1] ?? ''
const daysOf = (text: string) => [...text.matchAll(/name="show" value="(day:[^"]+)"/g)].map(([, day = '']) => day)
const linkOf = (text = '') => /(?:href|action)="(\/reserve\/[\w-]{22})"/.exec(text)?.[1]
const timesOf = (text: string) =>
  [...text.matchAll(/<input type="radio" name="at" value="([^"]+)"([^>]*)>/g)].flatMap(([, at = '', more]) =>
    more?.includes('disabled') ? [] : at,
  )

type Browser = ReturnType<typeof openBrowser>

function openBrowser({ url, timeoutMs }: Scene, address: string, random: Random) {
  let cookie = ''

  /** Opens a page, or posts a form. @returns undefined if the answer was lost */
  async function visit(path: string, form?: Form): Promise<Page | undefined> {
    const method = form ? 'POST' : 'GET'
    const headers = { cookie, 'x-forwarded-for': address, ...(form && { origin: url }) }
    const signal = AbortSignal.timeout(timeoutMs)
    const body = form && new URLSearchParams(form)
    try {
      const response = await fetch(url + path, { method, headers, signal, redirect: 'manual', ...(body && { body }) })
      const text = await response.text()
      if (response.status === 503 || random.chance(LOST)) return undefined
      cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
      return { status: response.status, location: response.headers.get('location') ?? '', text }
    } catch {
      return undefined
    }
  }

  /** The same again until an answer comes. */
  async function until(path: string, form?: Form): Promise<Page> {
    for (const began = Date.now(); ; await sleep(50)) {
      const page = await visit(path, form)
      if (page && page.status < 500) return page
      if (Date.now() - began > PATIENCE_MS) throw new Error(`${path}: no answer for ${PATIENCE_MS} ms`)
    }
  }
  return { visit, until }
}
