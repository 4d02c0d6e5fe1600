import { getDocumentProxy } from 'unpdf'

/** A piece of text as it was set, with its place on the paper in points from the top left corner. */
export interface SetText {
  text: string
  left: number
  right: number
  top: number
  bottom: number
}

/** Pieces whose lower edges are closer than this are in one line. */
const LINE_POINTS = 3

/** The text of a PDF, as another program reads it: for each page, its pieces in the order of reading. */
export async function textOf(pdf: Uint8Array): Promise<SetText[][]> {
  const document = await getDocumentProxy(new Uint8Array(pdf))
  const pages = Array.from({ length: document.numPages }, async (_, i) => {
    const page = await document.getPage(i + 1)
    const { height } = page.getViewport({ scale: 1 })
    const { items } = await page.getTextContent()
    return inOrder(
      items.flatMap((item) => {
        if (!('str' in item) || item.str.trim() === '') return []
        const [, , , , left = 0, y = 0] = item.transform as number[]
        const bottom = height - y
        return [{ text: item.str, left, right: left + item.width, top: bottom - item.height, bottom }]
      }),
    )
  })
  const read = await Promise.all(pages)
  await document.loadingTask.destroy()
  return read
}

/** The text of a PDF as lines, a text for each page. */
export async function pagesOf(pdf: Uint8Array): Promise<string[]> {
  return (await textOf(pdf)).map((page) =>
    page
      .map(({ text, bottom }, i) => {
        const before = page[i - 1]
        if (!before) return text
        return (Math.abs(bottom - before.bottom) < LINE_POINTS ? ' ' : '\n') + text
      })
      .join(''),
  )
}

/** By lines from the top, and in a line from the left. */
function inOrder(pieces: SetText[]): SetText[] {
  const lines: SetText[][] = []
  for (const piece of pieces.toSorted((a, b) => a.bottom - b.bottom)) {
    const line = lines.at(-1)
    if (line?.[0] && piece.bottom - line[0].bottom < LINE_POINTS) line.push(piece)
    else lines.push([piece])
  }
  return lines.flatMap((line) => line.toSorted((a, b) => a.left - b.left))
}
