import { fileURLToPath } from 'node:url'
import type { Font } from 'fontkit'
import { LRUCache } from 'lru-cache'
import { graphemes, type LineSize, type PrintedRow, widthOf } from '#shared/domain/printing/columns.ts'
import type { PrinterColumns } from '#shared/domain/printing/printers.ts'

/** A black-and-white bitmap: one bit for each dot, set for black, in rows of whole bytes. */
export interface Drawing {
  /** The width in dots, a multiple of 8. */
  width: number
  height: number
  bits: Buffer
}

/** The dots of a column, and of a line with its spacing: those of every printer's own letters at 8 dots per mm. */
const COLUMN = 12
const LINE = 30
const SCALE: Record<LineSize, number> = { small: 0.85, normal: 1, large: 2 }
/** The position of letters in their line, in fractions of its height. */
const BASELINE = 0.73
/** The number of lines per drawing, because no library draws more than 32,767 dots. */
const LINES_AT_ONCE = 400

/** The width of a drawing, in bytes. */
export const widthInBytes = (columns: PrinterColumns) => Math.ceil((columns * COLUMN) / 8)

/** Uses a font that has every letter of Europe, so that paper does not depend on a printer's code page. */
export async function draw(rows: readonly PrintedRow[], columns: PrinterColumns): Promise<Drawing> {
  const width = widthInBytes(columns) * 8
  opened ??= await openFont()
  const parts: Buffer[] = []
  for (let i = 0; i < rows.length; i += LINES_AT_ONCE) {
    parts.push(await bitsOf(svgOf(rows.slice(i, i + LINES_AT_ONCE), width, opened), width))
  }
  const bits = Buffer.concat(parts)
  return { width, height: bits.length / (width / 8), bits }
}

/** Returns the drawing as an image file. */
export async function pngOf({ width, height, bits }: Drawing): Promise<Buffer> {
  const dots = Buffer.alloc(width * height)
  for (let i = 0; i < dots.length; i++) dots[i] = (bits[i >> 3] as number) & (0x80 >> (i & 7)) ? 0 : 255
  const { default: sharp } = await import('sharp')
  return sharp(dots, { raw: { width, height, channels: 1 } })
    .png({ palette: true, colours: 2 })
    .toBuffer()
}

async function bitsOf(svg: string, width: number): Promise<Buffer> {
  // Imported with the first ticket, as with the first picture.
  const { default: sharp } = await import('sharp')
  const dots = await sharp(Buffer.from(svg)).flatten({ background: '#fff' }).extractChannel(0).raw().toBuffer()
  const bits = Buffer.alloc(dots.length / 8)
  for (let i = 0; i < dots.length; i++) {
    if ((dots[i] as number) < 128) bits[i >> 3] = (bits[i >> 3] as number) | (0x80 >> (i & 7))
  }
  return bits.subarray(0, Math.floor(bits.length / (width / 8)) * (width / 8))
}

function svgOf(rows: readonly PrintedRow[], width: number, font: Font): string {
  const shapes = new Map<string, { id: string; path: string }>()
  let y = 0
  const lines = rows.map(({ text, size, isInverted }) => {
    const scale = SCALE[size]
    const height = Math.round(LINE * Math.max(scale, 1))
    const baseline = y + height * BASELINE
    let column = 0
    const letters = graphemes(text.normalize()).map((letter) => {
      const x = column * COLUMN * scale
      column += widthOf(letter)
      if (letter === ' ') return ''
      const shape = shapes.get(letter) ?? { id: `l${shapes.size}`, path: pathOf(letter, font) }
      shapes.set(letter, shape)
      return `<use href="#${shape.id}" transform="translate(${x} ${baseline}) scale(${scale})"/>`
    })
    const ground = isInverted ? `<rect y="${y}" width="${width}" height="${height}"/>` : ''
    y += height
    return `${ground}<g fill="${isInverted ? '#fff' : '#000'}">${letters.join('')}</g>`
  })
  const toDots = scaleOf(font)
  const defs = Array.from(shapes.values(), ({ id, path }) => `<path id="${id}" d="${path}" transform="${toDots}"/>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${y}"><defs>${defs.join('')}</defs>${lines.join('')}</svg>`
}

let opened: Font | undefined

async function openFont(): Promise<Font> {
  // Imported with the first ticket, like sharp.
  const { openSync } = await import('fontkit')
  return openSync(fileURLToPath(new URL('./font/JetBrainsMono-SemiBold.ttf', import.meta.url))) as Font
}

/** A letter is 0.6 times as wide as its font is high; font coordinates run upwards. */
function scaleOf({ unitsPerEm }: Font): string {
  const scale = COLUMN / 0.6 / unitsPerEm
  return `scale(${scale} ${-scale})`
}

/** Outlines are cached, because they take long and tickets repeat their letters. */
const outlines = new LRUCache<string, string>({ max: 4_000 })

function pathOf(letter: string, font: Font): string {
  const path = outlines.get(letter) ?? outlineOf(letter, font)
  outlines.set(letter, path)
  return path
}

/** Returns the outline of a letter; of a question mark if the font lacks the letter. */
function outlineOf(letter: string, font: Font): string {
  const isKnown = Array.from(letter).every((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
  // Ligatures are off: they turn `->` into an arrow.
  const { glyphs } = font.layout(isKnown ? letter : '?', { calt: false })
  return glyphs.map(({ path }) => path.toSVG()).join('')
}
