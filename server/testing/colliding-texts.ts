/* Texts that an attacker would compute: with a known prefix, they hash to the number of one of Masa's locks. */

/** A username, with the prefix `sign-in as `, for the lock 7262003. */
export const COLLIDING_USERNAME = 'x)mmhpbm)/t#}'
