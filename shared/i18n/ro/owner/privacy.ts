import type * as en from '../../en/owner/privacy.ts'

export const privacyWords: typeof en.privacyWords = {
  title: 'Datele clienților',
  hint: 'După acest timp, numele, numerele de telefon, adresele de e-mail și notițele se șterg automat, în fiecare noapte, din comenzile încheiate și din evenimentele trecute; un client dispare odată cu ultima sa comandă. Comenzile, evenimentele și toate totalurile rămân.',
  months: 'Ștergere după (luni)',
  monthsHint: 'De la 1 la 120. Gol: se păstrează totul.',
  counting: 'Se numără ce s-ar șterge…',
  notCounted: 'Nu s-a putut număra ce s-ar șterge.',
  wouldTake: 'Astăzi s-ar șterge datele din {{orders}}, {{events}} și {{customers}}.',
  wouldTakeNothing: 'Astăzi nu s-ar șterge nimic.',
  orders_one: '{{count}} comandă',
  orders_few: '{{count, number}} comenzi',
  orders_other: '{{count, number}} de comenzi',
  events_one: '{{count}} eveniment',
  events_few: '{{count, number}} evenimente',
  events_other: '{{count, number}} de evenimente',
  customers_one: '{{count}} fișă de client',
  customers_few: '{{count, number}} fișe de client',
  customers_other: '{{count, number}} de fișe de client',
  starts: 'Începe la {{moment}}. Până atunci nu se șterge nimic.',
  save: 'Salvați perioada',
  confirmTitle_one: 'Se șterg datele clienților după {{count}} lună?',
  confirmTitle_few: 'Se șterg datele clienților după {{count}} luni?',
  confirmTitle_other: 'Se șterg datele clienților după {{count}} de luni?',
  confirmCannotUndo:
    'Numele, numerele de telefon, adresele de e-mail și notițele nu mai pot fi recuperate. Comenzile, evenimentele și toate totalurile rămân.',
  confirmStart: 'Începe peste 24 de ore; până atunci vă puteți răzgândi.',
  confirm_one: 'Ștergeți după {{count}} lună',
  confirm_few: 'Ștergeți după {{count}} luni',
  confirm_other: 'Ștergeți după {{count}} de luni',
}

export const privacyValidation: typeof en.privacyValidation = {
  retentionMonths: 'Trebuie să fie un număr întreg de la 1 la 120',
}
