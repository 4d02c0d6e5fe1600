import { expect, it } from 'vitest'
import { pictureError } from './picture-field.tsx'

const MAX = 5 * 1024 * 1024

it.each([
  ['a.jpg', 'image/jpeg', MAX, undefined],
  ['a.png', 'image/png', 1, undefined],
  ['a.webp', 'image/webp', 1, undefined],
  ['a.jpg', 'image/jpeg', MAX + 1, 'image_too_large'],
  ['a.gif', 'image/gif', 1, 'image_type'],
  ['a.svg', 'image/svg+xml', 1, 'image_type'],
  ['a.png', '', 1, 'image_type'],
  ['IMG_1.HEIC', '', MAX + 1, 'image_heic'],
  ['a.jpg', 'image/heic', 1, 'image_heic'],
  ['a', 'image/heif', 1, 'image_heic'],
  ['a.avif', '', 1, 'image_avif'],
  ['A.AVIF', 'image/avif', 1, 'image_avif'],
  ['a.jpg', 'image/avif', MAX + 1, 'image_avif'],
  ['a.avifs', 'image/avif-sequence', 1, 'image_avif'],
])('pictureError for the file %s of type %j with %i bytes is %s', (name, type, size, error) => {
  expect(pictureError({ name, type, size }, 'image_too_large')).toBe(error)
})

it('pictureError returns the given error code for a file that is too large', () => {
  const large = { name: 'a.jpg', type: 'image/jpeg', size: MAX + 1 }
  expect(pictureError(large, 'promotion_image_too_large')).toBe('promotion_image_too_large')
})
