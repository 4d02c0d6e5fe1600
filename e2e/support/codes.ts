import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

// Without this the reader would fetch its WebAssembly from the network.
const program = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))
prepareZXingModule({ overrides: { wasmBinary: (await readFile(program)).buffer as ArrayBuffer } })

/** What the codes of a picture lead to, as a reader of another make sees them; each once, in the order of the alphabet. */
export async function decode(picture: Buffer): Promise<string[]> {
  const found = await readBarcodes(picture, { formats: ['QRCode'] })
  return [...new Set(found.map(({ text }) => text))].sort()
}

/** A picture as a phone takes it from farther away: so much smaller, and out of focus. */
export async function fromAfar(picture: Buffer, scale: number, blur: number): Promise<Buffer> {
  const { width } = await sharp(picture).metadata()
  const small = await sharp(picture)
    .resize(Math.round(width * scale))
    .toBuffer()
  return sharp(small).blur(blur).png().toBuffer()
}
