/** What is announced when a session ends before its time. */
export const SIGNED_OUT_TOPIC = 'signed-out'
