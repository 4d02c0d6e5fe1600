import { expect, it } from 'vitest'
import {
  isDaily,
  isOwnPicture,
  LOADS_BEFORE_VIEW_PX,
  PICTURE_WIDTHS,
  pictureAt,
  pictureOfDay,
  pictureUrl,
} from './pictures.ts'

const own = pictureUrl('0123456789abcdef0123456789abcdef')

it('a stored picture has a URL for each width', () => {
  expect(own).toBe('/pictures/0123456789abcdef0123456789abcdef/640.webp')
  expect(PICTURE_WIDTHS.map((width) => pictureAt(own, width))).toEqual(
    ['32', '160', '320', '640', '1280'].map((width) => `/pictures/0123456789abcdef0123456789abcdef/${width}.webp`),
  )
  expect(pictureAt(pictureAt(own, 160), 1280)).toBe(pictureAt(own, 1280))
})

it.each([
  '',
  'https://example.com/pictures/soup.webp',
  `https://example.com${own}`,
  '/pictures/abc/640.webp',
  `${own}?v=1`,
])('pictureAt leaves %j unchanged', (url) => {
  expect(pictureAt(url, 320)).toBe(url)
})

it('isOwnPicture is true only for pictures that the server stores', () => {
  expect([own, pictureAt(own, 160)].map(isOwnPicture)).toEqual([true, true])
  expect(['', `https://example.com${own}`, '/assets/soup.jpg'].map(isOwnPicture)).toEqual([false, false, false])
})

it.each([
  ['/assets/soup.jpg', '/assets/soup.jpg?v=2026-03-29&format=webp'],
  ['/assets/soups/fish soup.jpg', '/assets/soups/fish soup.jpg?v=2026-03-29&format=webp'],
  ['/assets/soup.jpg?width=300', '/assets/soup.jpg?width=300&v=2026-03-29&format=webp'],
  ['/assets/soup.jpg?', '/assets/soup.jpg?v=2026-03-29&format=webp'],
  ['/assets/soup.jpg#top', '/assets/soup.jpg?v=2026-03-29&format=webp#top'],
  ['/assets/soup.jpg?a=1#b?c', '/assets/soup.jpg?a=1&v=2026-03-29&format=webp#b?c'],
  ['/assets/soup.jpg?v=1&format=jpeg&vat=9', '/assets/soup.jpg?vat=9&v=2026-03-29&format=webp'],
])('pictureOfDay adds the day and the format to %s', (url, expected) => {
  expect(isDaily(url)).toBe(true)
  expect(pictureOfDay(url, '2026-03-29')).toBe(expected)
  expect(pictureOfDay(expected, '2026-03-29')).toBe(expected)
})

it.each([
  '',
  own,
  '/assets',
  '/assetsoup.jpg',
  '/static/assets/soup.jpg',
  'assets/soup.jpg',
  'https://example.com/assets/soup.jpg',
  'https://example.com/soup.jpg?v=1',
])('pictureOfDay leaves %j unchanged', (url) => {
  expect(isDaily(url)).toBe(false)
  expect(pictureOfDay(url, '2026-03-29')).toBe(url)
})

it('pictures start to load 200 px before they scroll into view', () => {
  expect(LOADS_BEFORE_VIEW_PX).toBe(200)
})
