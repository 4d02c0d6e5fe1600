import { fileURLToPath } from 'node:url'
import { openSync } from 'fontkit'

/** The static fonts of the product's families; pdfkit embeds of them what a document uses. */
const FILES = { text: 'Inter-Regular', strong: 'Inter-SemiBold', display: 'Fraunces-SemiBold' } as const
export type FontName = keyof typeof FILES
export const FONT_NAMES = Object.keys(FILES) as FontName[]

const opened = new Map<FontName, ReturnType<typeof openSync>>()

/**
 * A font as pdfkit takes it. It is read once: to read it takes as long as to set a page with it. Of Inter, contextual
 * alternates are left out: they draw arrows out of signs, and looking for them takes most of the time.
 */
export function fontNamed(name: FontName): ReturnType<typeof openSync> {
  const known = opened.get(name)
  if (known) return known
  const font = openSync(fileURLToPath(new URL(`./fonts/${FILES[name]}.ttf`, import.meta.url)))
  const layout = font.layout.bind(font)
  const withFeatures = (text: string, features: readonly string[] = []) =>
    layout(text, { calt: false, tnum: features.includes('tnum') })
  const made = Object.assign(font, { layout: withFeatures })
  opened.set(name, made)
  return made
}
