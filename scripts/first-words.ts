/* Writes into the page which files hold the words of its first view, so that its first script requests the right one. */
import type { Plugin } from 'vite'
import { LANGUAGES } from '../shared/domain/language.ts'

/** What the page's first script contains in place of the addresses; in development it stays. */
const PLACEHOLDER = 'const words = {}'

export const firstWords: Plugin = {
  name: 'masa-first-words',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      if (!bundle) return html
      if (!html.includes(PLACEHOLDER)) throw new Error(`index.html lacks "${PLACEHOLDER}" (scripts/first-words.ts)`)
      const files = Object.values(bundle)
      const words = LANGUAGES.map((language) => {
        const module = `/shared/i18n/${language}/first-view.ts`
        const file = files.find((part) => part.type === 'chunk' && part.facadeModuleId?.endsWith(module))
        if (!file) throw new Error(`no part of the build is ${module} (scripts/first-words.ts)`)
        return [language, `/${file.fileName}`]
      })
      return html.replace(PLACEHOLDER, `const words = ${JSON.stringify(Object.fromEntries(words))}`)
    },
  },
}
