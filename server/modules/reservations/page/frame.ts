import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { ReadSettings } from '#server/modules/settings/index.ts'
import { html, type Markup } from '#shared/domain/html.ts'
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#shared/domain/language.ts'
import { whichRun } from '#shared/domain/time/doubled-time.ts'
import { localTime, weekdayOf } from '#shared/domain/time/local-time.ts'
import { dayWords, shortDate, weekdayName } from '#shared/i18n/format.ts'
import type { TFunction } from '#shared/i18n/translate.ts'

/* What the pages of reservations have in common (docs/product/reservations.md#reservations-page). */

/** Stands in for a restaurant that was never read. */
export const NO_RESTAURANT = {
  ...{ restaurantName: null, restaurantAddress: null, restaurantPhone: null, legalName: null, taxNumber: null },
  ...{ language: DEFAULT_LANGUAGE, openingHours: null },
}

/** What a page shows of the restaurant, when, and to whom. */
export interface Place {
  settings: Pick<ReadSettings, keyof typeof NO_RESTAURANT>
  timeZone: string
  now: Date
  language: Language
  /** The theme that this browser has chosen; the system's without one. */
  theme: string | undefined
  t: TFunction
}

/** The colours of client/app/tokens.css that the pages use: light, dark. */
export const COLOURS = {
  ...{ paper: ['#fbf7f2', '#17120e'], card: ['#ffffff', '#211a15'], sunk: ['#f3ece3', '#2a221c'] },
  ...{ ink: ['#2a211b', '#f5ede4'], muted: ['#6f6258', '#b3a598'], line: ['#e8ded3', '#382e26'] },
  ...{ edge: ['#8f8175', '#857669'], accent: ['#b4410e', '#f08a55'], 'on-accent': ['#ffffff', '#1e0f06'] },
  ...{ pending: ['#8a5a00', '#f2c04e'], 'pending-soft': ['#fff1cf', '#3a2e12'] },
  ...{ ready: ['#4f6b1f', '#b5cf7e'], 'ready-soft': ['#edf2df', '#28301a'], cancelled: ['#b3261e', '#ffab9f'] },
} as const

const source = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const hashed = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 10)
const coloursOf = (theme: 0 | 1) =>
  Object.entries(COLOURS)
    .map(([name, colours]) => `--${name}:${colours[theme]};`)
    .join('')

/** The page's own script and sheet of styles. @param folder the client's build, whose fonts are used */
export function readAssets(folder: string) {
  const styles = [
    ...fontFaces(path.join(folder, 'static')),
    `:root{color-scheme:light dark;${coloursOf(0)}}`,
    `@media (prefers-color-scheme:dark){:root{${coloursOf(1)}}}`,
    ...(['light', 'dark'] as const).map((name, i) => `[data-theme=${name}]{color-scheme:${name};${coloursOf(i as 0)}}`),
    source('./page.css'),
  ].join('\n')
  const script = source('./page.js')
  return { styles, script, stylesUrl: `/reserve.css?${hashed(styles)}`, scriptUrl: `/reserve.js?${hashed(script)}` }
}
export type Assets = ReturnType<typeof readAssets>

const LATIN = 'U+0020-007E,U+00A0-00FF,U+2013-2026,U+2039-203A,U+20AC,U+2122,U+2212'
const ROMANIAN = 'U+0102-0103,U+0218-021B'

/** The fonts of the menu, which a guest who comes from there has already. */
function fontFaces(folder: string): string[] {
  const files = existsSync(folder) ? readdirSync(folder) : []
  return ['Inter 400 700', 'Fraunces 560 600'].flatMap((font) => {
    const [family = '', ...weights] = font.split(' ')
    return [`latin ${LATIN}`, `romanian ${ROMANIAN}`].flatMap((letters) => {
      const [name, range] = letters.split(' ')
      const wanted = new RegExp(`^${family.toLowerCase()}-${name}-[\\w-]{8}\\.woff2$`)
      const file = files.find((one) => wanted.test(one))
      return file
        ? `@font-face{font-family:${family};font-display:swap;font-weight:${weights.join(' ')};src:url(/static/${file})` +
            ` format("woff2");unicode-range:${range}}`
        : []
    })
  })
}

const LOGO = html`<svg viewBox="0 0 28 28" width="28" height="28" fill="none" stroke="currentColor" stroke-linecap="round"
  stroke-linejoin="round" aria-hidden="true"><path d="M2.6 11.5h22.8M7 11.5 5.3 25M21 11.5 22.7 25" stroke-width="2.5"/><path
  d="M11 7.4c-.9-1.7 1.5-2.7.5-4.6M16.2 7.4c-.9-1.7 1.5-2.7.5-4.6" stroke-width="1.9"/></svg>`
const sign = (path: string) => html`<svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor"
  stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" class="sign"><path d="${path}"/></svg>`
export const MORE = sign('M4 6l4 4 4-4')
export const TICK = sign('M3 8.5l3.5 3.5L13 4.5')
const LANGUAGE_NAMES = { en: 'English', ro: 'Română' }

interface Shown {
  title: string
  content: Markup
  assets: Assets
  /** Whether the languages are buttons of the form `form`, which keep what is typed in it. */
  hasForm?: boolean
  /** What the script reads: what screen readers are told, what the phone keeps, and when it asks again. */
  data?: { said?: string; token?: string; at?: string | false; again?: number }
}

/** A whole page. Whatever the guest or the restaurant wrote is escaped by `html`. */
export function pageText(place: Place, { title, content, assets, hasForm, data = {} }: Shown): string {
  const { language, theme, t } = place
  const name = place.settings.restaurantName || 'Masa'
  const languages = LANGUAGES.map((one) => {
    const look = html`lang="${one}" aria-label="${LANGUAGE_NAMES[one]}" class="${one === language && 'on'}"`
    return hasForm
      ? html`<button form="form" name="show" value="language:${one}" aria-pressed="${String(one === language)}" ${look}>${one}</button>`
      : html`<a href="?language=${one}" aria-current="${String(one === language)}" ${look}>${one}</a>`
  })
  // The Enter key presses the first button of a form.
  const enter = hasForm && html`<button form="form" class="unseen" tabindex="-1" aria-hidden="true"></button>`
  const attributes = Object.entries({ said: title, ...data }).map(
    ([key, value]) => value !== undefined && value !== false && html`data-${key}="${value}" `,
  )
  return html`<!doctype html><html lang="${language}" ${theme && html`data-theme="${theme}"`}><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · ${name}</title>
<link rel="icon" href="/icon.svg" type="image/svg+xml"><link rel="stylesheet" href="${assets.stylesUrl}" referrerpolicy="no-referrer">
<script src="${assets.scriptUrl}" defer referrerpolicy="no-referrer"></script></head><body ${attributes}><div id="page">
<header>${enter}<a href="/" rel="noreferrer" class="brand display">${LOGO}<span>${name}</span></a><div role="group" class="languages"
  aria-label="${t('common.language')}">${languages}</div></header>
<main><p id="lost" role="alert" class="note" hidden>${t('reserve.noAnswer')}</p>${content}</main></div>
<p id="said" role="status" class="unseen"></p></body></html>`.text
}

export interface When {
  /** YYYY-MM-DD, of the calendar: a time past midnight is of the next day. */
  day: string
  time: string
  /** `Monday 30 Nov` */
  date: string
}

/** A moment by the restaurant's clock. */
export function whenOf(at: string | Date, { timeZone, language }: Pick<Place, 'timeZone' | 'language'>): When {
  const { day, time } = localTime(new Date(at), timeZone)
  const date = `${weekdayName(weekdayOf(day), 'long', language)} ${shortDate(day, language)}`
  return { day, date, time: time + whichRun(at, timeZone, language) }
}

/** A party and its time, as the buttons name them: `4 people, Monday at 20:00`. */
export function wishText(place: Place, party: number, day: string | undefined, at?: string): string {
  const { t, language, now, timeZone } = place
  const when = at === undefined ? undefined : whenOf(at, place)
  const named = when?.day ?? day
  const name = named && dayWords(named, localTime(now, timeZone).day, language)
  const words = when ? t('reserve.at', { day: name, time: when.time }) : name
  return [t('reserve.people', { count: party }), words].filter(Boolean).join(', ')
}

/** The restaurant's telephone, after what asks to call it; nothing without one. */
export function phoneView({ settings: { restaurantPhone: phone } }: Place, words: string): Markup | false {
  return Boolean(phone) && html`${words} <a href="tel:${phone?.replace(/[^\d+]/g, '')}" class="whole">${phone}</a>`
}

/** How else to reach the restaurant. */
export const contactView = (place: Place) => phoneView(place, place.t('reserve.call')) || place.t('reserve.askThere')

export const menuView = ({ t }: Place) => html`<a href="/menu" rel="noreferrer" class="button">${t('reserve.menu')}</a>`
export const headingView = (text: string) => html`<h1 class="display">${text}</h1>`

/** Hidden fields of a form. */
export const hiddenViews = (values: Record<string, string | number | undefined | null>) =>
  Object.entries(values).map(
    ([name, value]) => value !== undefined && html`<input type="hidden" name="${name}" value="${value ?? ''}">`,
  )
