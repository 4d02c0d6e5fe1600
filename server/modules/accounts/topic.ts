/** The topic of a session that ended: its user signed out, or an owner has changed or removed that user. */
export const SIGNED_OUT_TOPIC = 'signed-out'
