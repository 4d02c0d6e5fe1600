import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import fastify, { type FastifyInstance } from 'fastify'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handleErrors } from '#server/platform/http/errors.ts'
import { jpegWithDeclaredSize, plainPicture, pngWithDeclaredSize } from '#server/testing/pictures.ts'
import { PICTURE_WIDTHS, pictureAt, pictureUrl } from '#shared/domain/menu/pictures.ts'
import { servePictures, storePicture } from './pictures.ts'
import { folderStore, type PictureStore } from './store.ts'

let folder: string
let store: PictureStore
let app: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'masa-pictures-'))
  await writeFile(path.join(folder, 'secret.webp'), 'betrayed')
  store = folderStore(path.join(folder, 'pictures'))
  app = fastify()
  handleErrors(app)
  servePictures(app, store)
})

afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const get = (url: string) => app.inject({ url })
const options = { beforeStore: async () => {} } as const
const storeUpload = async (bytes: Buffer, target = store) => pictureUrl(await storePicture(target, bytes, options))
const stored = async (url: string, width: (typeof PICTURE_WIDTHS)[number]) =>
  sharp((await get(pictureAt(url, width))).rawPayload)

/** A picture whose left half is red and whose right half is blue. */
const halves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'red' } }).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: 'blue' } }, left: width / 2, top: 0 },
  ])

const colourAt = async (picture: Sharp, x: number, y: number) => {
  const { data, info } = await picture.clone().removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const offset = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels
  const [red = 0, , blue = 0] = data.subarray(offset, offset + 3)
  return red > 200 && blue < 60 ? 'red' : blue > 200 && red < 60 ? 'blue' : 'other'
}

describe('storing a picture', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('converts a %s to WebP in every width', async (format) => {
    const url = await storeUpload(await halves(2000, 1000).toFormat(format).toBuffer())
    expect(url).toMatch(/^\/pictures\/[0-9a-f]{32}\/640\.webp$/)
    for (const width of PICTURE_WIDTHS) {
      const response = await get(pictureAt(url, width))
      expect(response.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
      })
      const picture = sharp(response.rawPayload)
      expect(await picture.metadata()).toMatchObject({ format: 'webp', width, height: width / 2 })
      expect([await colourAt(picture, 0.25, 0.5), await colourAt(picture, 0.75, 0.5)]).toEqual(['red', 'blue'])
    }
  })

  it('never enlarges a picture, and limits the height', async () => {
    const small = await storeUpload(await halves(200, 100).png().toBuffer())
    expect(await (await stored(small, 160)).metadata()).toMatchObject({ width: 160, height: 80 })
    expect(await (await stored(small, 1280)).metadata()).toMatchObject({ width: 200, height: 100 })
    const high = await storeUpload(await halves(20, 12_000).png().toBuffer())
    expect((await (await stored(high, 1280)).metadata()).height).toBe(2560)
  })

  it('rotates a picture as its EXIF orientation says', async () => {
    for (const orientation of [1, 3, 6, 8]) {
      const sideways = await halves(800, 400).withMetadata({ orientation }).jpeg().toBuffer()
      const picture = await stored(await storeUpload(sideways), 640)
      const { width, height, orientation: remaining } = await picture.metadata()
      expect([(width ?? 0) > (height ?? 0), remaining]).toEqual([orientation < 5, undefined])
      const red = { 1: [0.25, 0.5], 3: [0.75, 0.5], 6: [0.5, 0.25], 8: [0.5, 0.75] }[orientation] ?? []
      expect(await colourAt(picture, red[0] ?? 0, red[1] ?? 0)).toBe('red')
    }
  })

  it('removes all metadata', async () => {
    const withMetadata = await halves(800, 400)
      .withExif({ IFD0: { Copyright: 'Zamfira', Make: 'SecretCam' }, IFD3: { GPSLatitude: '45/1 39/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><private/></x:xmpmeta>')
      .withIccProfile('p3')
      .jpeg()
      .toBuffer()
    expect(await sharp(withMetadata).metadata()).toMatchObject({ exif: expect.any(Buffer), xmp: expect.any(Buffer) })
    const url = await storeUpload(withMetadata)
    for (const width of PICTURE_WIDTHS) {
      const response = await get(pictureAt(url, width))
      const { exif, xmp, icc, iptc, comments } = await sharp(response.rawPayload).metadata()
      expect([exif, xmp, icc, iptc, comments]).toEqual(Array(5).fill(undefined))
      expect(response.rawPayload.includes('Zamfira')).toBe(false)
    }
  })

  it('names a picture by all its bytes, with the version of its encoding', async () => {
    // A JPEG may have bytes after its end.
    const photo = Buffer.concat([await halves(64, 64).jpeg().toBuffer(), Buffer.alloc(600_000, 1)])
    const another = Buffer.from(photo).fill(2, photo.length - 1)
    for (const bytes of [photo, another]) {
      const [name] = createHash('sha256').update('webp 2\0').update(bytes).digest('hex').match(/.{32}/) ?? []
      expect(await storeUpload(bytes)).toContain(`/${name}/`)
    }
  })

  it('stores the same bytes once, even when they are uploaded concurrently', async () => {
    const bytes = await halves(300, 200).png().toBuffer()
    const before = (await readdir(path.join(folder, 'pictures'))).length
    const [one, two] = await Promise.all([storeUpload(bytes), storeUpload(bytes)])
    expect([two, await storeUpload(bytes)]).toEqual([one, one])
    expect(await storeUpload(await halves(302, 200).png().toBuffer())).not.toBe(one)
    const names = await readdir(path.join(folder, 'pictures'))
    expect(names).toHaveLength(before + 2)
    expect(names.filter((name) => !/^[0-9a-f]{32}$/.test(name))).toEqual([])
  })
})

describe('rejecting a picture', () => {
  const errorCode = (bytes: Buffer) => storeUpload(bytes).catch((error: { code?: string }) => error.code)
  const small = () => halves(64, 64)

  it.each([
    ['nothing', async () => Buffer.alloc(0)],
    ['text', async () => Buffer.from('not a picture at all')],
    ['an HTML page', async () => Buffer.from('<html><script>alert(1)</script></html>')],
    [
      'an SVG with a script',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>'),
    ],
    ['a GIF', async () => small().gif().toBuffer()],
    ['a TIFF', async () => small().tiff().toBuffer()],
    ['a RIFF that is a sound', async () => Buffer.from('RIFF\x24\x00\x00\x00WAVEfmt ', 'latin1')],
    ['a phone’s video', async () => Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0', 'latin1')],
  ])('rejects %s', async (_, bytes) => {
    expect(await errorCode(await bytes())).toBe('image_type')
  })

  it.each([
    ['only the beginning of a JPEG', async () => Buffer.from('ffd8ffe000104a46494600', 'hex')],
    ['a PNG cut short', async () => (await halves(600, 600).png().toBuffer()).subarray(0, 900)],
    ['a JPEG that lacks its last bytes', async () => (await halves(600, 600).jpeg().toBuffer()).subarray(0, -40)],
    ['a JPEG cut short', async () => (await halves(600, 600).jpeg().toBuffer()).subarray(0, 1500)],
    ['a WebP cut short', async () => (await halves(600, 600).webp().toBuffer()).subarray(0, 200)],
  ])('rejects %s as broken', async (_, bytes) => {
    expect(await errorCode(await bytes())).toBe('image_broken')
  })

  it('rejects HEIC and AVIF with a code for each', async () => {
    for (const brand of ['heic', 'heix', 'hevc', 'mif1', 'msf1']) {
      const bytes = Buffer.from(`\0\0\0\x18ftyp${brand}\0\0\0\0${brand}`, 'latin1')
      expect(await errorCode(bytes)).toBe('image_heic')
    }
    expect(await errorCode(await small().avif().toBuffer())).toBe('image_avif')
  })

  it('rejects a small file that would decode to a gigabyte without decoding it', async () => {
    const bomb = await pngWithDeclaredSize(30_000, 30_000)
    expect(bomb.length).toBeLessThan(5_000)
    const began = process.memoryUsage().rss
    expect(await errorCode(bomb)).toBe('image_pixels')
    expect(process.memoryUsage().rss - began).toBeLessThan(200_000_000)
  })

  it.each([
    [12_001, 8],
    [8, 12_001],
  ])('rejects a picture with a side that is too long: %i × %i', async (width, height) => {
    expect(await errorCode(await plainPicture('red', width, height).png().toBuffer())).toBe('image_pixels')
  })

  // Decided by the header: decoding 7,000 × 7,000 pixels took 480 MB for an interlaced PNG of 16 bits, and 310 MB for a
  // progressive JPEG.
  it.each([
    ['an interlaced PNG of 16 bits', () => pngWithDeclaredSize(5_200, 5_200, { bits: 16, interlaced: true }), true],
    [
      'a smaller interlaced PNG of 16 bits',
      () => pngWithDeclaredSize(5_100, 5_100, { bits: 16, interlaced: true }),
      false,
    ],
    ['a PNG of 16 bits that is not interlaced', () => pngWithDeclaredSize(7_000, 7_000, { bits: 16 }), false],
    ['an interlaced PNG of 8 bits', () => pngWithDeclaredSize(7_000, 7_000, { interlaced: true }), false],
    ['a progressive JPEG', () => jpegWithDeclaredSize(6_000, 6_000, '4:4:4'), true],
    [
      'a progressive JPEG with 4:2:0 subsampling, as cameras make it',
      () => jpegWithDeclaredSize(8_000, 6_000, '4:2:0'),
      false,
    ],
  ])('rejects a picture only if decoding takes hundreds of megabytes: %s', async (_, createPicture, isTooLarge) => {
    expect((await errorCode(await createPicture())) === 'image_pixels').toBe(isTooLarge)
  })

  it('leaves no files behind', async () => {
    const before = await readdir(path.join(folder, 'pictures'))
    await errorCode(Buffer.from('nothing'))
    await errorCode((await halves(600, 600).png().toBuffer()).subarray(0, 900))
    expect(await readdir(path.join(folder, 'pictures'))).toEqual(before)
  })
})

describe('removing a picture', () => {
  it('removes all widths, can be repeated, and the same picture can be stored again', async () => {
    const bytes = await halves(204, 100).png().toBuffer()
    const url = await storeUpload(bytes)
    const hash = url.split('/')[2] ?? ''
    await store.remove(hash)
    await store.remove(hash)
    for (const width of PICTURE_WIDTHS) expect((await get(pictureAt(url, width))).statusCode).toBe(404)
    expect((await readdir(path.join(folder, 'pictures'))).filter((name) => /gone|new/.test(name))).toEqual([])
    expect(await storeUpload(bytes)).toBe(url)
    expect((await get(url)).statusCode).toBe(200)
  })
})

describe('serving /pictures/', () => {
  it.each([
    '/pictures/',
    '/pictures/abc',
    '/pictures/0123456789abcdef0123456789abcdef/640.webp',
    '/pictures/0123456789abcdef0123456789abcdef/641.webp',
    '/pictures/0123456789abcdef0123456789abcdef/__proto__.webp',
    '/pictures/../secret.webp',
    '/pictures/%2e%2e/secret.webp',
    '/pictures/..%2fsecret.webp',
    '/pictures/..%5csecret.webp',
    '/pictures/%2e%2e%2f%2e%2e%2f%2e%2e%2fetc%2fpasswd',
    '/pictures/0123456789abcdef0123456789abcdef/..%2f..%2fsecret.webp',
    '/pictures/0123456789ABCDEF0123456789ABCDEF/640.webp',
    '/pictures/0123456789abcdef0123456789abcdef/640.webp%00',
  ])('responds to %s with 404 in JSON', async (url) => {
    const response = await get(url)
    expect([response.statusCode, response.body.includes('betrayed')]).toEqual([404, false])
    expect(response.headers['content-type']).toContain('application/json')
    expect(response.headers['cache-control']).toBeUndefined()
  })

  it('responds to a width that does not exist with 404', async () => {
    const url = await storeUpload(await halves(200, 100).png().toBuffer())
    expect((await get(url)).statusCode).toBe(200)
    for (const width of ['0640', '641', '6400', '64', '-640', '6e2']) {
      expect((await get(url.replace('640', width))).statusCode).toBe(404)
    }
    expect((await get(`${url}?v=1`)).statusCode).toBe(200)
  })

  it('never serves unfinished folders beside the pictures', async () => {
    await mkdir(path.join(folder, 'pictures', '.new-1'), { recursive: true })
    await writeFile(path.join(folder, 'pictures', '.new-1', '640.webp'), 'half')
    expect((await get('/pictures/.new-1/640.webp')).statusCode).toBe(404)
    expect(await readFile(path.join(folder, 'pictures', '.new-1', '640.webp'), 'utf8')).toBe('half')
  })
})
