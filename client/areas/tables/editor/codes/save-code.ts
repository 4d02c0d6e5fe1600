import { saveFile } from '../../../../lib/api/download.ts'
import { QUIET_MODULES, qrOf } from '../../../codes/index.ts'

const MIN_SIDE_PIXELS = 1024
/** Sizes of the text below the code, as fractions of the code's side. */
const CAPTION = { room: 0.16, type: 0.1 }
const [DARK, LIGHT] = ['#000000', '#ffffff']

/** A table's code to save as a file, with its quiet zone and the table's number below. */
export interface SavedCode {
  address: string
  caption: string
  /** Without the extension. */
  fileName: string
}

export function saveAsSvg(code: SavedCode): void {
  saveFile(new File([imageOf(code).svg], `${code.fileName}.svg`, { type: 'image/svg+xml' }))
}

/** Throws if the browser cannot render the image. */
export async function saveAsPng(code: SavedCode): Promise<void> {
  const { svg, width, height } = imageOf(code)
  const picture = new Image()
  picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  await picture.decode()
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height)
  const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!png) throw new Error('The browser made no picture of the code')
  saveFile(new File([png], `${code.fileName}.png`, { type: png.type }))
}

/**
 * Renders a code as SVG. Each module is a whole number of pixels wide, so that its edges are sharp for code readers.
 */
function imageOf({ address, caption }: SavedCode): { svg: string; width: number; height: number } {
  const { side, path } = qrOf(address)
  const fullSide = side + 2 * QUIET_MODULES
  const pixels = Math.ceil(MIN_SIDE_PIXELS / fullSide)
  const captionHeight = Math.ceil(fullSide * CAPTION.room)
  const [width, height] = [fullSide * pixels, (fullSide + captionHeight) * pixels]
  const type = fullSide * CAPTION.type
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${fullSide} ${fullSide + captionHeight}">
<rect width="100%" height="100%" fill="${LIGHT}"/>
<path transform="translate(${QUIET_MODULES} ${QUIET_MODULES})" fill="${DARK}" shape-rendering="crispEdges" d="${path}"/>
<text x="${fullSide / 2}" y="${fullSide + type * 0.6}" text-anchor="middle" font-family="Georgia, serif" font-weight="600" font-size="${type}" fill="${DARK}">${caption}</text>
</svg>
`
  return { svg, width, height }
}
