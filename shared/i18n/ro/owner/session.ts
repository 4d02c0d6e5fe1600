import type * as en from '../../en/owner/session.ts'

export const sessionWords: typeof en.sessionWords = {
  loggedOut: 'V-ați deconectat',
  logoutFailed: 'Deconectarea nu a reușit',
}

export const sessionErrors: typeof en.sessionErrors = {
  unauthorized: 'Conectați-vă mai întâi',
}
