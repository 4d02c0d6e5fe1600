const logOutWords = {
  loggedOut: 'V-ați deconectat',
  logoutFailed: 'Deconectarea nu a reușit',
  logOut: 'Deconectare',
}

export const sessionWords = {
  ...logOutWords,
  logOutTitle: 'Vă deconectați de pe acest dispozitiv?',
  logOutRings: 'Acest dispozitiv sună. După deconectare, nu va mai afișa comenzile și nu va mai suna.',
}

export const publicSessionWords = {
  ...logOutWords,
  signedInAs: 'Conectat ca {{username}}',
  firstOwner: {
    title: 'Creați contul proprietarului',
    none: 'Restaurantul nu are încă un proprietar. Cine creează contul proprietarului stabilește meniul, mesele și tot restul.',
  },
}

export const sessionErrors = { unauthorized: 'Conectați-vă mai întâi' }
