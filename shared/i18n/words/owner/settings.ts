import type { WordPairs } from '../../pairs.ts'

export const settingsWords = {
  sections: ['Kinds of settings', 'Categorii de setări'],
  toList: ['All settings', 'Toate setările'],
  tabs: {
    users: ['Users', 'Utilizatori'],
    language: ['Language', 'Limbă'],
    currency: ['Currency', 'Monedă'],
    printers: ['Printers', 'Imprimante'],
    whatsapp: ['WhatsApp', 'WhatsApp'],
    restaurant: ['Restaurant', 'Restaurant'],
    hours: ['Hours', 'Program'],
    reservations: ['Reservations', 'Rezervări'],
    payments: ['Payments', 'Plăți'],
    fiscal: ['Fiscal receipts', 'Bonuri fiscale'],
    data: ['Data & backups', 'Date și backup'],
  },
  hours: {
    has: ['The restaurant has opening hours', 'Restaurantul are program'],
    hasHint: [
      'Outside them, guests can read the menu but not order. You and your waiters always can.',
      'În afara lui, clienții pot citi meniul, dar nu pot comanda. Dumneavoastră și ospătarii puteți oricând.',
    ],
    closed: ['Closed', 'Închis'],
    from: ['{{day}}, from', '{{day}}, de la'],
    to: ['{{day}}, to', '{{day}}, până la'],
    add: ['Add hours', 'Adăugați un interval'],
    remove: ['Remove these hours: {{day}}', 'Ștergeți intervalul: {{day}}'],
    copyToAll: ['Copy to all days', 'Copiați în toate zilele'],
    exceptions: ['Dates with other hours', 'Date cu alt program'],
    exceptionsHint: [
      'Tap a date to close on it or to give it hours of its own.',
      'Atingeți o dată pentru a o închide sau pentru a-i da alt program.',
    ],
    note: ['Note, such as the holiday', 'Mențiune, de exemplu sărbătoarea'],
    removeDate: ['Remove the date', 'Ștergeți data'],
    lastOrder: ['Last orders, minutes before closing', 'Ultimele comenzi, cu câte minute înainte de închidere'],
    lastOrderHint: ['0: until closing. At most 120.', '0: până la închidere. Cel mult 120.'],
  },
  pickup: {
    title: ['Pickup', 'Ridicare'],
    on: ['Takeaway guests choose when they come', 'Clienții aleg la ce oră vin după comanda la pachet'],
    onHint: [
      'As soon as possible, or at a time of their own. The kitchen gets each order when it has to start.',
      'Cât mai repede sau la o oră aleasă de ei. Bucătăria primește fiecare comandă când trebuie să o înceapă.',
    ],
    slotMinutes: ['A pickup time every', 'O oră de ridicare la fiecare'],
    leadMinutes: ['Minutes the kitchen needs', 'Minute necesare bucătăriei'],
    leadMinutesHint: ['No earlier time is offered. At most 240.', 'Nu se oferă ore mai devreme de atât. Cel mult 240.'],
    daysAhead: ['Days ahead', 'Cu câte zile înainte'],
    daysAheadHint: ['0: for today only. At most 14.', '0: doar pentru azi. Cel mult 14.'],
    ordersPerSlot: ['Orders for the same time', 'Comenzi la aceeași oră'],
    ordersPerSlotHint: [
      'Empty: no limit. A time with that many orders is full for guests, but never for you.',
      'Gol: fără limită. O oră cu atâtea comenzi este plină pentru clienți, dar niciodată pentru dumneavoastră.',
    ],
  },
  reservations: {
    on: ['The restaurant takes reservations', 'Restaurantul primește rezervări'],
    onHint: [
      'In a book of its own, beside the dashboard’s tabs and on the floor’s page. No table is promised twice.',
      'Într-un registru propriu, lângă filele panoului și pe pagina sălii. Nicio masă nu se promite de două ori.',
    ],
    off: [
      'Existing reservations stay, and guests can still change or cancel theirs by their links.',
      'Rezervările existente rămân, iar clienții le pot modifica sau anula în continuare prin linkurile lor.',
    ],
    ways: {
      book: ['Open the book', 'Deschideți registrul'],
      page: ['See the guests’ page', 'Vedeți pagina clienților'],
      code: ['Code to print', 'Codul de tipărit'],
      fileName: ['reservations', 'rezervari'],
      /** On paper, in both languages at once. */
      invitation: ['Scan, reserve a table', 'Scanați, rezervați o masă'],
    },
    online: ['Guests reserve online', 'Clienții rezervă online'],
    onlineHint: ['On the page /reserve, within the opening hours.', 'Pe pagina /reserve, în programul de funcționare.'],
    slotMinutes: ['Offer a time every', 'Interval între ore'],
    less: ['Less: {{name}}', 'Mai puțin: {{name}}'],
    more: ['More: {{name}}', 'Mai mult: {{name}}'],
    stayMinutes: ['Length of a visit', 'Durata vizitei'],
    lastSeatingMinutes: ['Last reservation, before closing', 'Ultima rezervare, înainte de închidere'],
    heldMinutes: ['Table held before', 'Masa ținută dinainte'],
    leadMinutes: ['In advance, at least', 'Timp minim înainte'],
    daysAhead: ['Days ahead', 'Cu cel mult câte zile înainte'],
    maxParty: ['Largest party online', 'Cel mai mare grup online'],
    asksFrom: ['From this many people on, you confirm', 'De la atâtea persoane confirmați dumneavoastră'],
    /** With the number between minus and plus. */
    sentences: {
      stayMinutes: ['A table is kept {{length}}', 'O masă se ține {{length}}'],
      lastSeatingMinutes: [
        'The last reservation is {{length}} before closing',
        'Ultima rezervare este cu {{length}} înainte de închidere',
      ],
      heldMinutes: ['The table reads “reserved” {{length}} before', 'Masa apare „rezervată” cu {{length}} înainte'],
      leadMinutes: ['Guests reserve at least {{length}} ahead', 'Clienții rezervă cu cel puțin {{length}} înainte'],
      daysAhead_one: ['and at most {{count}} day ahead', 'și cu cel mult {{count}} zi înainte'],
      daysAhead_other: ['and at most {{count}} days ahead', 'și cu cel mult {{count}} de zile înainte'],
      maxParty_one: [
        'for at most {{count}} person; larger parties call',
        'pentru cel mult {{count}} persoană; grupurile mai mari sună',
      ],
      maxParty_other: [
        'for at most {{count}} people; larger parties call',
        'pentru cel mult {{count}} de persoane; grupurile mai mari sună',
      ],
      asksFrom_one: ['From {{count}} person on', 'De la {{count}} persoană în sus'],
      asksFrom_other: ['From {{count}} people on', 'De la {{count}} de persoane în sus'],
    },
    largestTable_one: [
      'Your largest table has {{count}} seat: larger parties cannot reserve online.',
      'Cea mai mare masă are {{count}} loc: grupurile mai mari nu pot rezerva online.',
    ],
    largestTable_other: [
      'Your largest table has {{count}} seats: larger parties cannot reserve online.',
      'Cea mai mare masă are {{count}} de locuri: grupurile mai mari nu pot rezerva online.',
    ],
    noPhone: [
      'Larger parties cannot call: the restaurant has no phone number.',
      'Grupurile mai mari nu au unde suna: restaurantul nu are număr de telefon.',
    ],
    addPhone: ['Add the number', 'Adăugați numărul'],
    asks: ['You confirm large parties yourself', 'Confirmați dumneavoastră grupurile mari'],
    asksHint: [
      'A request rings until you answer; no table is held until then. Off: all are confirmed automatically.',
      'Cererea sună până răspundeți; până atunci nu se ține nicio masă. Oprit: toate se confirmă automat.',
    ],
  },
  englishOptional: [
    'Optional: if it is empty, the Romanian text is shown.',
    'Opțional: dacă rămâne gol, se afișează textul în română.',
  ],
  languageLabel: ['Language of the restaurant', 'Limba restaurantului'],
  languageHint: [
    'Guests see this language first and can choose their own. Dishes on paper have their names in it.',
    'Clienții văd mai întâi această limbă și pot alege alta. Pe hârtie, preparatele apar în această limbă.',
  ],
  ownLanguage: ['Language of your dashboard', 'Limba panoului dumneavoastră'],
  ownLanguageHint: [
    'Only in this browser. Colleagues choose their own.',
    'Numai în acest browser. Colegii și-o aleg pe a lor.',
  ],
  currencyHint: [
    'This only changes the sign beside the prices. No price is converted, and orders already taken stay as they are.',
    'Se schimbă doar simbolul de lângă prețuri. Niciun preț nu este convertit, iar comenzile deja primite rămân neschimbate.',
  ],
  lei: ['Lei', 'Lei'],
  eur: ['Euro', 'Euro'],
  saved: ['Settings saved', 'Setările au fost salvate'],
  ownerPhoneNumber: ['Your phone number for WhatsApp', 'Numărul dumneavoastră de WhatsApp'],
  ownerPhoneNumberHint: ['40 and nine digits, for example 40712345678', '40 și nouă cifre, de exemplu 40712345678'],
  whatsappEnabled: ['Send me each new order on WhatsApp', 'Mesaj pe WhatsApp la fiecare comandă nouă'],
  whatsappHint: [
    'One message for each new order, with its number, table and total, and nothing about the guest.',
    'Câte un mesaj la fiecare comandă nouă, cu numărul, masa și totalul, fără date despre client.',
  ],
  restaurantHint: [
    'All optional. Guests see these details on your pages, receipts, messages and proposals. Without a name they read “Masa”.',
    'Totul este opțional. Clienții văd aceste date pe paginile dumneavoastră, pe bonuri, în mesaje și în oferte. Fără un nume, citesc „Masa”.',
  ],
  restaurantName: ['Name of the restaurant', 'Numele restaurantului'],
  restaurantAddress: ['Address', 'Adresă'],
  restaurantPhone: ['Phone', 'Telefon'],
  legalName: ['Legal name', 'Denumirea firmei'],
  taxNumber: ['Tax number (CUI)', 'CUI'],
  publicAddress: ['Address of your menu', 'Adresa meniului'],
  publicAddressHint: [
    'The tables’ codes lead here, and Masa answers at this address. Set it if you have a domain name of your own. Codes already printed keep their address. Empty: the address in this browser.',
    'Aici duc codurile de pe mese, iar Masa răspunde la această adresă. Completați-o dacă aveți un nume de domeniu al dumneavoastră. Codurile deja tipărite își păstrează adresa. Gol: adresa din acest browser.',
  ],
  publicAddressFixed: [
    'It is set on the computer on which Masa runs, and can be changed only there.',
    'Este stabilită pe calculatorul pe care rulează Masa și poate fi schimbată numai de acolo.',
  ],
  businessDayStart: ['The business day begins at', 'Ziua de vânzare începe la'],
  businessDayStartHint: [
    'HH:MM. What happens before this hour counts for the day before: in totals, in reports and for “sold out today”.',
    'HH:MM. Ce se întâmplă înainte de această oră ține de ziua precedentă: în totaluri, în rapoarte și la „epuizat azi”.',
  ],
  registration: {
    label: ['Anybody may register', 'Oricine se poate înregistra'],
    hint: [
      'If this is off, the sign-in page offers only to sign in, and owners add users.',
      'Dacă opțiunea este oprită, pagina de conectare permite doar conectarea, iar utilizatorii sunt adăugați de proprietari.',
    ],
  },
  suggestions: {
    label: ['“Goes well with it” in the cart', '„Merge bine cu ce ați ales” în coș'],
    hint: [
      'The cart suggests at most two dishes that your guests often ordered with those in it, from the orders of the last 90 days.',
      'Coșul propune cel mult două preparate pe care clienții le-au comandat des împreună cu cele din coș, după comenzile din ultimele 90 de zile.',
    ],
  },
  deliveryNote: {
    label: ['Mention delivery', 'Menționați livrarea'],
    hint: [
      'Guests read that delivery is not available yet. If this is off, they read nothing about delivery.',
      'Clienții citesc că livrarea nu este disponibilă încă. Dacă opțiunea este oprită, nu citesc nimic despre livrare.',
    ],
  },
  kitchen: {
    hint: [
      'Every station sees and prints only its own dishes. The station of a category is chosen in the Menu tab, under Categories.',
      'Fiecare secție vede și tipărește numai preparatele ei. Secția unei categorii se alege în fila Meniu, la Categorii.',
    ],
    add: ['Add station', 'Adăugați o secție'],
    full: ['Eight stations at most.', 'Cel mult opt secții.'],
    fills: ['An order’s clock starts to fill after (minutes)', 'Ceasul unei comenzi începe să se umple după (minute)'],
    fillsHint: ['Until then it stays empty on the kitchen screen.', 'Până atunci rămâne gol pe ecranul bucătăriei.'],
    late: ['An order is late after (minutes)', 'O comandă întârzie după (minute)'],
    lateHint: [
      'From then on the kitchen screen says so in words.',
      'De atunci, ecranul bucătăriei o spune în cuvinte.',
    ],
  },
  payments: {
    has: ['Record payments', 'Înregistrați plățile'],
    hasHint: [
      'Masa records what guests paid, and how. It never charges anybody, and the fiscal receipt stays with your fiscal cash register.',
      'Masa înregistrează cât au plătit clienții și cum. Nu încasează bani de la nimeni, iar bonul fiscal rămâne la casa de marcat.',
    ],
    fiscal: ['Fiscal receipts (pilot)', 'Bonuri fiscale (pilot)'],
    fiscalHint: [
      'Each paid bill then goes to the fiscal device, which prints the receipt.',
      'Fiecare notă plătită merge atunci la casa de marcat, care tipărește bonul.',
    ],
    methods: ['Methods', 'Metode'],
    kinds: {
      cash: ['Cash', 'Numerar'],
      card: ['Card', 'Card'],
      voucher: ['Vouchers: no tip, no change', 'Tichete: fără bacșiș și fără rest'],
      house: ['On the house: takes no money', 'Din partea casei: nu intră bani'],
      other: ['Other', 'Altceva'],
    },
    kindOf: ['What {{name}} is', 'Ce fel de plată este: {{name}}'],
    add: ['Add a method', 'Adăugați o metodă'],
    full: ['Eight methods at most.', 'Cel mult opt metode.'],
    rounding: ['Cash is rounded to', 'Numerarul se rotunjește la'],
    exact: ['Not rounded', 'Fără rotunjire'],
    roundingHint: [
      'To the nearest amount. The difference is listed at the end of day.',
      'La cea mai apropiată sumă. Diferența apare la închiderea zilei.',
    ],
    limit: ['Staff may give on the house at most', 'Angajații pot oferi din partea casei cel mult'],
    limitHint: [
      'For each payment, with a reason. An owner may give any amount. 0: only an owner.',
      'La fiecare plată, cu un motiv. Proprietarul poate oferi oricât. 0: numai proprietarul.',
    ],
  },
  theme: ['Appearance on this device', 'Aspectul pe acest dispozitiv'],
  on: ['on', 'pornit'],
  off: ['off', 'oprit'],
  updateFailed: [
    'Failed to update settings. Please try again.',
    'Setările nu au putut fi actualizate. Încercați din nou.',
  ],
} as const satisfies WordPairs

export const whatsappWords = {
  state: ['WhatsApp status', 'Starea WhatsApp'],
  loading: ['Checking WhatsApp…', 'Se verifică WhatsApp…'],
  notConfigured: [
    'WhatsApp is not connected: nothing is sent. What you set here is kept.',
    'WhatsApp nu este conectat: nu se trimite nimic. Ce setați aici se păstrează.',
  ],
  howToConnect: ['How to connect an account, in the guide', 'Cum se conectează un cont, în ghid'],
  connected: ['WhatsApp is connected', 'WhatsApp este conectat'],
  switchedOff: [
    'You have switched the messages off: you are not told of new orders.',
    'Ați oprit mesajele: comenzile noi nu se anunță.',
  ],
  noNumber: [
    'Your phone number is missing: nobody gets a message.',
    'Lipsește numărul dumneavoastră de telefon: nimeni nu este anunțat.',
  ],
  lastAccepted: ['Last message accepted by WhatsApp at {{moment}}', 'Ultimul mesaj acceptat de WhatsApp la {{moment}}'],
  noneYet: ['No message has been accepted by WhatsApp yet.', 'WhatsApp nu a acceptat încă niciun mesaj.'],
  waiting_one: ['{{count}} message waits to be sent', '{{count}} mesaj așteaptă să fie trimis'],
  waiting_other: ['{{count, number}} messages wait to be sent', '{{count, number}} de mesaje așteaptă să fie trimise'],
  test: ['Send a test message', 'Trimiteți un mesaj de probă'],
  testQueued: ['Test message queued', 'Mesajul de probă este la rând'],
  testFailed: ['The test message could not be queued', 'Mesajul de probă nu a putut fi pus la rând'],
  stopped: ['WhatsApp messages are stopped', 'Mesajele WhatsApp sunt oprite'],
  reasons: {
    token: [
      'WhatsApp no longer accepts the access token: it has expired or was withdrawn.',
      'WhatsApp nu mai acceptă tokenul de acces: a expirat sau a fost retras.',
    ],
    template: [
      'WhatsApp does not accept the message template: it is missing, not approved, or in another language.',
      'WhatsApp nu acceptă șablonul mesajului: lipsește, nu este aprobat sau este în altă limbă.',
    ],
    recipient: [
      'WhatsApp does not accept your phone number as a recipient.',
      'WhatsApp nu acceptă numărul dumneavoastră de telefon ca destinatar.',
    ],
    account: [
      'WhatsApp has limited or locked the account, or it may not send.',
      'WhatsApp a limitat sau a blocat contul, ori contul nu are voie să trimită.',
    ],
    refused: [
      'WhatsApp refused the message for a reason that Masa does not know.',
      'WhatsApp a refuzat mesajul, fără un motiv pe care Masa îl cunoaște.',
    ],
    daily_limit: ['Today’s message limit is reached.', 'Limita de mesaje pentru astăzi a fost atinsă.'],
  },
  remedies: {
    token: [
      'Make a new token in Meta’s Business Manager, set it where Masa runs, and start Masa again.',
      'Creați un token nou în Meta Business Manager, setați-l acolo unde rulează Masa și reporniți Masa.',
    ],
    template: [
      'Compare name, language and approval of the template in WhatsApp Manager with what is set where Masa runs.',
      'Comparați numele, limba și aprobarea șablonului din WhatsApp Manager cu ce este setat acolo unde rulează Masa.',
    ],
    recipient: [
      'Check the number below, and that it uses WhatsApp.',
      'Verificați numărul de mai jos și dacă folosește WhatsApp.',
    ],
    account: [
      'Look at the account in Meta’s Business Manager: payment, quality, permissions.',
      'Verificați contul în Meta Business Manager: plata, calitatea, permisiunile.',
    ],
    refused: [
      'Send a test message to try again. The server’s log has the code of the refusal.',
      'Trimiteți un mesaj de probă ca să încercați din nou. Codul refuzului este în jurnalul serverului.',
    ],
    daily_limit: [
      'The next message is sent when the next business day begins, with the number of orders not announced until then. Check that today’s orders are real. Whoever looks after the computer on which Masa runs can change the limit.',
      'Următorul mesaj va fi trimis la începutul următoarei zile de vânzare, cu numărul comenzilor neanunțate. Verificați dacă sunt reale comenzile de astăzi. Limita o poate schimba cine se ocupă de calculatorul pe care rulează Masa.',
    ],
  },
  openSettings: ['Open the WhatsApp settings', 'Deschideți setările WhatsApp'],
} as const satisfies WordPairs

/** The messages to the owner’s phone; only the server writes them. */
export const notificationWords = {
  test: ['Test message', 'Mesaj de probă'],
  orders_one: ['{{count}} new order', '{{count}} comandă nouă'],
  orders_other: ['{{count}} new orders', '{{count}} de comenzi noi'],
} as const satisfies WordPairs
