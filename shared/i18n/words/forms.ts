import type { WordPairs } from '../pairs.ts'

/**
 * Messages for what guests enter, and what a page shows when something has failed and the server sent no message.
 * Forms name the keys that are in no group.
 */
export const formWords = {
  nameRequired: ['Name must be at least 2 characters', 'Numele trebuie să aibă cel puțin 2 caractere'],
  phoneRequired: ['Please enter a valid phone number', 'Introduceți un număr de telefon valid'],
  emailInvalid: ['Please enter a valid email address', 'Introduceți o adresă de e-mail validă'],
  validation: {
    required: ['This is required', 'Acest câmp este obligatoriu'],
    wrong: ['This is not valid', 'Valoarea nu este validă'],
    format: ['This has the wrong format', 'Formatul nu este corect'],
    atLeastCharacters_one: ['At least one character', 'Cel puțin un caracter'],
    atLeastCharacters_other: ['At least {{count}} characters', 'Cel puțin {{count}} de caractere'],
    atMostCharacters_one: ['At most one character', 'Cel mult un caracter'],
    atMostCharacters_other: ['At most {{count}} characters', 'Cel mult {{count}} de caractere'],
    unprintable: ['Contains characters that cannot be printed', 'Conține caractere care nu se pot tipări'],
    emptyOrder: ['The order is empty', 'Comanda este goală'],
  },
  errors: {
    invalid_input: ['Please check what you entered', 'Verificați datele introduse'],
    connection: ['Connection error', 'Eroare de conexiune'],
    connectionDescription: [
      'Live updates are interrupted. Trying to reconnect.',
      'Actualizările în timp real sunt întrerupte. Se încearcă reconectarea.',
    ],
    websocket: ['That did not work', 'Acțiunea nu a reușit'],
    sessionCreation: ['Failed to join the session', 'Nu v-ați putut alătura sesiunii'],
    orderCreation: ['The order could not be sent', 'Comanda nu a putut fi trimisă'],
    orderCompletion: ['The order could not be completed', 'Comanda nu a putut fi finalizată'],
    orderCompletionDescription: ['Please try again.', 'Încercați din nou.'],
  },
  phone: {
    country: ['Country of the number: {{name}}, +{{code}}', 'Țara numărului: {{name}}, +{{code}}'],
    countries: ['Countries', 'Țări'],
    search: ['Search country or code', 'Căutați țara sau prefixul'],
    none: ['No country found', 'Nicio țară găsită'],
  },
} as const satisfies WordPairs
