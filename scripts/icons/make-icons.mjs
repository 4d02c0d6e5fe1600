/*
 * Makes the icons under which a phone keeps the menu, of client/public/icon.svg: the wordmark's glyph on its ground. Run
 * by hand when that changes:
 *   node scripts/icons/make-icons.mjs
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const PUBLIC = fileURLToPath(new URL('../../client/public', import.meta.url))
const icon = readFileSync(path.join(PUBLIC, 'icon.svg'), 'utf8')

/** The ground to its very corners: who shows it cuts its own shape, at most a circle of four fifths of the width. */
const whole = icon.replace(' rx="15"', '').replace('<g ', '<g transform="translate(3.2 3.2) scale(.9)" ')

const FILES = [
  { name: 'icon-192.png', svg: icon, size: 192 },
  { name: 'icon-512.png', svg: icon, size: 512 },
  { name: 'icon-maskable-512.png', svg: whole, size: 512 },
  { name: 'apple-touch-icon.png', svg: whole, size: 180 },
]

for (const { name, svg, size } of FILES) {
  const drawn = sharp(Buffer.from(svg), { density: (72 * size) / 64 }).resize(size, size)
  await drawn.png({ compressionLevel: 9, palette: true }).toFile(path.join(PUBLIC, name))
}
