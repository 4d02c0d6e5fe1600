/** The output of a simulated printer: a picture, a line with `L` if it is large and `I` if it is inverted, or a cut. */
export type OnPaper = { dots: Buffer; width: number } | string
export const CUT_HERE = 'cut'

const PICTURE = Buffer.from([0x1d, 0x76, 0x30, 0])
/** The other commands, by their bytes in hexadecimal. */
const COMMANDS: Record<string, { size?: string; ground?: string; isCut?: true }> = {
  '1b40': {},
  '1c2e': {},
  '1b7412': {},
  '1d2100': { size: ' ' },
  '1d2111': { size: 'L' },
  '1d4200': { ground: ' ' },
  '1d4201': { ground: 'I' },
  '1d564200': { isCut: true },
}
/** The upper half of code page 852, as far as the tests need it. */
const PAGE_852 = new Map(
  Array.from('ăĂâÂîÎşŞţŢ│─┌┐└┘', (letter, i) => [
    Buffer.from('c7c683b68cd7adb8eeddb3c4dabfc0d9', 'hex')[i] as number,
    letter,
  ]),
)

/** Reads bytes as an ESC/POS printer does. Throws for a byte that no printer should get. */
export function paperFromBytes(bytes: Buffer): OnPaper[] {
  const paper: OnPaper[] = []
  let [size, ground, line] = [' ', ' ', '']
  for (let at = 0; at < bytes.length; ) {
    const hex = bytes.toString('hex', at, at + 4)
    const [code, command] = Object.entries(COMMANDS).find(([known]) => hex.startsWith(known)) ?? []
    const byte = bytes[at] as number
    if (code && command) {
      size = command.size ?? size
      ground = command.ground ?? ground
      if (command.isCut) paper.push(CUT_HERE)
      at += code.length / 2
    } else if (bytes.subarray(at, at + 4).equals(PICTURE)) {
      const [width, height] = [bytes.readUInt16LE(at + 4), bytes.readUInt16LE(at + 6)]
      const dots = bytes.subarray(at + 8, at + 8 + width * height)
      if (dots.length < width * height) throw new Error('The picture is cut off')
      paper.push({ dots, width: width * 8 })
      at += 8 + dots.length
    } else if (byte === 0x0a) {
      paper.push(`${size}${ground}|${line}`)
      line = ''
      at += 1
    } else if (byte < 0x20) throw new Error(`No printer knows ${hex}`)
    else {
      line += byte < 0x80 ? String.fromCharCode(byte) : (PAGE_852.get(byte) ?? '▯')
      at += 1
    }
  }
  return paper
}
