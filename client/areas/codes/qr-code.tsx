import { encode } from 'uqr'

/** The width of the white margin (quiet zone) around a code, in modules. */
export const QUIET_MODULES = 4

/** A QR code without its quiet zone. */
interface Qr {
  side: number
  /** The dark modules as the `d` of an SVG path, one unit per module. */
  path: string
}

const cache = new Map<string, Qr>()

/** The QR code of a text with the highest error correction (H); cached per text. */
export function qrOf(text: string): Qr {
  const cached = cache.get(text)
  if (cached) return cached
  const { data, size } = encode(text, { ecc: 'H', border: 0 })
  const qr = { side: size, path: data.map(rowPath).join('') }
  cache.set(text, qr)
  return qr
}

/** The SVG path of a row: one rectangle for each run of dark modules. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue
    const from = x
    while (row[x + 1]) x++
    path += `M${from} ${y}h${x + 1 - from}v1H${from}z`
  }
  return path
}

interface QrCodeProps {
  address: string
  label: string
  /** In pixels. The surrounding element must provide the quiet zone. */
  size: number
}

export function QrCode({ address, label, size }: QrCodeProps) {
  const { side, path } = qrOf(address)
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="block fill-code"
    >
      <path d={path} />
    </svg>
  )
}

/** A QR code for print, with its quiet zone. @param width the width of the code itself, in millimetres */
export function PrintedCode({ address, width }: { address: string; width: number }) {
  const { side, path } = qrOf(address)
  const fullSide = side + 2 * QUIET_MODULES
  return (
    <svg
      aria-hidden="true"
      viewBox={`${-QUIET_MODULES} ${-QUIET_MODULES} ${fullSide} ${fullSide}`}
      shapeRendering="crispEdges"
      style={{ width: `${(width * fullSide) / side}mm` }}
      className="printed-code"
    >
      <path d={path} />
    </svg>
  )
}
