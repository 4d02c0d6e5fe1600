import { randomInt } from 'node:crypto'

/** A new password without letters and digits that look alike: it is read from a screen and typed on a phone. */
export function readablePassword(): string {
  const letters = 'abcdefghkmnpqrstuvwxyz23456789'
  const part = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  return [part(), part(), part()].join('-')
}
