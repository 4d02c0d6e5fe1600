/**
 * Messages for what guests enter, and what a page shows when something has failed and the server sent no message.
 * Forms name the keys that are in no group.
 */
export const formWords = {
  nameRequired: 'Name must be at least 2 characters',
  phoneRequired: 'Please enter a valid phone number',
  emailInvalid: 'Please enter a valid email address',
  validation: {
    required: 'This is required',
    wrong: 'This is not valid',
    format: 'This has the wrong format',
    atLeastCharacters_one: 'At least one character',
    atLeastCharacters_other: 'At least {{count}} characters',
    atMostCharacters_one: 'At most one character',
    atMostCharacters_other: 'At most {{count}} characters',
    unprintable: 'Contains characters that cannot be printed',
    emptyOrder: 'The order is empty',
  },
  errors: {
    invalid_input: 'Please check what you entered',
    connection: 'Connection error',
    connectionDescription: 'Live updates are interrupted. Trying to reconnect.',
    websocket: 'That did not work',
    sessionCreation: 'Failed to join the session',
    orderCreation: 'The order could not be sent',
    orderCompletion: 'The order could not be completed',
    orderCompletionDescription: 'Please try again.',
  },
  phone: {
    country: 'Country of the number: {{name}}, +{{code}}',
    countries: 'Countries',
    search: 'Search country or code',
    none: 'No country found',
  },
}
