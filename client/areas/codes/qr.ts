import { encode } from 'uqr'

/** The width of the white margin (quiet zone) around a code, in modules. */
export const QUIET_MODULES = 4

/** A QR code without its quiet zone. */
export interface Qr {
  /** The number of modules per side. */
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
