/** What guests read without a connection, or when a newer version of the pages is loaded. */
export const offlineWords = {
  youAre: 'You are offline.',
  menuOfTime: 'This is the menu as of {{time}}.',
  menuOfDay: 'This is the menu as of {{moment}}.',
  menuOfBefore: 'This is the menu as this phone last saw it.',
  ordering: 'An order can be sent once you are online again.',
  newVersion: 'A new version is ready',
  reload: 'Reload',
}
