import type { WordPairs } from '../../pairs.ts'

export const journalWords = {
  title: ['Journal', 'Jurnal'],
  hint: [
    'Who signed in, and who changed, exported or erased what. Entries are kept for 12 months and hold no guest’s data.',
    'Cine s-a conectat și ce a schimbat, a exportat sau a șters fiecare. Înregistrările se păstrează 12 luni și nu conțin date ale clienților.',
  ],
  show: ['Show the journal', 'Afișați jurnalul'],
  hide: ['Hide the journal', 'Ascundeți jurnalul'],
  empty: ['Nothing is noted yet', 'Încă nu există înregistrări'],
  emptyDescription: [
    'Sign-ins and changes appear here from now on.',
    'De acum, conectările și modificările apar aici.',
  ],
  older: ['Load older entries', 'Încărcați înregistrări mai vechi'],
  from: ['from {{address}}', 'de la {{address}}'],
  /** Shown as `who` when the server did it itself. */
  server: ['The server', 'Serverul'],
  signed_in: ['{{who}} signed in', '{{who}} s-a conectat'],
  sign_in_refused: ['A sign-in as {{who}} was refused', 'O conectare cu numele {{who}} a fost refuzată'],
  sign_in_refused_unknown: [
    'A sign-in was refused: there is no such user',
    'O conectare a fost refuzată: utilizatorul nu există',
  ],
  sign_ins_refused_one: [
    '{{count}} more sign-in was refused in that hour',
    'Încă {{count}} conectare a fost refuzată în acea oră',
  ],
  sign_ins_refused_other: [
    '{{count, number}} more sign-ins were refused in that hour',
    'Încă {{count, number}} de conectări au fost refuzate în acea oră',
  ],
  user_registered: ['{{who}} registered', '{{who}} și-a creat un cont'],
  users_registered_one: [
    '{{count}} more user registered in that hour',
    'Încă {{count}} utilizator și-a creat un cont în acea oră',
  ],
  users_registered_other: [
    '{{count, number}} more users registered in that hour',
    'Încă {{count, number}} de utilizatori și-au creat un cont în acea oră',
  ],
  user_created: ['{{who}} added the user {{user}} ({{role}})', '{{who}} a adăugat utilizatorul {{user}} ({{role}})'],
  user_duties: {
    some: [
      '{{who}} changed the duties of {{user}}: {{duties}}',
      '{{who}} a schimbat atribuțiile utilizatorului {{user}}: {{duties}}',
    ],
    none: ['{{who}} took all duties from {{user}}', '{{who}} a retras toate atribuțiile utilizatorului {{user}}'],
  },
  user_role: [
    '{{who}} changed the role of {{user}}: {{role}}',
    '{{who}} a schimbat rolul utilizatorului {{user}}: {{role}}',
  ],
  user_removed: ['{{who}} removed the user {{user}}', '{{who}} a șters utilizatorul {{user}}'],
  user_link: ['{{who}} made a sign-in code for {{user}}', '{{who}} a creat un cod de conectare pentru {{user}}'],
  password_own: ['{{who}} changed their own password', '{{who}} și-a schimbat parola'],
  password_set: ['{{who}} set a new password for {{user}}', '{{who}} a stabilit o parolă nouă pentru {{user}}'],
  settings_changed: ['{{who}} changed settings: {{names}}', '{{who}} a schimbat setări: {{names}}'],
  table_key: ['{{who}} renewed the key of table {{table}}', '{{who}} a înnoit cheia mesei {{table}}'],
  menu_imported: {
    csv: [
      '{{who}} imported a menu file (added: {{added, number}}, changed: {{count, number}})',
      '{{who}} a importat un fișier cu meniul (adăugate: {{added, number}}, modificate: {{count, number}})',
    ],
    list: [
      '{{who}} imported a price list (added: {{added, number}}, changed: {{count, number}})',
      '{{who}} a importat o listă de prețuri (adăugate: {{added, number}}, modificate: {{count, number}})',
    ],
  },
  import_undone: [
    '{{who}} undid the last import or bulk change (added: {{added, number}}, changed: {{count, number}})',
    '{{who}} a revenit la meniul de dinaintea ultimului import sau a ultimei modificări în grup (adăugate: {{added, number}}, modificate: {{count, number}})',
  ],
  menu_bulk: {
    price: [
      '{{who}} changed prices (dishes: {{count, number}})',
      '{{who}} a schimbat prețuri (preparate: {{count, number}})',
    ],
    category: [
      '{{who}} changed the category in the menu (dishes: {{count, number}})',
      '{{who}} a schimbat categoria în meniu (preparate: {{count, number}})',
    ],
    isActive: [
      '{{who}} changed what guests see of the menu (dishes: {{count, number}})',
      '{{who}} a schimbat ce văd clienții din meniu (preparate: {{count, number}})',
    ],
    tags: [
      '{{who}} changed tags (dishes: {{count, number}})',
      '{{who}} a schimbat etichete (preparate: {{count, number}})',
    ],
    allergenCodes: [
      '{{who}} changed declared allergens (dishes: {{count, number}})',
      '{{who}} a schimbat alergeni declarați (preparate: {{count, number}})',
    ],
    options: [
      '{{who}} changed options (dishes: {{count, number}})',
      '{{who}} a schimbat opțiuni (preparate: {{count, number}})',
    ],
    delete: [
      '{{who}} deleted from the menu (dishes: {{count, number}})',
      '{{who}} a șters din meniu (preparate: {{count, number}})',
    ],
  },
  price_changed: [
    '{{who}} changed the price of {{dish}} from {{from}} to {{to}}',
    '{{who}} a schimbat prețul preparatului {{dish}} de la {{from}} la {{to}}',
  ],
  price_rule_added: ['{{who}} added the price rule {{rule}}', '{{who}} a adăugat regula de preț {{rule}}'],
  price_rule_changed: ['{{who}} changed the price rule {{rule}}', '{{who}} a modificat regula de preț {{rule}}'],
  price_rule_removed: ['{{who}} deleted the price rule {{rule}}', '{{who}} a șters regula de preț {{rule}}'],
  exported: {
    menu: ['{{who}} exported the menu', '{{who}} a exportat meniul'],
    reports: ['{{who}} exported a report', '{{who}} a exportat un raport'],
    customer: ['{{who}} exported the data of a customer', '{{who}} a exportat datele unui client'],
    other: ['{{who}} exported data', '{{who}} a exportat date'],
  },
  erased: {
    customer: [
      '{{who}} erased the data of a customer (orders: {{count, number}})',
      '{{who}} a șters datele unui client (comenzi: {{count, number}})',
    ],
    order: [
      '{{who}} erased the personal data of order #{{order}}',
      '{{who}} a șters datele personale din comanda #{{order}}',
    ],
    reservation: [
      '{{who}} erased the personal data of a reservation',
      '{{who}} a șters datele personale dintr-o rezervare',
    ],
    other: ['{{who}} erased data', '{{who}} a șters date'],
  },
  event_deleted: ['{{who}} deleted proposal no. {{event}}', '{{who}} a șters oferta nr. {{event}}'],
  payment_reversed: ['{{who}} took back a payment: {{amount}}', '{{who}} a anulat o plată: {{amount}}'],
  till: {
    in: ['{{who}} put {{amount}} into the till', '{{who}} a introdus {{amount}} în sertar'],
    out: ['{{who}} took {{amount}} out of the till', '{{who}} a scos {{amount}} din sertar'],
  },
  day_closed: ['{{who}} closed the day: report no. {{day}}', '{{who}} a închis ziua: raportul nr. {{day}}'],
  printer_added: ['{{who}} added the printer {{printer}}', '{{who}} a adăugat imprimanta {{printer}}'],
  printer_changed: ['{{who}} changed the printer {{printer}}', '{{who}} a modificat imprimanta {{printer}}'],
  printer_token: [
    '{{who}} made a new key for the printer {{printer}}',
    '{{who}} a creat o cheie nouă pentru imprimanta {{printer}}',
  ],
  printer_removed: ['{{who}} removed the printer {{printer}}', '{{who}} a eliminat imprimanta {{printer}}'],
  program_added: [
    '{{who}} made a token for the program {{program}}',
    '{{who}} a creat un token pentru programul {{program}}',
  ],
  program_added_personal: [
    '{{who}} made a token for the program {{program}}, which may read guests’ data',
    '{{who}} a creat un token pentru programul {{program}}, care poate citi datele clienților',
  ],
  program_removed: [
    '{{who}} revoked the token of the program {{program}}',
    '{{who}} a revocat tokenul programului {{program}}',
  ],
  webhook_added: [
    '{{who}} added the address for notifications {{program}}',
    '{{who}} a adăugat adresa pentru notificări {{program}}',
  ],
  webhook_added_personal: [
    '{{who}} added the address for notifications {{program}}, with personal data',
    '{{who}} a adăugat adresa pentru notificări {{program}}, cu date personale',
  ],
  webhook_changed: [
    '{{who}} changed the address for notifications {{program}}',
    '{{who}} a modificat adresa pentru notificări {{program}}',
  ],
  webhook_changed_personal: [
    '{{who}} changed the address for notifications {{program}}, with personal data',
    '{{who}} a modificat adresa pentru notificări {{program}}, cu date personale',
  ],
  webhook_secret: [
    '{{who}} made a new secret for the address for notifications {{program}}',
    '{{who}} a creat o cheie secretă nouă pentru adresa pentru notificări {{program}}',
  ],
  webhook_removed: [
    '{{who}} removed the address for notifications {{program}}',
    '{{who}} a eliminat adresa pentru notificări {{program}}',
  ],
  backup_made: ['{{who}} made a backup', '{{who}} a făcut o copie de rezervă'],
  backup_link: ['{{who}} downloaded the backup {{backup}}', '{{who}} a descărcat copia de rezervă {{backup}}'],
  backup_restored: [
    'The data were restored from the backup {{backup}}',
    'Datele au fost restaurate din copia de rezervă {{backup}}',
  ],
  restored_real: [
    '{{who}} said that the restored copy is the real one',
    '{{who}} a confirmat că, de acum, copia restaurată este varianta reală',
  ],
  duties: { kitchen: ['kitchen', 'bucătărie'], floor: ['floor', 'sală'] },
  roles: { owner: ['owner', 'proprietar'], staff: ['staff', 'angajat'] },
  settings: {
    language: ['language', 'limba'],
    currency: ['currency', 'moneda'],
    whatsappNotificationsEnabled: ['WhatsApp messages', 'mesajele WhatsApp'],
    ordersPaused: ['pause', 'oprirea temporară a comenzilor'],
    ordersPausedUntil: ['when the pause ends', 'sfârșitul opririi temporare'],
    tableCalls: ['calls from tables', 'chemările de la mese'],
    deliveryNote: ['delivery note', 'mențiunea despre livrare'],
    suggestions: ['dishes that go well together', 'preparatele care merg bine împreună'],
    tableKeysRequired: ['table keys', 'cheile meselor'],
    reservations: ['reservations', 'rezervările'],
    firstStepsAway: ['the list of first steps', 'lista primilor pași'],
    noTables: ['takeaway only, without tables', 'doar la pachet, fără mese'],
    registration: ['who may register', 'cine se poate înregistra'],
    businessDayStart: ['start of the business day', 'începutul zilei de vânzare'],
    payments: ['payments', 'plățile'],
    paymentMethods: ['payment methods', 'metodele de plată'],
    cashRounding: ['cash rounding', 'rotunjirea numerarului'],
    houseLimit: ['limit for payments on the house', 'limita plăților din partea casei'],
    fiscal: ['fiscal receipts', 'bonuri fiscale'],
    stations: ['kitchen stations', 'secțiile bucătăriei'],
    kitchenMinutes: ['minutes until an order is late', 'minutele până când o comandă întârzie'],
    ownerPhoneNumber: ['owner’s phone number', 'numărul de telefon al proprietarului'],
    publicAddress: ['address of the menu', 'adresa meniului'],
    retentionMonths: ['months until guests’ data is erased', 'numărul de luni până la ștergerea datelor clienților'],
    openingHours: ['opening hours', 'programul'],
    lastOrderMinutes: ['time of the last order', 'ora ultimei comenzi'],
    pickup: ['pickup times', 'orele de ridicare'],
    restaurantName: ['restaurant name', 'numele restaurantului'],
    restaurantAddress: ['address', 'adresa'],
    restaurantPhone: ['phone', 'telefonul'],
    legalName: ['legal name', 'denumirea firmei'],
    taxNumber: ['tax number', 'CUI-ul'],
  },
} as const satisfies WordPairs
