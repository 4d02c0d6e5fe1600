import { expect, it } from 'vitest'
import { PICTURE_WIDTHS, pictureAt, pictureUrl } from './pictures.ts'

const own = pictureUrl('0123456789abcdef0123456789abcdef')

it('an own picture has an address in every width', () => {
  expect(own).toBe('/pictures/0123456789abcdef0123456789abcdef/640.webp')
  expect(PICTURE_WIDTHS.map((width) => pictureAt(own, width))).toEqual(
    ['160', '320', '640', '1280'].map((width) => `/pictures/0123456789abcdef0123456789abcdef/${width}.webp`),
  )
  expect(pictureAt(pictureAt(own, 160), 1280)).toBe(pictureAt(own, 1280))
})

it.each([
  '',
  'https://example.com/pictures/soup.webp',
  `https://example.com${own}`,
  '/pictures/abc/640.webp',
  `${own}?v=1`,
])('another address stays as it is: %j', (url) => {
  expect(pictureAt(url, 320)).toBe(url)
})
