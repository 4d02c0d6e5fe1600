import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { painted } from './painted.ts'

/** The side of the square that every icon is drawn in. */
export const ICON_SIZE = 32

interface IconSet {
  icons: Record<string, { body: string } | undefined>
}

const require = createRequire(import.meta.url)

let set: IconSet | undefined

/**
 * The inside of an icon's SVG: of one that the project paints itself, else of Fluent Emoji Flat (docs/credits.md).
 * @throws Error when neither has it
 */
export function iconBody(name: string): string {
  const own = painted[name]
  if (own?.body !== undefined) return own.body
  const body = fluentIcon(own?.of ?? name)
  return Object.entries(own?.colours ?? {}).reduce((svg, [from, to]) => {
    if (!svg.includes(`"${from}"`)) throw new Error(`${name}: ${own?.of} has no ${from}`)
    return svg.replaceAll(`"${from}"`, `"${to}"`)
  }, body)
}

/** Lets go of the nine megabytes that all icons take; the next one asked for brings them back. */
export function forgetIcons(): void {
  set = undefined
}

function fluentIcon(name: string): string {
  set ??= JSON.parse(readFileSync(require.resolve('@iconify-json/fluent-emoji-flat/icons.json'), 'utf8')) as IconSet
  const icon = set.icons[name]
  if (!icon) throw new Error(`there is no icon called ${name}`)
  return icon.body
}
