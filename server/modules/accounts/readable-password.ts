import { randomInt } from 'node:crypto'

/** A new random password without characters that look alike, to be read from a screen and typed on a phone. */
export function readablePassword(): string {
  const characters = 'abcdefghkmnpqrstuvwxyz23456789'
  const part = () => Array.from({ length: 4 }, () => characters[randomInt(characters.length)]).join('')
  return [part(), part(), part()].join('-')
}
