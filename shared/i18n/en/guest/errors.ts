/**
 * Messages for what guests enter, and what a page shows when something has failed and the server sent no message.
 * Forms name the keys that are in no group.
 */
export const guestErrors = {
  nameRequired: 'Name must be at least 2 characters',
  phoneRequired: 'Please enter a valid phone number',
  emailInvalid: 'Please enter a valid email address',
  validation: {
    required: 'This is required',
    wrong: 'This is not valid',
    format: 'This has the wrong format',
    atLeastCharacters_one: 'At least one character',
    atLeastCharacters_few: 'At least {{count}} characters',
    atLeastCharacters_other: 'At least {{count}} characters',
    atMostCharacters_one: 'At most one character',
    atMostCharacters_few: 'At most {{count}} characters',
    atMostCharacters_other: 'At most {{count}} characters',
    unprintable: 'Contains characters that cannot be printed',
    emptyOrder: 'The order is empty',
  },
  errors: {
    invalid_input: 'Please check what you entered',
    unauthorized: 'Please sign in',
    internal: 'Something went wrong. Please try again.',
    connection: 'Connection error',
    connectionDescription: 'Live updates are interrupted. Trying to reconnect.',
    websocket: 'That did not work',
    sessionCreation: 'The shared cart could not be opened',
    orderCreation: 'The order could not be sent',
    orderCompletion: 'The order could not be completed',
    orderCompletionDescription: 'Please try again.',
  },
}

/** Messages of rejected requests that concern no single area; only the server has them. */
export const requestRefusals = {
  malformed_body: 'The request could not be read',
  forbidden: 'Your account may not do this',
  foreign_origin: 'This request came from another site',
  https_needed: 'This server accepts only https://',
  unknown_host: 'This address is not one of this restaurant’s. To allow it, set ALLOWED_HOSTS where Masa runs.',
  metrics_token: 'The metrics need the token in METRICS_TOKEN',
  metrics_local: 'Without METRICS_TOKEN, the metrics are only for programs on the same machine',
  not_found: 'Not found',
  place_changed: 'Somebody else has changed the order of this list',
  no_file: 'Please choose a file',
  too_large: 'This is too large to send',
  unsupported_media_type: 'This kind of content is not accepted here',
  too_many_requests: 'Too many attempts. Please wait a moment.',
  moving: 'The restaurant’s system is moving to another server. Please try again in a few minutes.',
  unavailable: 'The service is not available at the moment. Please try again shortly.',
}
