/** The topic of a change of a shared session. The database's triggers on the menu announce it too. */
export const SESSION_TOPIC = 'session'
