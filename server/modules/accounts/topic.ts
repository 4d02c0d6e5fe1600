/** A login session ended: its user signed out, or an owner changed or removed that user. The id is the session's. */
export const SIGNED_OUT_TOPIC = 'signed-out'
/** The duties of a user changed. The id is the user's. */
export const DUTIES_TOPIC = 'duties'
/** A user got a new password. The id is the user's. */
export const PASSWORD_SET_TOPIC = 'password-set'
