import type { WordPairs } from '../../pairs.ts'

export const backupWords = {
  title: ['Backups', 'Copii de rezervă'],
  hint: [
    'A backup holds everything: menu, pictures, orders, customers, users and settings.',
    'O copie de rezervă conține tot: meniul, imaginile, comenzile, clienții, utilizatorii și setările.',
  ],
  automatic: [
    'One is made automatically when a business day begins.',
    'Câte una se face automat la începutul fiecărei zile de vânzare.',
  ],
  byHand: ['None is made automatically here.', 'Aici nu se face niciuna automat.'],
  make: ['Back up now', 'Faceți o copie acum'],
  running: [
    'A backup is being made. Guests and owners can go on as usual.',
    'Se face o copie de rezervă. Se poate lucra ca de obicei.',
  ],
  startFailed: ['The backup could not be started', 'Copia de rezervă nu a putut fi pornită'],
  failed: ['The last backup failed', 'Ultima copie de rezervă a eșuat'],
  lastGood: ['The last good one is from {{moment}}.', 'Ultima reușită este din {{moment}}.'],
  noneGood: ['There is no good one.', 'Nu există niciuna reușită.'],
  /** By the reason: what happened, and what to do. */
  failures: {
    disk_full: [
      'The backup disk is full. Make room on it, or set a folder on a larger disk where Masa runs.',
      'Discul copiilor de rezervă este plin. Eliberați spațiu pe el sau setați un folder de pe un disc mai mare acolo unde rulează Masa.',
    ],
    folder_closed: [
      'Masa cannot write to the backup folder. Check that its disk is connected, and that Masa’s user may write there.',
      'Masa nu poate scrie în folderul copiilor de rezervă. Verificați că discul este conectat și că utilizatorul sub care rulează Masa are voie să scrie acolo.',
    ],
    changed: [
      'The file was read back and was not what had been written: the disk or the memory may be failing. Set a folder on another disk, and have the machine checked.',
      'Fișierul a fost recitit și nu era cel scris: s-ar putea ca discul sau memoria să se strice. Setați un folder de pe alt disc și cereți verificarea calculatorului.',
    ],
    database: [
      'The database stopped the work. Masa tries today’s backup again within minutes; if that fails too, see the server’s log.',
      'Baza de date a întrerupt lucrul. Masa încearcă din nou copia de azi în câteva minute; dacă eșuează și aceasta, vedeți jurnalul serverului.',
    ],
    pictures_unreachable: [
      'The online storage of the pictures did not give all of them. Check it and the connection, then back up again.',
      'Spațiul online al imaginilor nu le-a dat pe toate. Verificați-l, la fel și conexiunea, apoi faceți din nou o copie.',
    ],
    other: [
      'The server’s log has the reason. Back up again.',
      'Motivul este în jurnalul serverului. Faceți din nou o copie.',
    ],
  },
  sameDisk: [
    'The backups are on the same disk as the data: if it breaks, both are lost.',
    'Copiile de rezervă sunt pe același disc cu datele: dacă discul se strică, se pierd și copiile, și datele.',
  ],
  sameDiskRemedy: [
    'Whoever looks after the computer on which Masa runs can choose a folder on another disk, or copy them elsewhere each night. Until then, download one now and then.',
    'Cine se ocupă de calculatorul pe care rulează Masa poate alege un folder de pe alt disc sau le poate copia în fiecare noapte în altă parte. Până atunci, descărcați din când în când câte o copie.',
  ],
  guide: ['How to do it, in the guide', 'Cum se face, în ghid'],
  list: ['List of backups', 'Lista copiilor de rezervă'],
  none: ['No backup yet', 'Nu există încă nicio copie de rezervă'],
  noneDescription: ['Make the first one now.', 'Faceți-o acum pe prima.'],
  checked: ['Checked', 'Verificată'],
  download: ['Download', 'Descărcați'],
  downloadTitle: ['Download the backup from {{moment}}?', 'Descărcați copia din {{moment}}?'],
  downloadDescription: [
    'The file holds everything, guests’ data too. Keep it where nobody else can read it. It has {{size}}, plus the pictures.',
    'Fișierul conține tot, inclusiv datele clienților. Păstrați-l unde nu îl poate citi altcineva. Are {{size}}, la care se adaugă imaginile.',
  ],
} as const satisfies WordPairs
