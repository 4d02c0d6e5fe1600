import { CACHED_AT_HEADER } from '#shared/domain/cached-answers.ts'
import { OFFLINE_PAGE } from '#shared/i18n/offers.ts'

/**
 * The page for an address that is not stored, while the server cannot be reached: in both languages, because a worker
 * does not know the guest's (docs/product/everywhere.md#everywhere-offline-page).
 * @param menu the stored menu; undefined if there is none
 */
export function offlinePage(menu: Response | undefined): Response {
  const cachedAt = Number(menu?.headers.get(CACHED_AT_HEADER) ?? Number.NaN)
  const time = Number.isNaN(cachedAt)
    ? ''
    : new Date(cachedAt).toLocaleTimeString('ro', { hour: '2-digit', minute: '2-digit' })
  const part = (lang: keyof typeof OFFLINE_PAGE) => {
    const { title, retry, menuOf } = OFFLINE_PAGE[lang]
    const link = menu ? `<a href="/menu">${menuOf} ${time}</a>` : ''
    return `<section lang="${lang}"><h1>${title}</h1><p>${link}<a href="">${retry}</a></p></section>`
  }
  return new Response(
    `<!doctype html><html lang="ro">${HEAD}<body><main>${part('ro')}${part('en')}</main></body></html>`,
    { status: 503, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' } },
  )
}

const HEAD = `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Masa</title><style>
:root{color-scheme:light dark;font:17px/1.5 system-ui,sans-serif}
body{margin:0;min-height:100dvh;display:grid;place-items:center;background:light-dark(#fbf7f2,#17120e);color:light-dark(#2a211b,#f3ebe2)}
main{padding:24px;display:grid;gap:40px;text-align:center}
h1{margin:0 0 12px;font-size:26px;line-height:1.2}
p{margin:0;display:flex;flex-wrap:wrap;gap:12px;justify-content:center}
a{min-height:44px;padding:0 18px;display:grid;place-items:center;border:1px solid;border-radius:12px;color:inherit;text-decoration:none;font-weight:600}
</style></head>`
