export const backupWords = {
  title: 'Backups',
  hint: 'A backup holds everything: menu, pictures, orders, customers, users and settings.',
  automatic: 'One is made automatically when a business day begins.',
  byHand: 'None is made automatically here.',
  make: 'Back up now',
  running: 'A backup is being made. Guests and owners can go on as usual.',
  startFailed: 'The backup could not be started',
  failed: 'The last backup failed',
  lastGood: 'The last good one is from {{moment}}.',
  noneGood: 'There is no good one.',
  /** By the reason: what happened, and what to do. */
  failures: {
    disk_full: 'The backup disk is full. Make room on it, or set a folder on a larger disk where Masa runs.',
    folder_closed:
      'Masa cannot write to the backup folder. Check that its disk is connected, and that Masa’s user may write there.',
    changed:
      'The file was read back and was not what had been written: the disk or the memory may be failing. Set a folder on another disk, and have the machine checked.',
    database:
      'The database stopped the work. Masa tries today’s backup again within minutes; if that fails too, see the server’s log.',
    pictures_unreachable:
      'The online storage of the pictures did not give all of them. Check it and the connection, then back up again.',
    other: 'The server’s log has the reason. Back up again.',
  },
  sameDisk: 'The backups are on the same disk as the data: if it breaks, both are lost.',
  sameDiskRemedy:
    'Whoever looks after the computer on which Masa runs can choose a folder on another disk, or copy them elsewhere each night. Until then, download one now and then.',
  guide: 'How to do it, in the guide',
  list: 'List of backups',
  none: 'No backup yet',
  noneDescription: 'Make the first one now.',
  checked: 'Checked',
  download: 'Download',
  downloadTitle: 'Download the backup from {{moment}}?',
  downloadDescription:
    'The file holds everything, guests’ data too. Keep it where nobody else can read it. It has {{size}}, plus the pictures.',
}
