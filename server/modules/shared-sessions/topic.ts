/** What is announced when a shared session is changed. The database's triggers on the menu announce it too. */
export const SESSION_TOPIC = 'session'
