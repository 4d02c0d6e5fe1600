import { getDocumentProxy } from 'unpdf'

/** A piece of text on a page, with its position in points from the top left corner. */
export interface PositionedText {
  text: string
  left: number
  right: number
  top: number
  bottom: number
}

/** Pieces whose lower edges are closer than this are on the same line. */
const LINE_POINTS = 3

/** Reads the text of a PDF: for each page, its pieces in reading order. */
export async function textOf(pdf: Uint8Array): Promise<PositionedText[][]> {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const pages = Array.from({ length: document.numPages }, async (_, i) => {
    const page = await document.getPage(i + 1)
    const { height } = page.getViewport({ scale: 1 })
    const { items } = await page.getTextContent()
    return inReadingOrder(
      items.flatMap((item) => {
        if (!('str' in item) || item.str.trim() === '') return []
        const [, , , , left = 0, y = 0] = item.transform as number[]
        const bottom = height - y
        return [{ text: item.str, left, right: left + item.width, top: bottom - item.height, bottom }]
      }),
    )
  })
  const texts = await Promise.all(pages)
  await document.loadingTask.destroy()
  return texts
}

/** Reads the text of a PDF: for each page, its lines as one text. */
export async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  return (await textOf(pdf)).map((page) =>
    page
      .map(({ text, bottom }, i) => {
        const previous = page[i - 1]
        if (!previous) return text
        return (Math.abs(bottom - previous.bottom) < LINE_POINTS ? ' ' : '\n') + text
      })
      .join(''),
  )
}

/** Normalizes white space; the PDF reader may omit the narrow spaces around the slash of "1 / 3". */
export const normalized = (text: string): string => text.replace(/\s+/g, ' ').replace(/ ?\/ ?/g, '/')

/** Sorts pieces by line from the top, and within a line from the left. */
function inReadingOrder(pieces: PositionedText[]): PositionedText[] {
  const lines: PositionedText[][] = []
  for (const piece of pieces.toSorted((a, b) => a.bottom - b.bottom)) {
    const line = lines.at(-1)
    if (line?.[0] && piece.bottom - line[0].bottom < LINE_POINTS) line.push(piece)
    else lines.push([piece])
  }
  return lines.flatMap((line) => line.toSorted((a, b) => a.left - b.left))
}
