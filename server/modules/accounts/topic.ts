/** The topic of a session that ended because its user signed out. */
export const SIGNED_OUT_TOPIC = 'signed-out'
