import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'

const BLOCK = 512

/** The files as the pieces of a tar (POSIX ustar). @param names paths below the folder, at most 100 bytes of ASCII */
export async function* packFiles(folder: string, names: readonly string[]): AsyncGenerator<Buffer> {
  for (const name of names) {
    const file = path.join(folder, name)
    const { size, mtime } = await stat(file)
    yield header(name, size, mtime)
    // No more than the header says: lines may be added to the file meanwhile.
    if (size > 0) yield* createReadStream(file, { end: size - 1 })
    yield Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)
  }
  yield Buffer.alloc(2 * BLOCK)
}

function header(name: string, size: number, at: Date): Buffer {
  const block = Buffer.alloc(BLOCK)
  const put = (text: string, offset: number) => block.write(text, offset, 'latin1')
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  put(name, 0)
  put(octal(0o600, 7) + octal(0, 7) + octal(0, 7), 100)
  // A size of 8 GiB or more does not fit eleven octal digits: its first bit is set and it is written in base 256.
  if (size < 8 ** 11) put(octal(size, 11), 124)
  else {
    block.writeUInt8(0x80, 124)
    block.writeBigUInt64BE(BigInt(size), 128)
  }
  put(octal(Math.floor(at.getTime() / 1000), 11), 136)
  // Its own field counts as spaces in the sum.
  put('        0', 148)
  put('ustar\x0000', 257)
  const sum = block.reduce((total, byte) => total + byte, 0)
  put(`${octal(sum, 6)} `, 148)
  return block
}
