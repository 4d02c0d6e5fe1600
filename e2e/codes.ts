import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'

const run = promisify(execFile)

/** What the codes of a picture lead to, as a reader of another make sees them; each once, in the order of the alphabet. */
export async function decode(picture: Buffer): Promise<string[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'codes-'))
  try {
    const file = path.join(folder, 'picture.png')
    await writeFile(file, picture)
    const { stdout } = await run('zbarimg', ['--raw', '-q', '-Sdisable', '-Sqrcode.enable', file])
    return [...new Set(stdout.split('\n').filter(Boolean))].sort()
  } catch (error) {
    // It ends with 4 where it found none.
    if ((error as { code?: number }).code === 4) return []
    throw error
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A picture as a phone takes it from farther away: so much smaller, and out of focus. */
export async function fromAfar(picture: Buffer, scale: number, blur: number): Promise<Buffer> {
  const { width } = await sharp(picture).metadata()
  const small = await sharp(picture)
    .resize(Math.round(width * scale))
    .toBuffer()
  return sharp(small).blur(blur).png().toBuffer()
}
