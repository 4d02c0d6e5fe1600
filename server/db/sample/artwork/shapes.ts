/* The project's own drawings, in the size and style of the icons. */

/** A bottle from the front. */
export function bottle(glass: string, foil: string, label: string): string {
  return `<path fill="${glass}" d="M13.4 2h5.200v7c0 1.3.6 2.1 1.7 3.2 1.2 1.2 1.9 2.6 1.9 4.500V28a2 2 0 0 1-2 2h-8.400a2 2 0 0 1-2-2V16.700c0-1.9.7-3.3 1.9-4.5 1.1-1.1 1.7-1.9 1.7-3.200z"/><path fill="${foil}" d="M13.2 2.300a.8.8 0 0 1 .8-.8h4a.8.8 0 0 1 .8.8v4.500h-5.600z"/><path fill="${label}" d="M9.8 17.500h12.400v8.300H9.800z"/><path fill="${foil}" d="M11.8 19.600h8.400v1.300h-8.400zm1.8 2.5h4.800v1h-4.800z" opacity=".85"/><path fill="#fff" d="M19.5 13.200c.8.8 1.2 1.8 1.2 3h-1.200z" opacity=".55"/>`
}

/** A small glass for spirits. */
export function shot(liquid: string): string {
  return `<path fill="#aeddff" d="M8 5h16l-2.2 22.300a2 2 0 0 1-2 1.700h-7.600a2 2 0 0 1-2-1.700z"/><path fill="${liquid}" d="M9.7 10h12.600l-1.3 13.500h-10z"/><path fill="#fff" d="M20.7 6.500h1.500l-1.7 17H19z" opacity=".8"/>`
}

/** A stemmed glass for a liqueur. */
export function liqueurGlass(liquid: string): string {
  return `<path fill="#aeddff" d="M9 3h14l-1.5 11.500a5.6 5.6 0 0 1-4.7 4.800V27H21a1.2 1.2 0 0 1 0 2.5H11A1.2 1.2 0 0 1 11 27h4.200v-7.700a5.6 5.6 0 0 1-4.7-4.800z"/><path fill="${liquid}" d="M10.6 7h10.800l-1 7.200a4.4 4.4 0 0 1-8.8 0z"/><path fill="#fff" d="M19.3 4.500h1.400l-1.2 9h-1.300z" opacity=".8"/>`
}

/** Grilled sausages lying side by side: short ones with the marks of the grill, or three long ones. */
export function sausages(colour: string, mark: string, short: boolean): string {
  const rows = short ? [6.5, 12.8, 19.1, 25.4] : [8, 16, 24]
  const [from, to, thick] = short ? [7, 25, 5] : [4.5, 27.5, 5.6]
  const sausage = (y: number, i: number) => {
    const shift = short ? (i % 2) * 2 - 1 : 0
    const bars = [0.25, 0.5, 0.75].map((at) => from + shift + (to - from) * at)
    return `<path fill="none" stroke="${colour}" stroke-width="${thick}" stroke-linecap="round" d="M${from + shift} ${y}Q16 ${y + (short ? 0 : 3)} ${to + shift} ${y}"/>${bars
      .map(
        (x) =>
          `<path stroke="${mark}" stroke-width="1.3" stroke-linecap="round" d="M${x + 0.8} ${y - 1.6 + (short ? 0 : 1.2)}l-1.6 3.2"/>`,
      )
      .join('')}`
  }
  return `<g transform="rotate(-18 16 16)">${rows.map(sausage).join('')}</g>`
}

/** Stuffed leaves. */
export function rolls(leaf: string, vein: string): string {
  const roll = (x: number, y: number, turn: number) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})"><rect x="-8" y="-4" width="16" height="8" rx="4" fill="${leaf}"/><path fill="none" stroke="${vein}" stroke-width="1" stroke-linecap="round" d="M-5 -1.500Q0 1 5 -1.500M-3 1.800Q1 2.8 4.5 1.5"/><ellipse cx="6.5" cy="0" rx="1.5" ry="2.6" fill="${vein}"/></g>`
  return roll(11.5, 9, -14) + roll(21, 15.5, -14) + roll(11, 21, -14) + roll(20.5, 26.5, -14)
}

/** Balls of any dough or meat in a heap. */
export function balls(colour: string, light: string): string {
  const ball = (x: number, y: number) =>
    `<circle cx="${x}" cy="${y}" r="6" fill="${colour}"/><path fill="${light}" d="M${x - 3.5} ${y - 1.5}a4 4 0 0 1 4.5-2.5 1 1 0 0 1-.4 2 3 3 0 0 0-2.6 1.5 1 1 0 0 1-1.5-1z"/>`
  return ball(9, 20) + ball(22.5, 20.5) + ball(15.8, 24) + ball(15.8, 11.5)
}

/** A mound of something soft, with a spoonful of something else on top. */
export function mound(colour: string, light: string, top: string): string {
  return `<path fill="${colour}" d="M3 25.5C3 17 8.5 10 16 10s13 7 13 15.5c0 1.500-5.800 2.5-13 2.5S3 27 3 25.5z"/><path fill="${light}" d="M6.500 21.500c1-4.300 3.200-7 6-8.300a1 1 0 0 1 .8 1.800c-2.200 1.100-3.900 3.300-4.800 6.900a1 1 0 0 1-2-.4z"/><path fill="${top}" d="M10.500 12.800c.4-3.300 2.5-5.300 5.700-5.300s5.500 2.200 5.700 5.300c.2 2.100-1.100 3-2.300 2.600-1-.3-1.600.2-1.900 1.100-.5 1.500-2.400 1.500-3-.1-.4-1-1-1.300-2-1.100-1.400.3-2.400-.7-2.200-2.5z"/>`
}
