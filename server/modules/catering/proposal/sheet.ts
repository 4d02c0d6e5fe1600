import { fileURLToPath } from 'node:url'
import { openSync } from 'fontkit'
import PDFDocument from 'pdfkit'

/** Static fonts of the product's families; pdfkit embeds only the glyphs a document uses. */
const FONT_FILES = { text: 'Inter-Regular', strong: 'Inter-SemiBold', display: 'Fraunces-SemiBold' } as const
type FontName = keyof typeof FONT_FILES
export const FONT_NAMES = Object.keys(FONT_FILES) as FontName[]

const opened = new Map<FontName, ReturnType<typeof openSync>>()

/** Cached: reading takes as long as a page. `calt` is off: it makes arrows, and takes most of the time. */
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

/* A4 pages with text at given positions, in points (72 per inch) from the top left corner. */

/** The colours of the light theme (client/app/tokens.css): paper is white. */
const COLOURS = { ink: '#2A211B', muted: '#6F6258', line: '#E8DED3', accent: '#B4410E' } as const

export interface Style {
  font: FontName
  size: number
  colour?: keyof typeof COLOURS
  /** Digits of equal width, for columns of numbers. */
  tabular?: boolean
  align?: 'right'
}

const PAGE = { width: 595.28, height: 841.89 }
const MARGIN = { top: 56, side: 56, bottom: 72 }

export const CONTENT_LEFT = MARGIN.side
export const CONTENT_WIDTH = PAGE.width - 2 * MARGIN.side
const RIGHT = CONTENT_LEFT + CONTENT_WIDTH
const BOTTOM = PAGE.height - MARGIN.bottom
const FOOTER_Y = PAGE.height - 48

interface DocumentInfo {
  title: string
  author: string
  language: string
  /** Must be the same for the same content, so that the PDF has the same bytes. */
  createdAt: Date
}

export class Sheet {
  /** The vertical position where the next content begins. */
  y = MARGIN.top
  readonly #doc: PDFKit.PDFDocument

  constructor({ title, author, language, createdAt }: DocumentInfo) {
    this.#doc = new PDFDocument({
      size: 'A4',
      margins: { top: MARGIN.top, bottom: MARGIN.bottom, left: MARGIN.side, right: MARGIN.side },
      bufferPages: true,
      lang: language,
      displayTitle: true,
      info: { Title: title, Author: author, Creator: 'Masa', CreationDate: createdAt },
    })
    // The types allow only files, but pdfkit also accepts an opened font.
    for (const name of FONT_NAMES) this.#doc.registerFont(name, loadFont(name) as unknown as Buffer)
  }

  /** Draws text that wraps at a width, ignoring its own line breaks. @returns its height */
  text(words: string, style: Style, x: number, width: number, y = this.y): number {
    const height = this.height(words, style, width)
    this.#pen(style).text(withoutLineBreaks(words), x, y, { width, ...textOptions(style) })
    return height
  }

  textEndingAt(words: string, style: Style, right: number, y = this.y): void {
    const pen = this.#pen(style)
    const features = featuresOf(style)
    pen.text(words, right - pen.widthOfString(words, features), y, { lineBreak: false, ...features })
  }

  height(words: string, style: Style, width: number): number {
    return this.#pen(style).heightOfString(withoutLineBreaks(words), { width, ...textOptions(style) })
  }

  /** Draws text with its line breaks over as many pages as it needs, and moves `y` below it. */
  longText(words: string, style: Style): void {
    this.#pen(style).text(words, CONTENT_LEFT, this.y, { width: CONTENT_WIDTH, ...textOptions(style) })
    this.y = this.#doc.y
  }

  rule(colour: 'line' | 'accent', { from = CONTENT_LEFT, to = RIGHT, y = this.y } = {}): void {
    this.#doc.moveTo(from, y).lineTo(to, y).lineWidth(0.75).strokeColor(COLOURS[colour]).stroke()
  }

  /** Starts a new page if less than `height` is left on this one. @returns whether it did */
  ensureSpace(height: number): boolean {
    if (this.y + height <= BOTTOM) return false
    this.#doc.addPage()
    this.y = MARGIN.top
    return true
  }

  /** Draws the footer of every page. Call after all content is drawn. */
  writeFooters(words: string): void {
    const style: Style = { font: 'text', size: 8, colour: 'muted' }
    const { count } = this.#doc.bufferedPageRange()
    for (let page = 0; page < count; page++) {
      this.#doc.switchToPage(page)
      this.rule('line', { y: FOOTER_Y - 8 })
      this.#pen(style).text(withoutLineBreaks(words), CONTENT_LEFT, FOOTER_Y, { lineBreak: false })
      this.textEndingAt(`${page + 1} / ${count}`, style, RIGHT, FOOTER_Y)
    }
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const chunks: Uint8Array[] = []
    this.#doc.end()
    for await (const chunk of this.#doc) chunks.push(chunk as unknown as Uint8Array)
    const pdf = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
    let offset = 0
    for (const chunk of chunks) {
      pdf.set(chunk, offset)
      offset += chunk.length
    }
    return pdf
  }

  #pen({ font, size, colour = 'ink' }: Style): PDFKit.PDFDocument {
    return this.#doc.font(font).fontSize(size).fillColor(COLOURS[colour])
  }
}

const withoutLineBreaks = (words: string) => words.replace(/\s+/g, ' ')
const featuresOf = ({ tabular }: Style) => (tabular ? { features: ['tnum'] as PDFKit.Mixins.OpenTypeFeatures[] } : {})
const textOptions = (style: Style) => ({ lineGap: style.size * 0.25, align: style.align, ...featuresOf(style) })
