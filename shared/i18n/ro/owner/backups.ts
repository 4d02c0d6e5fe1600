export const backupWords = {
  title: 'Copii de rezervă',
  hint: 'O copie de rezervă conține tot: meniul, imaginile, comenzile, clienții, utilizatorii și setările.',
  automatic: 'Câte una se face automat la începutul fiecărei zile de lucru.',
  byHand: 'Aici nu se face niciuna automat.',
  make: 'Faceți o copie acum',
  running: 'Se face o copie de rezervă. Se poate lucra ca de obicei.',
  startFailed: 'Copia de rezervă nu a putut fi pornită',
  failed: 'Ultima copie de rezervă a eșuat',
  lastGood: 'Ultima reușită este din {{moment}}.',
  noneGood: 'Nu există niciuna reușită.',
  failures: {
    disk_full:
      'Discul copiilor de rezervă este plin. Eliberați spațiu pe el sau setați un folder de pe un disc mai mare acolo unde rulează Masa.',
    folder_closed:
      'Masa nu poate scrie în folderul copiilor de rezervă. Verificați că discul este conectat și că utilizatorul sub care rulează Masa are voie să scrie acolo.',
    changed:
      'Fișierul a fost recitit și nu era cel scris: s-ar putea ca discul sau memoria să se strice. Setați un folder de pe alt disc și cereți verificarea calculatorului.',
    database:
      'Baza de date a întrerupt lucrul. Masa încearcă din nou copia de azi în câteva minute; dacă eșuează și aceasta, vedeți jurnalul serverului.',
    pictures_unreachable:
      'Spațiul online al imaginilor nu le-a dat pe toate. Verificați-l, la fel și conexiunea, apoi faceți din nou o copie.',
    other: 'Motivul este în jurnalul serverului. Faceți din nou o copie.',
  },
  sameDisk: 'Copiile de rezervă sunt pe același disc cu datele: dacă discul se strică, se pierd și copiile, și datele.',
  sameDiskRemedy:
    'Cine se ocupă de calculatorul pe care rulează Masa poate alege un folder de pe alt disc sau le poate copia în fiecare noapte în altă parte. Până atunci, descărcați din când în când câte o copie.',
  guide: 'Cum se face, în ghid',
  list: 'Lista copiilor de rezervă',
  none: 'Nu există încă nicio copie de rezervă',
  noneDescription: 'Faceți-o acum pe prima.',
  checked: 'Verificată',
  download: 'Descărcați',
  downloadTitle: 'Descărcați copia din {{moment}}?',
  downloadDescription:
    'Fișierul conține tot, inclusiv datele clienților. Păstrați-l unde nu îl poate citi altcineva. Are {{size}}, la care se adaugă imaginile.',
}
