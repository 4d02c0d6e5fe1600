import { iconAt, shadow } from './dish-picture.ts'

const WIDTH = 1280
const HEIGHT = 480

/** The banner of a promotion as an SVG of 1280 × 480: plain terracotta on the left for the text, a large icon on the right. */
export function bannerPicture(icon: string): string {
  const ground = `<defs><linearGradient id="g" x1="0" y1="0" x2="1" y2=".35"><stop offset="0" stop-color="#762907"/><stop offset=".62" stop-color="#B4410E"/><stop offset="1" stop-color="#D2672F"/></linearGradient><radialGradient id="l" cx=".82" cy=".4" r=".45"><stop offset="0" stop-color="#FFD9B8" stop-opacity=".28"/><stop offset="1" stop-color="#FFD9B8" stop-opacity="0"/></radialGradient></defs><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#g)"/><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#l)"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${ground}${shadow('s', '#3A1203', 1020, 400, 240, 56, 0.42)}${iconAt(icon, 1020, 232, 364, 4)}</svg>`
}
