/** Measures uploading a phone's photo as a dish's picture. */
import sharp from 'sharp'
import { multipartOf } from '#server/testing/pictures.ts'
import { uploadDishImage } from '#shared/contracts/menu/menu-editing.ts'
import { type OtherWork, timed } from '../beside.ts'
import { alternate } from '../figures.ts'
import type { Plan } from '../plan.ts'
import { fetchServed, signInOwner } from '../product.ts'
import type { BenchServers } from './orders.ts'
import { compareAtMost, ms, title } from './report.ts'

/** Maximum median time of an upload. */
const MAX_MS = 1_500
const [WIDTH, HEIGHT] = [4032, 3024]
const MAX_BYTES = uploadDishImage.upload.maxBytes
/** Room for the counter after the JPEG. */
const SPARE_BYTES = 64

let drawnPhoto: Promise<Buffer> | undefined

/** Uploads a photo as a dish's picture; each upload is new to the server. */
export async function pictureWork({ port, seed }: BenchServers['product']): Promise<OtherWork & { photo: Buffer }> {
  const url = `http://127.0.0.1:${port}`
  const cookie = await signInOwner(url)
  drawnPhoto ??= drawPhoto()
  const photo = await drawnPhoto
  const dish = seed.dishes[0]?.id ?? 0
  // Bytes after the end of a JPEG are ignored: a counter there makes each photo new to the server.
  const content = Buffer.concat([photo, Buffer.alloc(16)])
  const { headers, payload } = multipartOf({ name: 'image', fileName: 'photo.jpg', content })
  const body = new Uint8Array(payload)
  const counter = new DataView(body.buffer, payload.indexOf(photo) + photo.length)
  counter.setBigUint64(0, process.hrtime.bigint())
  let photos = 0
  const work = async () => {
    counter.setUint32(8, ++photos)
    const path = uploadDishImage.path.replace(':id', String(dish))
    const upload = { method: 'POST', headers: { ...headers, cookie }, body }
    await (await fetchServed(url + path, upload, 'a photo')).arrayBuffer()
  }
  return { name: 'photos', work, photo }
}

export async function measurePictures({ product }: BenchServers, plan: Plan): Promise<void> {
  const photos = await pictureWork(product)
  const { photo, work: upload } = photos
  title(
    `A photo of ${(photo.length / 1e6).toFixed(1)} MB and ${Math.round((WIDTH * HEIGHT) / 1e6)} megapixels; baseline: sharp alone resizes it to the largest width`,
  )
  const resizeWithSharp = () => sharp(photo).resize({ width: 1280 }).webp({ quality: 80, effort: 2 }).toBuffer()
  await upload()
  await resizeWithSharp()
  const times = await alternate(
    plan.rounds * 3,
    () => timed(upload),
    () => timed(resizeWithSharp),
  )
  compareAtMost('upload until the response', times, ms, MAX_MS)
}

/** A photo with colour gradients and sensor noise, as large as an upload may be. */
async function drawPhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 18 } as const
  const grain = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: 'grey', noise } })
  const colours = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><linearGradient id="g" x2="1" y2="1">` +
      '<stop stop-color="#b43"/><stop offset=".5" stop-color="#3b6"/><stop offset="1" stop-color="#36b"/></linearGradient>' +
      '<rect width="100%" height="100%" fill="url(#g)"/></svg>',
  )
  const input = await grain.png({ compressionLevel: 0 }).toBuffer()
  const picture = await sharp(colours)
    .composite([{ input, blend: 'soft-light' }])
    .removeAlpha()
    .raw()
    .toBuffer()
  for (let quality = 98; quality > 50; quality--) {
    const raw = { width: WIDTH, height: HEIGHT, channels: 3 } as const
    const photo = await sharp(picture, { raw }).jpeg({ quality }).toBuffer()
    if (photo.length <= MAX_BYTES - SPARE_BYTES) return photo
  }
  throw new Error('the photo cannot be made small enough')
}
