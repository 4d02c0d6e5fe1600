/*
 * Shown on each page of a signed-in user when the session ends. A file of its own, because the pages of service load no
 * other words of sign-in.
 */

const logOutWords = {
  loggedOut: 'Logged out',
  logoutFailed: 'Logout failed',
  logOut: 'Log out',
}

export const sessionWords = {
  ...logOutWords,
  logOutTitle: 'Log out on this device?',
  logOutRings: 'This device rings. When you log out, it no longer shows any orders and no longer rings.',
}

/** Landing page and menu show these to whoever is signed in, or sets the restaurant up. */
export const publicSessionWords = {
  ...logOutWords,
  signedInAs: 'Signed in as {{username}}',
  firstOwner: {
    title: 'Create the owner’s account',
    none: 'This restaurant has no owner yet. Whoever creates the owner’s account sets up the menu, the tables and everything else.',
  },
}

export const sessionErrors = { unauthorized: 'Please sign in' }
