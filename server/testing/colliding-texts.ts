/* Texts that an attacker would compute: with a known prefix they hash to the number of one of Masa's locks. */

/** Idempotency keys, with the prefix `/api/orders `. */
export const COLLIDING_KEYS = [
  [7_262_001, '#*?zlk/Qw=;U'],
  [7_262_002, 'nk*rErEnsa+4'],
  [7_262_003, 'AGZ??A6}[Kk!'],
] as const

/** A username, with the prefix `sign-in as `, for the lock 7262003. */
export const COLLIDING_USERNAME = 'x)mmhpbm)/t#}'
