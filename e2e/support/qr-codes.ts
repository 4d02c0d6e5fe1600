import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

// By default the reader would fetch its WebAssembly module from the network.
const wasmFile = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))
prepareZXingModule({ overrides: { wasmBinary: (await readFile(wasmFile)).buffer as ArrayBuffer } })

/** The texts of the QR codes in a picture, distinct and sorted. */
export async function readQrCodes(picture: Buffer): Promise<string[]> {
  const codes = await readBarcodes(picture, { formats: ['QRCode'] })
  return [...new Set(codes.map(({ text }) => text))].sort()
}

/** Scales and blurs a picture, as a phone's camera sees it from farther away. */
export async function simulateDistance(picture: Buffer, scale: number, blur: number): Promise<Buffer> {
  const { width } = await sharp(picture).metadata()
  const small = await sharp(picture)
    .resize(Math.round(width * scale))
    .toBuffer()
  return sharp(small).blur(blur).png().toBuffer()
}
