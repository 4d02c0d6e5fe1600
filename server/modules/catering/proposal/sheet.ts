import PDFDocument from 'pdfkit'
import { FONT_NAMES, type FontName, fontNamed } from './fonts.ts'

/*
 * Paper and pen: A4 pages on which text is set at a place, and how far down they are written.
 */

/** The colours of the light theme (client/app/tokens.css): paper is white. */
const COLOURS = { ink: '#2A211B', muted: '#6F6258', line: '#E8DED3', accent: '#B4410E' } as const

export interface Style {
  font: FontName
  size: number
  colour?: keyof typeof COLOURS
  /** Figures all as wide as one another, for columns. */
  tabular?: boolean
  align?: 'right'
}

/** Points: 72 of them are an inch. */
const PAGE = { width: 595.28, height: 841.89 }
const MARGIN = { top: 56, side: 56, bottom: 72 }

export const LEFT = MARGIN.side
export const WIDTH = PAGE.width - 2 * MARGIN.side
const RIGHT = LEFT + WIDTH
const LOWEST = PAGE.height - MARGIN.bottom
const FOOTER_AT = PAGE.height - 48

export interface About {
  title: string
  author: string
  language: string
  /** The same moment in each PDF of the same, which makes its bytes the same. */
  made: Date
}

export class Sheet {
  /** How far down this page is written. */
  y = MARGIN.top
  readonly #doc: PDFKit.PDFDocument

  constructor({ title, author, language, made }: About) {
    this.#doc = new PDFDocument({
      size: 'A4',
      margins: { top: MARGIN.top, bottom: MARGIN.bottom, left: MARGIN.side, right: MARGIN.side },
      bufferPages: true,
      lang: language,
      displayTitle: true,
      info: { Title: title, Author: author, Creator: 'Masa', CreationDate: made },
    })
    // The types know only of files; a font that is open is taken as well.
    for (const name of FONT_NAMES) this.#doc.registerFont(name, fontNamed(name) as unknown as Buffer)
  }

  /** Sets text that wraps at a width, whatever lines it was typed in. @returns how high it is */
  text(words: string, style: Style, x: number, width: number, y = this.y): number {
    const height = this.height(words, style, width)
    this.#pen(style).text(inOneLine(words), x, y, { width, ...set(style) })
    return height
  }

  /** Sets one line that ends at a place. */
  textTo(words: string, style: Style, right: number, y = this.y): void {
    const pen = this.#pen(style)
    const features = featuresOf(style)
    pen.text(words, right - pen.widthOfString(words, features), y, { lineBreak: false, ...features })
  }

  /** How high a text is that wraps at a width. */
  height(words: string, style: Style, width: number): number {
    return this.#pen(style).heightOfString(inOneLine(words), { width, ...set(style) })
  }

  /** Sets text with its lines, over as many pages as it needs, and comes after it. */
  longText(words: string, style: Style): void {
    this.#pen(style).text(words, LEFT, this.y, { width: WIDTH, ...set(style) })
    this.y = this.#doc.y
  }

  rule(colour: 'line' | 'accent', { from = LEFT, to = RIGHT, y = this.y } = {}): void {
    this.#doc.moveTo(from, y).lineTo(to, y).lineWidth(0.75).strokeColor(COLOURS[colour]).stroke()
  }

  /** Begins another page where less than this is left. @returns whether it did */
  need(height: number): boolean {
    if (this.y + height <= LOWEST) return false
    this.#doc.addPage()
    this.y = MARGIN.top
    return true
  }

  /** Writes the foot of every page, when all of them are there. */
  foot(words: string): void {
    const style: Style = { font: 'text', size: 8, colour: 'muted' }
    const { count } = this.#doc.bufferedPageRange()
    for (let page = 0; page < count; page++) {
      this.#doc.switchToPage(page)
      this.rule('line', { y: FOOTER_AT - 8 })
      this.#pen(style).text(inOneLine(words), LEFT, FOOTER_AT, { lineBreak: false })
      this.textTo(`${page + 1} / ${count}`, style, RIGHT, FOOTER_AT)
    }
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const parts: Uint8Array[] = []
    this.#doc.end()
    for await (const part of this.#doc) parts.push(part as unknown as Uint8Array)
    const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
    let at = 0
    for (const part of parts) {
      all.set(part, at)
      at += part.length
    }
    return all
  }

  #pen({ font, size, colour = 'ink' }: Style): PDFKit.PDFDocument {
    return this.#doc.font(font).fontSize(size).fillColor(COLOURS[colour])
  }
}

const inOneLine = (words: string) => words.replace(/\s+/g, ' ')
const featuresOf = ({ tabular }: Style) => (tabular ? { features: ['tnum'] as PDFKit.Mixins.OpenTypeFeatures[] } : {})
const set = (style: Style) => ({ lineGap: style.size * 0.25, align: style.align, ...featuresOf(style) })
