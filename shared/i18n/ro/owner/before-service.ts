import type * as en from '../../en/owner/before-service.ts'

export const beforeServiceWords: typeof en.beforeServiceWords = {
  title: 'Înainte de deschidere',
  back: 'Înapoi la comenzi',
  checkAgain: 'Verificați din nou',
  checking: 'Se verifică…',
  allReady: 'Totul este pregătit',
  toLookAt_one: '{{count}} lucru de verificat',
  toLookAt_few: '{{count}} lucruri de verificat',
  toLookAt_other: '{{count}} de lucruri de verificat',
  groups: { device: 'Acest dispozitiv', guests: 'Clienți și meniu', system: 'Sistem' },
  states: {
    ok: 'Pregătit',
    look: 'De verificat',
    wrong: 'Nepregătit',
    unknown: 'Neverificat',
    unused: 'Nefolosit',
  },
  noAnswer: 'Serverul nu a răspuns, deci acest lucru nu a putut fi verificat.',
  sound: {
    name: 'Sunetul comenzilor noi',
    off: 'Sunetul este oprit: nimeni nu aude o comandă nouă.',
    turnOn: 'Porniți sunetul',
    untried: 'Redați sunetul și spuneți dacă l-ați auzit.',
    play: 'Redați sunetul',
    playAgain: 'Redați-l din nou',
    question: 'L-ați auzit?',
    heard: 'L-am auzit',
    notHeard: 'Nu am auzit nimic',
    heardAt: 'L-ați auzit astăzi la {{time}}.',
    remedy: 'Dați volumul mai tare, opriți modul silențios, atingeți o dată pagina și redați din nou sunetul.',
  },
  screen: {
    name: 'Ecranul rămâne aprins',
    asking: 'Se cere browserului să țină ecranul aprins.',
    kept: 'Browserul ține ecranul aprins cât timp panoul de comenzi este deschis.',
    unsupported:
      'La această adresă browserul nu poate ține ecranul aprins: e nevoie de https sau de localhost. Alegeți din setările dispozitivului ca ecranul să rămână aprins.',
    refused:
      'Browserul nu are voie acum să țină ecranul aprins, poate pentru că bateria este descărcată. Puneți dispozitivul la încărcat sau alegeți din setările lui ca ecranul să rămână aprins.',
    settle: 'Am setat să rămână aprins',
    settled: 'Ați confirmat că ecranul acestui dispozitiv rămâne aprins.',
  },
  printer: {
    name: 'Imprimanta',
    ready: 'Imprimanta acestui dispozitiv este pregătită.',
    queue_one: '{{count}} document așteaptă imprimanta. Verificați hârtia și alimentarea.',
    queue_few: '{{count}} documente așteaptă imprimanta. Verificați hârtia și alimentarea.',
    queue_other: '{{count}} de documente așteaptă imprimanta. Verificați hârtia și alimentarea.',
    browser: 'Acest dispozitiv tipărește prin browser. Tipăriți o pagină de probă și spuneți dacă a ieșit.',
    test: 'Tipăriți o pagină de probă',
    question: 'A ieșit pagina?',
    cameOut: 'A ieșit',
    nothing: 'Nu a ieșit nimic',
    cameOutAt: 'O pagină de probă a ieșit astăzi la {{time}}.',
    blocked:
      'Browserul a blocat fereastra de tipărire. În bara de adrese a browserului, permiteți ferestrele pop-up pentru această pagină și tipăriți din nou.',
    failed:
      'Pagina de probă nu a putut fi tipărită. Verificați alimentarea, hârtia și conexiunea imprimantei și tipăriți din nou.',
    remedy:
      'Verificați alimentarea, hârtia și conexiunea, precum și dacă fereastra de tipărire a browserului arată imprimanta potrivită.',
  },
  live: {
    name: 'Conexiune în timp real',
    live: 'Comenzile noi apar singure pe panou.',
    lost: 'Panoul nu află acum de comenzile noi; încearcă în continuare să se conecteze. Verificați Wi-Fi-ul acestui dispozitiv și dacă serverul funcționează.',
  },
  signIn: {
    name: 'Conectarea pe acest dispozitiv',
    lasts: 'Rămâneți conectat aici cât timp este folosit panoul.',
    ends: 'Conectarea dumneavoastră pe acest dispozitiv expiră pe {{moment}}. Până atunci, deconectați-vă și conectați-vă din nou.',
  },
  phone: {
    name: 'Telefoanele ajung la adresă',
    unasked:
      'Doar un telefon poate arăta acest lucru. Afișați un cod și scanați-l cu un telefon conectat la Wi-Fi-ul clienților.',
    show: 'Afișați un cod',
    another: 'Afișați un cod nou',
    scan: 'Scanați codul cu un telefon conectat la Wi-Fi-ul clienților. Este valabil o singură dată, până la {{time}}.',
    code: 'Cod de scanat cu un telefon: {{address}}',
    over: 'Codul a expirat. Afișați unul nou dacă doriți să continuați.',
    replaced: 'Alt dispozitiv a afișat un cod mai nou, așa că acesta nu mai este valabil.',
    reachedAt: 'Un dispozitiv care a scanat codul a ajuns la adresă astăzi la {{time}}.',
    remedy:
      'Dacă telefonul nu găsește nimic: este conectat la Wi-Fi-ul clienților și are voie să ajungă de acolo la acest server?',
    failed: 'Codul nu a putut fi creat',
  },
  paused: {
    name: 'Primirea comenzilor',
    taken: 'Clienții pot comanda.',
    untilResumed: 'Comenzile sunt oprite temporar, până le reluați.',
    until: 'Comenzile sunt oprite temporar până la {{time}}.',
  },
  soldOut: {
    name: 'Epuizate',
    none: 'Niciun preparat nu este marcat ca epuizat.',
    some_one: '{{count}} preparat este marcat ca epuizat: {{names}}.',
    some_few: '{{count}} preparate sunt marcate ca epuizate: {{names}}.',
    some_other: '{{count}} de preparate sunt marcate ca epuizate: {{names}}.',
  },
  unpriced: {
    name: 'Prețuri',
    none: 'Toate preparatele pe care le văd clienții au preț.',
    some_one: '{{count}} preparat pe care îl văd clienții nu costă nimic: {{names}}.',
    some_few: '{{count}} preparate pe care le văd clienții nu costă nimic: {{names}}.',
    some_other: '{{count}} de preparate pe care le văd clienții nu costă nimic: {{names}}.',
  },
  undeclared: {
    name: 'Alergeni',
    none: 'Toate preparatele pe care le văd clienții au alergenii declarați.',
    some_one: '{{count}} preparat pe care îl văd clienții nu are alergenii declarați: {{names}}.',
    some_few: '{{count}} preparate pe care le văd clienții nu au alergenii declarați: {{names}}.',
    some_other: '{{count}} de preparate pe care le văd clienții nu au alergenii declarați: {{names}}.',
  },
  more: 'și încă {{count}}',
  openMenu: 'Deschideți fila Meniu',
  whatsapp: {
    name: 'WhatsApp',
    unused: 'Nu este conectat niciun cont WhatsApp, deci nu se trimite nimic.',
    off: 'Mesajele despre comenzile noi sunt oprite.',
    noNumber: 'Lipsește numărul dumneavoastră de telefon, deci nimeni nu primește mesajele.',
    ok: 'Mesajele despre comenzile noi se trimit.',
    waiting_one: '{{count}} mesaj așteaptă să fie trimis.',
    waiting_few: '{{count}} mesaje așteaptă să fie trimise.',
    waiting_other: '{{count}} de mesaje așteaptă să fie trimise.',
  },
  database: {
    name: 'Baza de date',
    fine: 'Răspunde în {{ms}} ms.',
    slow: 'Răspunde încet, în {{ms}} ms. Închideți alte programe de pe server; dacă nu ajută, reporniți-l.',
    lost: '{{reason}} Verificați dacă serverul funcționează și dacă acest dispozitiv este în rețeaua lui.',
    moving: 'Restaurantul se mută acum în alt loc. Comenzile sunt primite din nou după mutare.',
    moved:
      'Restaurantul a fost mutat la {{to}}. Aici nu se mai salvează nimic: deschideți Masa de acolo și opriți-o pe aceasta.',
  },
  disk: {
    name: 'Discul',
    free: 'Sunt liberi {{free}} din {{total}}.',
    little: 'Mai sunt liberi doar {{free}} din {{total}}. Eliberați în curând spațiu pe server.',
    full: 'Mai sunt liberi doar {{free}} din {{total}}: în curând nu se va mai putea păstra nicio comandă. Eliberați acum spațiu pe server.',
    unknown: 'Aici nu se poate afla cât spațiu este liber.',
  },
  backup: {
    name: 'Copia de rezervă',
    made: 'Ultima copie de rezervă este din {{moment}}.',
    none: 'Nu există încă nicio copie de rezervă.',
    running: 'Se face o copie de rezervă.',
    failed: 'Ultima copie de rezervă a eșuat.',
    old: 'Ultima copie de rezervă este mai veche de două zile: este din {{moment}}.',
    sameDisk:
      'Ultima copie de rezervă, din {{moment}}, este pe același disc cu datele: dacă se strică, se pierd amândouă. Cine se ocupă de calculatorul pe care rulează Masa poate alege un folder de pe alt disc sau un spațiu online.',
    off: 'Aici nu se fac automat copii de rezervă.',
  },
  phonePage: {
    reached: 'Acest telefon ajunge la {{name}}.',
    closeIt: 'Acum apare și pe ecranul restaurantului. Puteți închide pagina.',
    askAgain: 'Pe ecranul restaurantului, alegeți „Afișați un cod nou”.',
  },
}

export const beforeServiceRefusals: typeof en.beforeServiceRefusals = {
  word_over: 'Codul nu mai este valabil. Scanați-l pe cel nou.',
}
