/** A login session ended: its user signed out, or an owner changed or removed that user. The id is the session's. */
export const SIGNED_OUT_TOPIC = 'signed-out'
/** A user got a new password. The id is the user's. */
export const PASSWORD_SET_TOPIC = 'password-set'
