import { Download } from 'lucide-react'
import { saveFile } from '../../lib/api/files.ts'
import { Button, t, toast } from '../../ui/index.ts'
import { QUIET_MODULES, qrOf } from './qr-code.tsx'

const MIN_SIDE_PIXELS = 1024
/** Sizes of the text below the code, as fractions of the code's side. */
const CAPTION = { room: 0.16, type: 0.1 }
const [DARK, LIGHT] = ['#000000', '#ffffff']

/** A code to save as a file, with its quiet zone and a text below. */
interface SavedCode {
  address: string
  caption: string
  /** Without the extension. */
  fileName: string
}

function saveAsSvg(code: SavedCode): void {
  saveFile(new File([imageOf(code).svg], `${code.fileName}.svg`, { type: 'image/svg+xml' }))
}

/** Throws if the browser cannot render the image. */
async function saveAsPng(code: SavedCode): Promise<void> {
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

/** A code as SVG. A module is a whole number of pixels wide: its edges are sharp for code readers. */
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

/** An address, and its code to save for print (docs/product/tables.md#tables-codes). */
export function CodeFiles(code: SavedCode) {
  const failed = () => void toast({ variant: 'destructive', title: t('common.notChanged') })
  return (
    <div className="flex flex-col gap-4">
      <p className="select-all break-all text-center text-muted text-sm">{code.address}</p>
      <div className="grid gap-2.5 sm:grid-cols-2">
        <Button variant="outline" onClick={() => saveAsSvg(code)}>
          <Download className="size-4.5 shrink-0" />
          {t('tables.file.svg')}
        </Button>
        <Button variant="outline" onClick={() => void saveAsPng(code).catch(failed)}>
          <Download className="size-4.5 shrink-0" />
          {t('tables.file.png')}
        </Button>
      </div>
    </div>
  )
}
