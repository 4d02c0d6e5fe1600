/* The parts of the words in one language, as `splitWords` (scripts/plugins.ts) leaves them. */

declare module '*?en' {
  import type { Words } from '#shared/i18n/translate.ts'

  export const firstView: Words, overlays: Words, deferred: Words, service: Words, dashboard: Words, fiscal: Words
}
declare module '*?ro' {
  export * from '*?en'
}
