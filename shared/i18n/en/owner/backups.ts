/** The backups, in the settings under Restaurant. */
export const backupWords = {
  title: 'Backups',
  hint: 'A backup holds everything: menu, pictures, orders, customers, users and settings.',
  automatic: 'One is made by itself when a business day begins.',
  byHand: 'None is made by itself here.',
  make: 'Back up now',
  running: 'A backup is being made. Guests and owners can go on as usual.',
  startFailed: 'The backup could not be started',
  failed: 'The last backup failed',
  lastGood: 'The last good one is of {{moment}}.',
  noneGood: 'There is no good one.',
  failedRemedy: 'Check the disk or the bucket of the backups; the server’s log has the reason. Then back up again.',
  sameDisk: 'The backups are on the same disk as the data: if it breaks, both are lost.',
  sameDiskRemedy:
    'Whoever looks after the computer on which Masa runs can choose a folder on another disk, or a place online. Until then, download one now and then.',
  guide: 'How to choose them, in the guide',
  list: 'List of backups',
  none: 'No backup yet',
  noneDescription: 'Make the first one now.',
  places: { folder: 'In the folder', bucket: 'In the bucket', both: 'In the folder and in the bucket' },
  checked: 'Checked',
  unchecked: 'Not checked',
  showAll: 'Show all ({{count, number}})',
  download: 'Download',
  downloadTitle: 'Download the backup of {{moment}}?',
  downloadDescription:
    'The file holds everything, guests’ data too. Keep it where nobody else can read it. The pictures are added to its {{size}}.',
  downloadFailed: 'The backup could not be downloaded',
}

export const backupRefusals = {
  backup_running: 'A backup is already being made. Wait until it is finished.',
  link_over: 'This link is no longer valid. Choose “Download” in the settings again.',
}
