import type { WordPairs } from '../../pairs.ts'

/*
 * Shown on each page of a signed-in user when the session ends. A file of its own, because the pages of service load no
 * other words of sign-in.
 */
const logOutWords = {
  loggedOut: ['Logged out', 'V-ați deconectat'],
  logoutFailed: ['Logout failed', 'Deconectarea nu a reușit'],
  logOut: ['Log out', 'Deconectare'],
} as const satisfies WordPairs

export const sessionWords = {
  ...logOutWords,
  logOutTitle: ['Log out on this device?', 'Vă deconectați de pe acest dispozitiv?'],
  logOutRings: [
    'This device rings. When you log out, it no longer shows any orders and no longer rings.',
    'Acest dispozitiv sună. După deconectare, nu va mai afișa comenzile și nu va mai suna.',
  ],
} as const satisfies WordPairs

/** Landing page and menu show these to whoever is signed in, or sets the restaurant up. */
export const publicSessionWords = {
  ...logOutWords,
  signedInAs: ['Signed in as {{username}}', 'Conectat ca {{username}}'],
  firstOwner: {
    title: ['Create the owner’s account', 'Creați contul proprietarului'],
    none: [
      'This restaurant has no owner yet. Whoever creates the owner’s account sets up the menu, the tables and everything else.',
      'Restaurantul nu are încă un proprietar. Cine creează contul proprietarului stabilește meniul, mesele și tot restul.',
    ],
  },
} as const satisfies WordPairs

export const sessionErrors = { unauthorized: ['Please sign in', 'Conectați-vă mai întâi'] } as const satisfies WordPairs
