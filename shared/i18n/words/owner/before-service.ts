import type { WordPairs } from '../../pairs.ts'

/** The result of each check, on the screen and in the doctor. */
export const checkWords = {
  restored: {
    name: ['Restored copy', 'Copie restaurată'],
    copy: [
      'These data were restored from a backup on {{moment}}. Until you say that this is the real restaurant, nothing goes to printers, other programs or WhatsApp, and no backup is made.',
      'Datele au fost restaurate dintr-o copie de rezervă pe {{moment}}. Până când confirmați că de acum aceasta este varianta reală, nu se trimite nimic la imprimante, la alte programe sau pe WhatsApp și nu se face nicio copie de rezervă.',
    ],
    nothing: ['A restored copy sends nothing.', 'O copie restaurată nu trimite nimic.'],
    noBackup: ['No backup is made of a restored copy.', 'Dintr-o copie restaurată nu se face nicio copie de rezervă.'],
  },
  signIn: {
    name: ['Sign-in on this device', 'Conectarea pe acest dispozitiv'],
    lasts: [
      'You stay signed in here for as long as the board is used.',
      'Rămâneți conectat aici cât timp este folosit panoul.',
    ],
    ends: [
      'Your sign-in here ends on {{moment}}. Log out and sign in again before then.',
      'Conectarea dumneavoastră pe acest dispozitiv expiră pe {{moment}}. Până atunci, deconectați-vă și conectați-vă din nou.',
    ],
  },
  name: {
    name: ['Name and language', 'Numele și limba'],
    some: [
      'Guests read {{name}} on the menu, receipts and messages.',
      'Clienții citesc {{name}} în meniu, pe bonuri și în mesaje.',
    ],
    none: [
      'The restaurant has no name yet, so guests read “Masa”.',
      'Restaurantul nu are încă un nume, deci clienții citesc „Masa”.',
    ],
  },
  menu: {
    name: ['Menu', 'Meniul'],
    none: [
      'The menu has no dishes that guests can see: there is nothing to order.',
      'Meniul nu are niciun preparat pe care să îl vadă clienții: nu au ce comanda.',
    ],
    some_one: ['Guests see {{count, number}} dish.', 'Clienții văd {{count, number}} preparat.'],
    some_other: ['Guests see {{count, number}} dishes.', 'Clienții văd {{count, number}} de preparate.'],
  },
  tables: {
    name: ['Tables and codes', 'Mesele și codurile'],
    none: [
      'There are no tables yet, so there are no codes to scan.',
      'Nu există încă nicio masă, deci nu există coduri de scanat.',
    ],
    unused: ['The restaurant only does takeaway.', 'Restaurantul vinde doar la pachet.'],
    some_one: ['{{count, number}} table has its code.', '{{count, number}} masă are codul ei.'],
    some_other: ['{{count, number}} tables have their codes.', '{{count, number}} de mese au codurile lor.'],
  },
  team: {
    name: ['Who else works here?', 'Cine mai lucrează aici?'],
    some_one: [
      '{{count, number}} person can sign in besides the owners.',
      '{{count, number}} persoană se poate conecta, pe lângă proprietari.',
    ],
    some_other: [
      '{{count, number}} people can sign in besides the owners.',
      '{{count, number}} de persoane se pot conecta, pe lângă proprietari.',
    ],
    alone: ['Only owners sign in.', 'Doar proprietarii se conectează.'],
    none: [
      'Nobody but owners can sign in so far. A code signs a phone or tablet in: no password to remember.',
      'Deocamdată se pot conecta doar proprietarii. Un cod conectează un telefon sau o tabletă, fără nicio parolă de ținut minte.',
    ],
  },
  order: {
    name: ['An order on the board', 'O comandă pe panou'],
    some: ['The board has received an order.', 'Panoul a primit o comandă.'],
    none: [
      'No order has come to the board yet: send a test.',
      'Pe panou nu a ajuns încă nicio comandă: trimiteți o probă.',
    ],
  },
  phone: {
    name: ['Phones reach the address', 'Telefoanele ajung la adresă'],
    scan: [
      'Scan the code of {{address}}, by which no guest has come yet, with a phone on the guests’ Wi-Fi. The menu opens, and the first order or shared cart confirms it. If the phone finds nothing, check that it may reach this server from there.',
      'Niciun client nu a venit încă prin {{address}}: scanați codul cu un telefon conectat la Wi-Fi-ul clienților. Se deschide meniul, iar prima comandă sau primul coș comun confirmă adresa. Dacă telefonul nu găsește nimic, verificați dacă are voie să ajungă de acolo la acest server.',
    ],
    unset: ['The address of the menu is not known yet.', 'Adresa meniului nu este cunoscută încă.'],
    local: [
      'Phones cannot reach {{address}}: only this machine can.',
      'Telefoanele nu ajung la {{address}}: ajunge doar acest calculator.',
    ],
    reached: ['A guest has come through {{address}}.', 'Un client a venit prin adresa {{address}}.'],
  },
  paused: {
    name: ['Taking orders', 'Primirea comenzilor'],
    taken: ['Guests can order.', 'Clienții pot comanda.'],
    untilResumed: ['Orders are paused until you take them again.', 'Comenzile sunt oprite temporar, până le reluați.'],
    until: ['Orders are paused until {{time}}.', 'Comenzile sunt oprite temporar până la {{time}}.'],
  },
  hours: {
    name: ['Opening hours', 'Program'],
    unused: [
      'No hours are set, so guests can always order.',
      'Nu este setat niciun program: clienții pot comanda oricând.',
    ],
    open: ['Open today {{hours}}.', 'Astăzi este deschis: {{hours}}.'],
    soon: [
      'Open today {{hours}}. Other hours soon: {{dates}}.',
      'Astăzi este deschis: {{hours}}. În curând, alt program: {{dates}}.',
    ],
    closed: ['Closed today, so guests cannot order.', 'Astăzi este închis: clienții nu pot comanda.'],
  },
  soldOut: {
    name: ['Sold out', 'Epuizate'],
    none: ['No dish is marked as sold out.', 'Niciun preparat nu este marcat ca epuizat.'],
    some_one: [
      '{{count}} dish is marked as sold out: {{names}}.',
      '{{count}} preparat este marcat ca epuizat: {{names}}.',
    ],
    some_other: [
      '{{count}} dishes are marked as sold out: {{names}}.',
      '{{count}} de preparate sunt marcate ca epuizate: {{names}}.',
    ],
  },
  unpriced: {
    name: ['Prices', 'Prețuri'],
    none: ['Every dish that guests see has a price.', 'Toate preparatele pe care le văd clienții au preț.'],
    some_one: [
      '{{count}} dish that guests see costs nothing: {{names}}.',
      '{{count}} preparat pe care îl văd clienții nu costă nimic: {{names}}.',
    ],
    some_other: [
      '{{count}} dishes that guests see cost nothing: {{names}}.',
      '{{count}} de preparate pe care le văd clienții nu costă nimic: {{names}}.',
    ],
  },
  undeclared: {
    name: ['Allergens', 'Alergeni'],
    none: [
      'Every dish that guests see declares its allergens.',
      'Toate preparatele pe care le văd clienții au alergenii declarați.',
    ],
    some_one: [
      '{{count}} dish that guests see does not declare its allergens: {{names}}.',
      '{{count}} preparat pe care îl văd clienții nu are alergenii declarați: {{names}}.',
    ],
    some_other: [
      '{{count}} dishes that guests see do not declare their allergens: {{names}}.',
      '{{count}} de preparate pe care le văd clienții nu au alergenii declarați: {{names}}.',
    ],
  },
  registration: {
    name: ['Registration', 'Înregistrare'],
    closed: ['Only owners add users.', 'Doar proprietarii adaugă utilizatori.'],
    open: [
      'Anybody who finds the sign-in page can register, and is then listed as staff without duties.',
      'Oricine găsește pagina de conectare se poate înregistra și apare apoi ca angajat fără atribuții.',
    ],
  },
  printers: {
    name: ['Printers on the network', 'Imprimante din rețea'],
    ready: ['All of them are ready.', 'Toate sunt pregătite.'],
    notReady: [
      'Not ready: {{names}}. Check power, paper and cable.',
      'Nu sunt pregătite: {{names}}. Verificați alimentarea, hârtia și cablul.',
    ],
    idle: [
      'Prints nothing: {{idle}}. Choose its documents and stations in Settings.',
      'Nu tipărește nimic: {{idle}}. Alegeți-i documentele și secțiile în Setări.',
    ],
    undecided_one: [
      '{{count}} document may not have printed: look at the paper and decide.',
      'Este posibil ca {{count}} document să nu se fi tipărit: uitați-vă la hârtie și hotărâți.',
    ],
    undecided_other: [
      '{{count}} documents may not have printed: look at the paper and decide.',
      'Este posibil ca {{count}} de documente să nu se fi tipărit: uitați-vă la hârtie și hotărâți.',
    ],
  },
  fiscal: {
    name: ['Fiscal receipts (pilot)', 'Bonuri fiscale (pilot)'],
    ready: [
      'The connector asks for receipts, and none is open.',
      'Programul de legătură cere bonuri și niciunul nu este deschis.',
    ],
    unseen: [
      'The connector on the computer of the device has not asked for a minute: start it, or look at what it says.',
      'Programul de legătură de pe calculatorul casei de marcat nu a mai cerut nimic de un minut: porniți-l sau vedeți ce mesaj afișează.',
    ],
    open_one: [
      '{{count}} receipt is not printed: look at the paper and decide.',
      '{{count}} bon nu este tipărit: uitați-vă la hârtie și hotărâți.',
    ],
    open_other: [
      '{{count}} receipts are not printed: look at the paper and decide.',
      '{{count}} de bonuri nu sunt tipărite: uitați-vă la hârtie și hotărâți.',
    ],
    missing: [
      'Receipts are refused until the settings of the device have {{names}}.',
      'Bonurile sunt refuzate până când setările casei de marcat au: {{names}}.',
    ],
  },
  fiscalLeft: {
    name: ['Money on no fiscal receipt', 'Bani fără bon fiscal'],
    some_one: [
      '{{count}} bill with {{amount}}: key it in at the fiscal device.',
      '{{count}} notă cu {{amount}}: introduceți bonul la casa de marcat.',
    ],
    some_other: [
      '{{count}} bills with {{amount}}: key them in at the fiscal device.',
      '{{count}} de note cu {{amount}}: introduceți bonurile la casa de marcat.',
    ],
  },
  webhooks: {
    name: ['Notifications to other programs', 'Notificări către alte programe'],
    delivered: ['They are delivered.', 'Sunt livrate.'],
    failing: [
      'Not delivered to {{hosts}}. After three days Masa gives up: look in Settings → Users.',
      'Nu ajung la {{hosts}}. După trei zile Masa renunță: verificați în Setări → Utilizatori.',
    ],
  },
  whatsapp: {
    name: ['WhatsApp', 'WhatsApp'],
    unused: [
      'No WhatsApp account is connected, so nothing is sent.',
      'Nu este conectat niciun cont WhatsApp, deci nu se trimite nimic.',
    ],
    off: ['Messages about new orders are switched off.', 'Mesajele despre comenzile noi sunt oprite.'],
    noNumber: [
      'Your phone number is missing, so nobody gets the messages.',
      'Lipsește numărul dumneavoastră de telefon, deci nimeni nu primește mesajele.',
    ],
    ok: ['Messages about new orders are sent.', 'Mesajele despre comenzile noi se trimit.'],
    waiting_one: ['{{count}} message waits to be sent.', '{{count}} mesaj așteaptă să fie trimis.'],
    waiting_other: ['{{count}} messages wait to be sent.', '{{count}} de mesaje așteaptă să fie trimise.'],
  },
  clock: {
    name: ['The server’s clock', 'Ceasul serverului'],
    steady: ['It shows {{now}}.', 'Arată {{now}}.'],
    set: [
      'It shows {{now}}. It was set a moment ago, or the server was off or asleep. Until {{until}} nothing is deleted and nothing ends by itself. If the time is wrong, set it right.',
      'Arată {{now}}. A fost potrivit de curând sau serverul a fost oprit ori în repaus. Până la {{until}} nu se șterge nimic și nimic nu se încheie de la sine. Dacă ora este greșită, corectați-o.',
    ],
  },
  database: {
    name: ['Database', 'Baza de date'],
    fine: ['It answers in {{ms}}\u00a0ms.', 'Răspunde în {{ms}}\u00a0ms.'],
    slow: [
      'It answers slowly, in {{ms}}\u00a0ms. Close other programs on the server; if that doesn’t help, restart it.',
      'Răspunde încet, în {{ms}}\u00a0ms. Închideți alte programe de pe server; dacă nu ajută, reporniți-l.',
    ],
  },
  disk: {
    name: ['Disk', 'Discul'],
    free: ['{{free}} of {{total}} is free.', 'Spațiu liber: {{free}} din {{total}}.'],
    little: [
      'Only {{free}} of {{total}} is free. Soon, delete what the server doesn’t need.',
      'Spațiu liber: doar {{free}} din {{total}}. Eliberați în curând spațiu pe server.',
    ],
    full: [
      'Only {{free}} of {{total}} is free: soon no order can be kept. Delete now what the server doesn’t need.',
      'Spațiu liber: doar {{free}} din {{total}}; în curând nu se va mai putea păstra nicio comandă. Eliberați acum spațiu pe server.',
    ],
    unknown: ['Free space can’t be read here.', 'Aici nu se poate afla cât spațiu este liber.'],
  },
  backup: {
    name: ['Backup', 'Copia de rezervă'],
    made: ['The last backup is from {{moment}}.', 'Ultima copie de rezervă este din {{moment}}.'],
    none: ['There is no backup yet.', 'Nu există încă nicio copie de rezervă.'],
    running: ['A backup is being made.', 'Se face o copie de rezervă.'],
    failed: ['The last backup failed.', 'Ultima copie de rezervă a eșuat.'],
    old: [
      'The last backup is more than two days old, from {{moment}}.',
      'Ultima copie de rezervă este mai veche de două zile, din {{moment}}.',
    ],
    sameDisk: [
      'The last backup, from {{moment}}, is on the same disk as the data: if it breaks, both are lost. Whoever looks after the computer on which Masa runs can choose a folder on another disk.',
      'Ultima copie de rezervă, din {{moment}}, este pe același disc cu datele: dacă se strică, se pierd amândouă. Cine se ocupă de calculatorul pe care rulează Masa poate alege un folder de pe alt disc.',
    ],
    off: ['No backups are made automatically here.', 'Aici nu se fac automat copii de rezervă.'],
  },
  reservationsAsked: {
    name: ['Reservations to answer', 'Rezervări de confirmat'],
    some_one: ['{{count}} reservation waits for an answer.', '{{count}} rezervare așteaptă un răspuns.'],
    some_other: ['{{count}} reservations wait for an answer.', '{{count}} de rezervări așteaptă un răspuns.'],
    none: ['None waits for an answer.', 'Niciuna nu așteaptă un răspuns.'],
  },
  reservationProblems: {
    name: ['Reservations to move', 'Rezervări de mutat'],
    some_one: [
      '{{count}} reservation cannot be kept as it is: its table or the hours have changed.',
      '{{count}} rezervare nu se mai poate păstra așa: s-au schimbat masa sau programul.',
    ],
    some_other: [
      '{{count}} reservations cannot be kept as they are: their tables or the hours have changed.',
      '{{count}} de rezervări nu se mai pot păstra așa: s-au schimbat mesele sau programul.',
    ],
    none: ['All to come have a table and open doors.', 'Toate cele care urmează au masă și program.'],
  },
  dayEnd: {
    name: ['End of day', 'Închiderea zilei'],
    closed: ['Every earlier day is closed.', 'Toate zilele de până acum sunt închise.'],
    forgotten: [
      '{{day}} is not closed: count the till and close it.',
      'Ziua de {{day}} nu este închisă: numărați banii din sertar și închideți-o.',
    ],
  },
} as const satisfies WordPairs

/** The owner's screen of what must be right before the doors open. */
export const beforeServiceWords = {
  title: ['Before service', 'Înainte de deschidere'],
  checkAgain: ['Check again', 'Verificați din nou'],
  allReady: ['All is ready', 'Totul este pregătit'],
  toLookAt_one: ['{{count}} thing to look at', '{{count}} lucru de verificat'],
  toLookAt_other: ['{{count}} things to look at', '{{count}} de lucruri de verificat'],
  attention: ['To look at', 'De verificat'],
  ready_one: ['{{count}} ready', '{{count}} lucru pregătit'],
  ready_other: ['{{count}} ready', '{{count}} de lucruri pregătite'],
  unused_one: ['{{count}} not used', '{{count}} lucru nefolosit'],
  unused_other: ['{{count}} not used', '{{count}} de lucruri nefolosite'],
  groups: {
    device: ['This device', 'Acest dispozitiv'],
    guests: ['Guests and menu', 'Clienți și meniu'],
    system: ['System', 'Sistem'],
  },
  states: {
    ok: ['Ready', 'Pregătit'],
    look: ['Look at it', 'De verificat'],
    wrong: ['Not ready', 'Nepregătit'],
    unknown: ['Not checked', 'Neverificat'],
    unused: ['Not used', 'Nefolosit'],
  },
  sound: {
    name: ['Sound of new orders', 'Sunetul comenzilor noi'],
    on: [
      'New orders ring on this device. Play the sound to hear whether it is loud enough.',
      'Comenzile noi sună pe acest dispozitiv. Redați sunetul ca să auziți dacă e destul de tare.',
    ],
    off: ['The sound is switched off: nobody hears a new order.', 'Sunetul este oprit: nimeni nu aude o comandă nouă.'],
    play: ['Play the sound', 'Redați sunetul'],
  },
  screen: {
    name: ['Screen stays on', 'Ecranul rămâne aprins'],
    asking: ['The browser is being asked to keep the screen on.', 'Se cere browserului să țină ecranul aprins.'],
    kept: [
      'The browser keeps the screen on as long as the board is open.',
      'Browserul ține ecranul aprins cât timp panoul de comenzi este deschis.',
    ],
    unsupported: [
      'At this address the browser can’t keep the screen on: that takes https or localhost. In the device’s settings, let the display stay on.',
      'La această adresă browserul nu poate ține ecranul aprins: e nevoie de https sau de localhost. Alegeți din setările dispozitivului ca ecranul să rămână aprins.',
    ],
    refused: [
      'The browser may not keep the screen on now, perhaps because the battery is low. Plug the device in, or let the display stay on in its settings.',
      'Browserul nu are voie acum să țină ecranul aprins, poate pentru că bateria este descărcată. Puneți dispozitivul la încărcat sau alegeți din setările lui ca ecranul să rămână aprins.',
    ],
    settle: ['I set it to stay on', 'Am setat să rămână aprins'],
    settled: [
      'You said that this device keeps its display on.',
      'Ați confirmat că ecranul acestui dispozitiv rămâne aprins.',
    ],
  },
  printer: {
    name: ['Printer', 'Imprimanta'],
    ready: ['The printer of this device is ready.', 'Imprimanta acestui dispozitiv este pregătită.'],
    queue_one: [
      '{{count}} document waits for the printer. Check its paper and power.',
      '{{count}} document așteaptă imprimanta. Verificați hârtia și alimentarea.',
    ],
    queue_other: [
      '{{count}} documents wait for the printer. Check its paper and power.',
      '{{count}} de documente așteaptă imprimanta. Verificați hârtia și alimentarea.',
    ],
    browser: [
      'This device prints through the browser. Print a test page to see whether it comes out.',
      'Acest dispozitiv tipărește prin browser. Tipăriți o pagină de probă ca să vedeți dacă iese.',
    ],
    blocked: [
      'The browser blocked the print window. In the browser’s address bar, allow pop-ups for this page, and print again.',
      'Browserul a blocat fereastra de tipărire. În bara de adrese a browserului, permiteți ferestrele pop-up pentru această pagină și tipăriți din nou.',
    ],
    failed: [
      'The test page could not be printed. Check the printer’s power, paper and connection, and print again.',
      'Pagina de probă nu a putut fi tipărită. Verificați alimentarea, hârtia și conexiunea imprimantei și tipăriți din nou.',
    ],
  },
  live: {
    name: ['Live connection', 'Conexiune în timp real'],
    live: ['New orders appear on the board by themselves.', 'Comenzile noi apar singure pe panou.'],
    lost: [
      'The board gets no new orders now; it keeps trying to connect. Check this device’s Wi-Fi and that the server runs.',
      'Panoul nu primește acum comenzile noi; încearcă în continuare să se conecteze. Verificați Wi-Fi-ul acestui dispozitiv și dacă serverul funcționează.',
    ],
  },
  ways: {
    reservations: ['Open the reservations', 'Deschideți rezervările'],
    menu: ['Open the Menu tab', 'Deschideți fila Meniu'],
    tables: ['Open the Tables tab', 'Deschideți fila Mese'],
    hours: ['Open the hours', 'Deschideți programul'],
    registration: ['Let only owners add users', 'Doar proprietarii adaugă utilizatori'],
    dayEnd: ['Go to end of day', 'La închiderea zilei'],
    printers: ['Open the printers', 'Deschideți imprimantele'],
    fiscal: ['Open fiscal receipts', 'Deschideți bonurile fiscale'],
    receipts: ['Look at the receipts', 'Vedeți bonurile'],
    restored: ['This is the real one now', 'De acum, aceasta este varianta reală'],
  },
  restored: {
    title: ['Is this the real restaurant now?', 'De acum, aceasta este varianta reală?'],
    description: [
      'Printers, other programs, WhatsApp and backups start at once, with what has waited for at most 30 minutes. Make sure that the Masa this backup came from no longer runs: both would print and send.',
      'Imprimantele, celelalte programe, mesajele WhatsApp și copiile de rezervă pornesc imediat, cu ce așteaptă de cel mult 30 de minute. Asigurați-vă că nu mai funcționează serverul Masa din care provine copia de rezervă: altfel ar tipări și ar trimite amândouă.',
    ],
    done: ['This is the real restaurant now', 'De acum, aceasta este varianta reală'],
    failed: ['This could not be noted', 'Confirmarea nu a putut fi salvată'],
  },
  phoneCode: ['Code that a phone scans: {{address}}', 'Cod de scanat cu un telefon: {{address}}'],
  server: {
    name: ['Server', 'Server'],
    lost: [
      '{{reason}} Check that the server runs and this device is on its network.',
      '{{reason}} Verificați dacă serverul funcționează și dacă acest dispozitiv este în rețeaua lui.',
    ],
  },
} as const satisfies WordPairs

export const firstStepsWords = {
  title: ['First steps', 'Primii pași'],
  about: ['About ten minutes to the first order.', 'Cam zece minute până la prima comandă.'],
  progress: ['{{done}} of {{all}}', '{{done}} din {{all}}'],
  later: {
    title: ['Later, if you like:', 'Mai târziu, dacă vreți:'],
    reservations: ['reservations', 'rezervări'],
    prices: ['happy hour', 'happy hour'],
    payments: ['payments and fiscal receipts', 'plăți și bonuri fiscale'],
    printers: ['printers', 'imprimante'],
  },
  putAway: ['Put the list aside', 'Puneți lista deoparte'],
  isAway: ['The list is put aside', 'Lista a fost pusă deoparte'],
  whereAway: ['You find it under “Before service”.', 'O găsiți la „Înainte de deschidere”.'],
  goOn: ['Go on', 'Continuați'],
  complete: ['The first steps are done', 'Primii pași sunt făcuți'],
  completeDescription: ['The restaurant can take orders.', 'Restaurantul poate primi comenzi.'],
  reserve: ['Reservations, for your Google profile:', 'Rezervări, pentru profilul Google:'],
  close: ['Close the list', 'Închideți lista'],
  back: ['Show the first steps', 'Vedeți primii pași'],
  name: {
    required: ['Enter the name of the restaurant', 'Scrieți numele restaurantului'],
    currency: ['Prices in', 'Prețuri în'],
    open: ['Fill in', 'Completați'],
  },
  menu: {
    open: ['Add dishes', 'Adăugați preparate'],
    list: {
      title: ['Paste a list', 'Lipiți o listă'],
      about: [
        'From Word, WhatsApp or your site: one dish a line, with its price.',
        'Din Word, WhatsApp sau de pe site: câte un preparat pe rând, cu preț.',
      ],
      go: ['Paste the list', 'Lipiți lista'],
    },
    file: {
      title: ['From a CSV file', 'Din fișier CSV'],
      about: [
        'Exported from Excel or another program. “Name” and “Price” are recognised.',
        'Exportat din Excel sau din alt program. Recunoaștem „Denumire”, „Preț”.',
      ],
      go: ['Choose the file', 'Alegeți fișierul'],
    },
    hand: {
      title: ['By hand', 'Manual'],
      about: ['Dish by dish, with “Save and add another”.', 'Preparat cu preparat, cu „Salvați și adăugați altul”.'],
      go: ['Add a dish', 'Adăugați preparat'],
    },
    noList: ['No list at hand?', 'Nu aveți lista la îndemână?'],
    sample: ['Start from sample dishes and change them', 'Porniți de la preparatele model și schimbați-le'],
    sampleFailed: ['The sample dishes could not be added', 'Preparatele model nu au putut fi adăugate'],
  },
  hours: {
    open: ['Set the hours', 'Setați programul'],
    daily: ['every day', 'în fiecare zi'],
    byDay: ['by day', 'pe zile'],
    save: ['Save the hours', 'Salvați programul'],
    always: ['Open round the clock', 'Deschis non-stop'],
  },
  tables: {
    open: ['Add tables', 'Adăugați mese'],
    none: ['We only do takeaway', 'Vindem doar la pachet'],
    print: ['Print the codes', 'Tipăriți codurile'],
  },
  team: {
    open: ['Add people', 'Adăugați persoane'],
    all: ['That is everyone', 'Aceștia sunt toți'],
    alone: ['Only me', 'Doar eu'],
  },
  test: {
    title: ['Sound and a test order', 'Sunetul și o comandă de probă'],
    about: ['It arrives on this board, as a real one does.', 'Vine pe acest panou, ca una adevărată.'],
    open: ['Send the test', 'Trimiteți proba'],
    note: ['Test order', 'Comandă de probă'],
    arrived: ['The test order is on the board', 'Comanda de probă este pe panou'],
    arrivedDescription: ['Order #{{id}}. Nobody has to prepare it.', 'Comanda #{{id}}. Nu trebuie preparată.'],
    onBoard: ['Test order #{{id}} is on the board.', 'Comanda de probă #{{id}} este pe panou.'],
    cancel: ['Cancel the order', 'Anulați comanda'],
    needs: [
      'The test needs a dish and a table: add them first.',
      'Pentru probă este nevoie de un preparat și de o masă: adăugați-le mai întâi.',
    ],
    guest: ['Test', 'Probă'],
    failed: ['The test order could not be sent', 'Comanda de probă nu a putut fi trimisă'],
  },
} as const satisfies WordPairs
