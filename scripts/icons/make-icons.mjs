/* `node scripts/icons/make-icons.mjs`: the icons of the installed menu, when client/public/icon.svg has changed. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const PUBLIC = fileURLToPath(new URL('../../client/public', import.meta.url))
const icon = readFileSync(path.join(PUBLIC, 'icon.svg'), 'utf8')

/** The icon with its background up to the corners, for systems that crop it, at most to a circle of 80 % of the width. */
const maskable = icon.replace(' rx="15"', '').replace('<g ', '<g transform="translate(3.2 3.2) scale(.9)" ')

const FILES = [
  { name: 'icon-192.png', svg: icon, size: 192 },
  { name: 'icon-512.png', svg: icon, size: 512 },
  { name: 'icon-maskable-512.png', svg: maskable, size: 512 },
  { name: 'apple-touch-icon.png', svg: maskable, size: 180 },
]

for (const { name, svg, size } of FILES) {
  const image = sharp(Buffer.from(svg), { density: (72 * size) / 64 }).resize(size, size)
  await image.png({ compressionLevel: 9, palette: true }).toFile(path.join(PUBLIC, name))
}
