import { encode } from 'uqr'

/** How many modules of white a reader needs around a code. */
export const QUIET_MODULES = 4

/** A code in modules, without its quiet zone. */
export interface Qr {
  side: number
  /** Its dark modules as the `d` of an SVG path, one unit for each. */
  path: string
}

const known = new Map<string, Qr>()

/** The code of a text at the highest error correction (H); worked out once for each text. */
export function qrOf(text: string): Qr {
  const found = known.get(text)
  if (found) return found
  const { data, size } = encode(text, { ecc: 'H', border: 0 })
  const qr = { side: size, path: data.map(rowPath).join('') }
  known.set(text, qr)
  return qr
}

/** One rectangle for each run of dark modules. */
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
