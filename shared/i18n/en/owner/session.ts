/*
 * Shown on each page of a signed-in user when the session ends. A file of its own, because the pages of service load no
 * other words of sign-in.
 */

export const sessionWords = {
  loggedOut: 'Logged out',
  logoutFailed: 'Logout failed',
  logOut: 'Log out',
  logOutTitle: 'Log out on this device?',
  logOutRings: 'This device rings. When you log out, it no longer shows any orders and no longer rings.',
}

export const sessionErrors = { unauthorized: 'Please sign in' }
