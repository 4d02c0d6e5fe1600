/*
 * What each page of a signed-in user says when the session ends. A file of its own, because the pages of service load no
 * other words of sign-in.
 */

export const sessionWords = {
  loggedOut: 'Logged out',
  logoutFailed: 'Logout failed',
}

export const sessionErrors = {
  unauthorized: 'Please sign in',
}
