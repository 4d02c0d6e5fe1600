export const sessionWords = {
  loggedOut: 'V-ați deconectat',
  logoutFailed: 'Deconectarea nu a reușit',
  logOut: 'Deconectare',
  logOutTitle: 'Vă deconectați de pe acest dispozitiv?',
  logOutRings: 'Acest dispozitiv sună. După deconectare, nu va mai afișa comenzile și nu va mai suna.',
}

export const sessionErrors = { unauthorized: 'Conectați-vă mai întâi' }
