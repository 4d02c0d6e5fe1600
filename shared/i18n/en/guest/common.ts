/** Words that every page uses. */
export const commonWords = {
  close: 'Close',
  cancel: 'Cancel',
  tryAgain: 'Try again',
  loading: 'Loading…',
  error: 'Error',
  table: 'Table {{number}}',
  language: 'Language',
  theme: 'Theme',
  themeLight: 'Light',
  themeDark: 'Dark',
  themeSystem: 'Same as the device',
  loadFailed: 'This could not be loaded.',
  skipToContent: 'Skip to content',
  notification: 'Notification',
  notificationsHotkey: 'Notifications ({hotkey})',
  noConnection: 'The restaurant could not be reached. Please check your connection and try again.',
  pageFailed: 'This page could not be shown',
  pageFailedDescription: 'Nothing that you ordered has been lost. Please reload the page.',
  reload: 'Reload',
}

/** What any request may say. */
export const pageErrors = {
  internal: 'Something went wrong. Please try again.',
}
