import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { paintedIcons } from './painted.ts'

/** Width and height of every icon's coordinate system. */
export const ICON_SIZE = 32

interface IconSet {
  icons: Record<string, { body: string } | undefined>
}

const require = createRequire(import.meta.url)

let set: IconSet | undefined

/**
 * The content of an icon's SVG element: from painted.ts, otherwise from Fluent Emoji Flat (docs/credits.md).
 * @throws Error if neither contains the icon
 */
export function iconBody(name: string): string {
  const paintedIcon = paintedIcons[name]
  if (paintedIcon?.body !== undefined) return paintedIcon.body
  const body = fluentIcon(paintedIcon?.base ?? name)
  return Object.entries(paintedIcon?.colours ?? {}).reduce((svg, [from, to]) => {
    if (!svg.includes(`"${from}"`)) throw new Error(`${name}: ${paintedIcon?.base} has no ${from}`)
    return svg.replaceAll(`"${from}"`, `"${to}"`)
  }, body)
}

/** Frees the nine megabytes of the icon set; the next call of `iconBody` loads it again. */
export function unloadIcons(): void {
  set = undefined
}

function fluentIcon(name: string): string {
  set ??= JSON.parse(readFileSync(require.resolve('@iconify-json/fluent-emoji-flat/icons.json'), 'utf8')) as IconSet
  const icon = set.icons[name]
  if (!icon) throw new Error(`there is no icon called ${name}`)
  return icon.body
}
