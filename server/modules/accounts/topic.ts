/** The topic of a session that ended: its user signed out, or an owner has changed or removed that user. */
export const SIGNED_OUT_TOPIC = 'signed-out'
/** The topic of a new password; the id is the user's. */
export const PASSWORD_SET_TOPIC = 'password-set'
