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
