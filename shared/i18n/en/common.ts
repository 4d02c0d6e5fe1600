/** Words that every page uses. */
export const common = {
  common: {
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
    themeSystem: 'As the device',
    loadFailed: 'This could not be loaded.',
    skipToContent: 'Skip to content',
    notification: 'Notification',
    notificationsHotkey: 'Notifications ({hotkey})',
    noConnection: 'The restaurant could not be reached. Please check your connection and try again.',
    pageFailed: 'This page could not be shown',
    pageFailedDescription: 'Nothing that you ordered is lost. Please load it again.',
    reload: 'Load again',
  },
  notFound: {
    title: '404 Page Not Found',
    description: 'There is no page at this address.',
    toMenu: 'Go to the menu',
  },
}
