import { MAX_IMAGE_BYTES } from '#shared/contracts/pictures.ts'

/** The longest sides to try, in pixels, and the quality of the JPEG. A photo of 2400 pixels has about 1 MB. */
const ATTEMPTS = [
  { side: 2400, quality: 0.85 },
  { side: 1600, quality: 0.8 },
  { side: 1200, quality: 0.7 },
]

/** Makes a photo smaller than the limit, upright, as JPEG on white. @throws Error if it cannot be decoded */
export async function shrinkPicture(file: File): Promise<File> {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    for (const { side, quality } of ATTEMPTS) {
      const blob = await drawSmaller(bitmap, side, quality)
      if (blob.size <= MAX_IMAGE_BYTES) {
        const name = file.name.replace(/\.[^.]*$/, '')
        return new File([blob], `${name}.jpg`, { type: 'image/jpeg' })
      }
    }
  } finally {
    // Its pixels can take hundreds of megabytes.
    bitmap.close()
  }
  throw new Error('the picture is too large at every size')
}

async function drawSmaller(bitmap: ImageBitmap, side: number, quality: number): Promise<Blob> {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('the browser cannot draw')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  if (!blob) throw new Error('the browser cannot write a JPEG')
  return blob
}
