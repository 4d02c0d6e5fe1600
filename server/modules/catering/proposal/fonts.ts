import { fileURLToPath } from 'node:url'
import { openSync } from 'fontkit'

/** Static fonts of the product's families; pdfkit embeds only the glyphs a document uses. */
const FONT_FILES = { text: 'Inter-Regular', strong: 'Inter-SemiBold', display: 'Fraunces-SemiBold' } as const
export type FontName = keyof typeof FONT_FILES
export const FONT_NAMES = Object.keys(FONT_FILES) as FontName[]

const opened = new Map<FontName, ReturnType<typeof openSync>>()

/**
 * An opened font for pdfkit. Cached, because reading it takes as long as laying out a page. Contextual alternates (`calt`)
 * are disabled: they turn character sequences into arrows, and applying them takes most of the layout time.
 */
export function loadFont(name: FontName): ReturnType<typeof openSync> {
  const cached = opened.get(name)
  if (cached) return cached
  const font = openSync(fileURLToPath(new URL(`./fonts/${FONT_FILES[name]}.ttf`, import.meta.url)))
  const layout = font.layout.bind(font)
  const withFeatures = (text: string, features: readonly string[] = []) =>
    layout(text, { calt: false, tnum: features.includes('tnum') })
  const configured = Object.assign(font, { layout: withFeatures })
  opened.set(name, configured)
  return configured
}
