import { createHash } from 'node:crypto'
import { type Database, inTransaction } from '#server/db/index.ts'
import { AppError } from '#server/platform/app-error.ts'
import { translator } from '#server/platform/language.ts'
import { announceArea } from '#server/platform/live/announcements.ts'
import { newToken, tokenHash } from '#server/platform/token.ts'
import type { Language } from '#shared/domain/language.ts'
import { markReached, replacePhoneCheck } from './repo.ts'

/* Whether phones reach the address (docs/product/before-service.md#before-service-phone). */

const WORD_VALID_MS = 10 * 60_000
/** Long enough not to be guessed in ten minutes, short enough for a QR code that a poor camera can read. */
const WORD_BYTES = 16
const WORD = /^[\w-]{22}$/

/** Creates a word that is valid once and for ten minutes; the previous word becomes invalid. */
export async function createPhoneWord(db: Database, now: Date): Promise<{ word: string; expiresAt: string }> {
  const word = newToken(WORD_BYTES)
  const expiresAt = new Date(now.getTime() + WORD_VALID_MS)
  await inTransaction(db, async (tx) => {
    await replacePhoneCheck(tx, { wordHash: tokenHash(word), askedAt: now, expiresAt, reachedAt: null })
    await announceArea(tx, 'service')
  })
  return { word, expiresAt: expiresAt.toISOString() }
}

/** Records that a phone reached the server with a word, which is then spent. @throws AppError `word_over` */
export async function redeemPhoneWord(db: Database, word: string, now: Date): Promise<void> {
  // A malformed word causes no query.
  if (!WORD.test(word)) throw new AppError('word_over')
  await inTransaction(db, async (tx) => {
    if (!(await markReached(tx, tokenHash(word), now))) throw new AppError('word_over')
    await announceArea(tx, 'service')
  })
}

interface PhonePage {
  language: Language
  /** The restaurant's name; null shows Masa. */
  name: string | null
  isReached: boolean
}

/** The page a phone shows after scanning the code. It loads no other file, because the phone may reach nothing else. */
export function phonePage({ language, name, isReached }: PhonePage): string {
  const t = translator(language)
  const restaurantName = escapeHtml(name || 'Masa')
  const heading = isReached ? t('beforeService.phonePage.reached', { name: restaurantName }) : t('errors.word_over')
  const advice = t(isReached ? 'beforeService.phonePage.closeIt' : 'beforeService.phonePage.askAgain')
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${heading}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="house">${GLYPH}${restaurantName}</p>
<svg class="${isReached ? 'good' : 'over'}" viewBox="0 0 96 96" aria-hidden="true">
<circle cx="48" cy="48" r="46"/><path d="${isReached ? 'M29 50l13 13 26-29' : 'M48 27v26M48 66v1'}"/>
</svg>
<h1>${heading}</h1>
<p>${advice}</p>
</main>
</body>
</html>
`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

// The colours of `client/app/tokens.css`.
const STYLE = `
:root{--paper:#fbf7f2;--ink:#2a211b;--muted:#6f6258;--accent:#b4410e;--good:#4f6b1f;--good-soft:#edf2df;--over:#8a5a00;--over-soft:#fff1cf}
@media(prefers-color-scheme:dark){:root{--paper:#17120e;--ink:#f5ede4;--muted:#b3a598;--accent:#f08a55;--good:#b5cf7e;--good-soft:#28301a;--over:#f2c04e;--over-soft:#3a2e12}}
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.5 Inter,system-ui,sans-serif}
main{box-sizing:border-box;min-height:100vh;min-height:100dvh;max-width:26rem;margin:auto;padding:2rem 1.5rem;display:flex;flex-direction:column;align-items:center;justify-content:center;text-align:center;gap:1.25rem;overflow-wrap:anywhere}
h1,.house{font-family:Fraunces,ui-serif,Georgia,serif;font-weight:600;margin:0}
h1{font-size:1.75rem;line-height:1.2;text-wrap:balance}
p{margin:0;color:var(--muted)}
.house{display:flex;align-items:center;gap:.6rem;color:var(--ink);font-size:1.25rem}
.house svg{width:28px;height:28px;flex:none;color:var(--accent)}
main>svg{width:96px;height:96px;fill:none;stroke-width:7;stroke-linecap:round;stroke-linejoin:round}
.good circle{fill:var(--good-soft)}.good path{stroke:var(--good)}
.over circle{fill:var(--over-soft)}.over path{stroke:var(--over)}
`

/** The glyph of `client/ui/parts/wordmark.tsx`. */
const GLYPH = `<svg viewBox="0 0 28 28" fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M2.6 11.5h22.8M7 11.5 5.3 25M21 11.5 22.7 25" stroke-width="2.5"/><path d="M11 7.4c-.9-1.7 1.5-2.7.5-4.6M16.2 7.4c-.9-1.7 1.5-2.7.5-4.6" stroke-width="1.9"/></svg>`

/** Content security policy of the page: no scripts and no other files, only its own inline style. */
export const PHONE_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')
