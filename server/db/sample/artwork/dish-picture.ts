import { ICON_SIZE, iconBody } from './icons.ts'

/** The content of a dish's picture. */
export interface Artwork {
  /** Up to three icons, by their names in Fluent Emoji Flat or in painted.ts: the dish first, then side items. */
  icons: readonly [string, ...string[]]
  /** The colour of the soup that fills the plate. */
  soup?: string
}

export type ServedOn = 'plate' | 'board' | 'nothing'

// The aspect ratio allows cropping: a card on a desktop crops top and bottom, a row on a phone both sides.
const WIDTH = 1280
const HEIGHT = 720
const CENTRE = { x: WIDTH / 2, y: HEIGHT / 2 }
const PLATE_RADIUS = 274

/** Background tints, each with a darker shade for shadows. Seven, so that neighbours in one to three columns differ. */
const TINTS = [
  ['#F5E5CF', '#8A5A2B'],
  ['#E5EAD5', '#56663A'],
  ['#F2DAD2', '#8C4A35'],
  ['#E8E2F1', '#5A4B7D'],
  ['#F7E3B9', '#8A6420'],
  ['#DCE8EA', '#3F646B'],
  ['#F3DDE2', '#86465A'],
] as const

/**
 * Draws a dish's picture as an SVG of 1280 × 720.
 * @param index the dish's index in the menu, which determines its tint
 */
export function dishPicture({ icons, soup }: Artwork, servedOn: ServedOn, index: number): string {
  const [tint, shade] = TINTS[index % TINTS.length] ?? TINTS[0]
  const table = `<rect width="${WIDTH}" height="${HEIGHT}" fill="${tint}"/>`
  const base = { plate: () => plate(shade, soup), board: () => board(shade), nothing: () => mat(shade) }[servedOn]()
  const size = servedOn === 'nothing' ? 440 : soup ? 300 : 350
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${table}${base}${arrangeIcons(icons, size).join('')}</svg>`
}

/** An icon with its centre at (x, y), `size` pixels wide. @param turn rotation in degrees */
export function iconAt(name: string, x: number, y: number, size: number, turn = 0): string {
  const scale = size / ICON_SIZE
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale}) translate(${-ICON_SIZE / 2} ${-ICON_SIZE / 2})">${iconBody(name)}</g>`
}

/** An elliptical shadow that fades out, cheaper to render than a blur. */
export function shadow(
  id: string,
  colour: string,
  x: number,
  y: number,
  rx: number,
  ry: number,
  strength: number,
): string {
  return `<defs><radialGradient id="${id}"><stop offset=".55" stop-color="${colour}" stop-opacity="${strength}"/><stop offset=".8" stop-color="${colour}" stop-opacity="${strength * 0.35}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient></defs><ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="url(#${id})"/>`
}

function plate(shade: string, soup: string | undefined): string {
  const { x, y } = CENTRE
  const inner = PLATE_RADIUS - 36
  const well = soup
    ? `<circle cx="${x}" cy="${y}" r="${inner}" fill="${soup}"/><circle cx="${x}" cy="${y}" r="${inner - 3}" fill="none" stroke="#000" stroke-opacity=".07" stroke-width="6"/><circle cx="${x}" cy="${y}" r="${inner - 34}" fill="#fff" fill-opacity=".16"/>`
    : `<circle cx="${x}" cy="${y}" r="${inner}" fill="#FFFFFF" stroke="#F0E6D8" stroke-width="4"/>`
  return `${shadow('s', shade, x, y + 26, PLATE_RADIUS * 1.13, PLATE_RADIUS * 1.13, 0.36)}<circle cx="${x}" cy="${y}" r="${PLATE_RADIUS}" fill="#FBF7F0"/><circle cx="${x}" cy="${y}" r="${PLATE_RADIUS - 2}" fill="none" stroke="#FFFFFF" stroke-width="4"/>${well}`
}

function board(shade: string): string {
  const { x, y } = CENTRE
  const ring = (r: number) =>
    `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="#B98049" stroke-opacity=".28" stroke-width="3"/>`
  return `${shadow('s', shade, x, y + 26, PLATE_RADIUS * 1.13, PLATE_RADIUS * 1.13, 0.36)}<circle cx="${x}" cy="${y}" r="${PLATE_RADIUS}" fill="#D9A56C"/><circle cx="${x}" cy="${y}" r="${PLATE_RADIUS - 14}" fill="#E6BA86"/>${[60, 120, 180, 225].map(ring).join('')}`
}

function mat(shade: string): string {
  const { x, y } = CENTRE
  return `<circle cx="${x}" cy="${y}" r="${PLATE_RADIUS}" fill="#FFFFFF" fill-opacity=".5"/>${shadow('s', shade, x, y + 208, 230, 42, 0.3)}`
}

// Places the dish slightly up and to the left, and side items smaller and in front.
function arrangeIcons([dish, beside, third]: Artwork['icons'], size: number): string[] {
  const { x, y } = CENTRE
  if (!beside) return [iconAt(dish, x, y, size)]
  const shift = size * 0.14
  const main = iconAt(dish, x - shift, y - (third ? 0 : shift * 0.5), size * 0.92)
  const small = size * 0.48
  if (!third) return [main, iconAt(beside, x + size * 0.36, y + size * 0.3, small)]
  return [
    main,
    iconAt(beside, x + size * 0.4, y - size * 0.24, small * 0.9),
    iconAt(third, x + size * 0.38, y + size * 0.28, small * 0.9),
  ]
}
