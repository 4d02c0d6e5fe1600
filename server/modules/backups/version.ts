import { readFileSync } from 'node:fs'

/** The version of Masa. */
export const MASA_VERSION: string = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
).version
