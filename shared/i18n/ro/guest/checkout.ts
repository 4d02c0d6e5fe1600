import type * as en from '../../en/guest/checkout.ts'

export const checkoutWords: typeof en.checkoutWords = {
  title: 'Detaliile comenzii',
  tableTitle: 'Comandă pentru masa {{number}}',
  tableDescription: 'Comanda merge direct la bucătărie, pentru această masă.',
  name: 'Nume',
  phone: 'Telefon',
  email: 'E-mail',
  notes: 'Mențiuni pentru bucătărie',
  optional: '(opțional)',
  diningOption: 'Cum doriți comanda?',
  dineIn: 'La restaurant',
  takeaway: 'La pachet',
  delivery: 'Livrare',
  deliveryNote: 'Livrarea nu este disponibilă încă, dar va fi în curând.',
  payTakeaway: 'Comandă cu obligație de plată · {{total}}',
  payDineIn: 'Trimiteți la bucătărie · {{total}}',
  sending: 'Se trimite comanda…',
  privacy: 'Folosim numele, telefonul și e-mailul dumneavoastră doar pentru comenzile făcute aici.',
  privacyMore: 'Notă de informare',
  privacyText:
    '{{controller}} folosește numele, telefonul, e-mailul și mențiunile pe care le introduceți pentru a pregăti și a preda comanda și pentru a răspunde la întrebări despre ea (contract, art. 6 alin. (1) lit. b) GDPR) și le păstrează atât timp cât cere legea pentru comenzi. În legătură cu numărul dumneavoastră de telefon păstrează și cât de des ați comandat și în ce valoare, pentru a-și recunoaște clienții fideli (interes legitim, art. 6 alin. (1) lit. f) GDPR). Datele nu se vând și nu se folosesc pentru reclamă. Puteți cere accesul la date, corectarea sau ștergerea lor, vă puteți opune folosirii lor și puteți depune o plângere la ANSPDCP.',
  privacyContact: 'Contact: {{contact}}',
  controllerUnnamed: 'Restaurantul',
  allergensHint:
    'Aveți o alergie? Butonul „i” de lângă fiecare preparat arată alergenii; pentru orice nelămurire, întrebați-ne.',
  priceChanged: 'Prețurile s-au schimbat',
  priceChangedDescription:
    'Comanda costa {{before}}, iar acum costă {{now}}. Nu s-a comandat încă nimic: vă rugăm să verificați și să confirmați.',
  priceFromTo: '{{name}}: {{before}}, acum {{now}}',
  unavailable: 'Nu mai avem: {{names}}',
  unavailableDescription: 'Nu s-a comandat încă nimic.',
  unavailableRemoved: 'Coșul a fost actualizat. Nu s-a comandat încă nimic: vă rugăm să verificați și să confirmați.',
  removeUnavailable: 'Scoateți din coș',
  aDish: 'un preparat',
  notSent: 'Comanda nu a fost acceptată',
  success: 'Vă mulțumim, am primit comanda!',
  successDescription: 'Comanda #{{id}} · {{total}}',
  returning_one: 'Revenire la meniu într-o secundă',
  returning_few: 'Revenire la meniu în {{count}} secunde',
  returning_other: 'Revenire la meniu în {{count}} de secunde',
}

export const checkoutRefusals: typeof en.checkoutRefusals = {
  delivery_unavailable: 'Livrarea nu este încă disponibilă',
  no_table_selected: 'Nicio masă selectată',
  notes_too_long: 'Mențiunile unei comenzi pot avea împreună cel mult 2.000 de caractere. Vă rugăm să le scurtați.',
  key_reused: 'Ați trimis deja acest lucru, cu alt conținut',
  price_changed: 'Prețurile s-au schimbat',
  item_unavailable: 'Nu mai avem: {{names}}',
  aDish: 'un produs',
  orders_paused: 'Bucătăria nu preia comenzi în acest moment. Încercați mai târziu.',
}
