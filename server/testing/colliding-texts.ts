/* Texts that an attacker would compute: with a known prefix they hash to the number of one of Masa's locks. */

/** Idempotency keys, with the prefix `/api/orders `. */
export const COLLIDING_KEYS = [
  [7_262_001, '#*?zlk/Qw=;U'],
  [7_262_002, 'nk*rErEnsa+4'],
] as const

/** A username, with the prefix `sign-in as `, for 7262003, a number like those of the locks. */
export const COLLIDING_USERNAME = 'x)mmhpbm)/t#}'
