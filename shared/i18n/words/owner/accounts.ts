import type { WordPair, WordPairs } from '../../pairs.ts'
import { publicSessionWords, sessionWords } from './session.ts'

export const authWords = {
  ...publicSessionWords,
  ...sessionWords,
  viewMenu: ['View Menu', 'Vedeți meniul'],
  headline: ['Restaurant CRM', 'CRM pentru restaurant'],
  tagline: [
    'Manage your restaurant and connect with customers efficiently',
    'Administrați restaurantul și țineți legătura cu clienții, fără efort',
  ],
  welcome: ['Welcome', 'Bine ați venit'],
  description: [
    'Sign in to your account or create a new one',
    'Conectați-vă la contul dumneavoastră sau creați unul nou',
  ],
  login: ['Login', 'Conectare'],
  register: ['Register', 'Înregistrare'],
  username: ['Username', 'Nume de utilizator'],
  password: ['Password', 'Parolă'],
  passwordHint: ['At least 6 characters', 'Cel puțin 6 caractere'],
  showCharacters: ['Show characters', 'Afișați caracterele'],
  isOwner: ['Is Owner (Admin privileges)', 'Proprietar (drepturi de administrator)'],
  firstOwner: {
    ...publicSessionWords.firstOwner,
    tick: [
      'The owner opens the dashboard and can change everything. Accounts for staff can be added later, in the settings.',
      'Proprietarul deschide panoul de administrare și poate schimba orice. Conturile angajaților se adaugă mai târziu, din setări.',
    ],
    withoutTick: [
      'Without the tick this is a staff account: it does not open the dashboard, and the restaurant still has no owner.',
      'Fără bifă, acesta este un cont de angajat: nu deschide panoul de administrare, iar restaurantul rămâne fără proprietar.',
    ],
    createStaff: ['Create a staff account anyway', 'Creați totuși un cont de angajat'],
    exists: [
      'The restaurant has an owner. Only an owner can make you one as well: ask them.',
      'Restaurantul are deja un proprietar. Doar un proprietar vă poate acorda aceste drepturi: adresați-vă lui.',
    ],
  },
  ownersOnly: {
    title: ['The dashboard is for owners', 'Panoul de administrare este pentru proprietari'],
    staff: [
      'You are signed in as {{username}}, with a staff account. Ask an owner to open Settings → Users and choose “Make owner” in the menu beside your name. Then log in again.',
      'Sunteți conectat ca {{username}}, cu un cont de angajat. Rugați un proprietar să deschidă Setări → Utilizatori și să aleagă „Acordați drepturi de proprietar” în meniul de lângă numele dumneavoastră. Apoi conectați-vă din nou.',
    ],
    noOwner: [
      'You are signed in as {{username}}, with a staff account, and the restaurant has no owner yet. Log out and create the owner’s account.',
      'Sunteți conectat ca {{username}}, cu un cont de angajat, iar restaurantul nu are încă un proprietar. Deconectați-vă și creați contul proprietarului.',
    ],
  },
  dutyMissing: {
    title: ['You may not open “{{page}}”', 'Nu aveți acces la „{{page}}”'],
    staff: [
      'You are signed in as {{username}}. Ask an owner to give you the duty “{{duty}}”: in Settings → Users, with “Duties” beside your name. Then open the page again.',
      'Sunteți conectat ca {{username}}. Rugați un proprietar să vă dea atribuția „{{duty}}”: în Setări → Utilizatori, cu „Atribuții” la numele dumneavoastră. Apoi deschideți din nou pagina.',
    ],
    toFloor: ['Open the floor', 'Deschideți sala'],
    toKitchen: ['Open the kitchen', 'Deschideți bucătăria'],
  },
  loggingIn: ['Logging in...', 'Se conectează...'],
  creatingAccount: ['Creating account...', 'Se creează contul...'],
  loginSuccessful: ['Login successful', 'V-ați conectat'],
  welcomeBack: ['Welcome back, {{username}}', 'Bine ați revenit, {{username}}'],
  registrationSuccessful: ['Registration successful', 'Contul a fost creat'],
  loginFailed: ['Login failed', 'Conectarea nu a reușit'],
  registrationFailed: ['Registration failed', 'Înregistrarea nu a reușit'],
  lostPassword: ['Forgot your password?', 'Ați uitat parola?'],
  ended: [
    'You are no longer signed in here. If your password no longer works either, ask an owner.',
    'Nu mai sunteți conectat aici. Dacă nici parola nu mai funcționează, întrebați un proprietar.',
  ],
  lost: {
    staff: ['If you work here', 'Dacă lucrați aici'],
    staffDoes: [
      'Ask an owner. In Settings → Users, they show you a code that signs you in as soon as your phone scans it, or set a new password for you. Your account and duties stay.',
      'Cereți ajutorul unui proprietar. Din Setări → Utilizatori, vă arată un cod care vă conectează imediat ce îl scanați cu telefonul sau vă stabilește o parolă nouă. Contul și atribuțiile rămân aceleași.',
    ],
    owner: ['If you are an owner', 'Dacă sunteți proprietar'],
    ownerDoes: [
      'Another owner sets a new password for you in Settings → Users. If you are the only one, it is set on the computer on which Masa runs:',
      'Un alt proprietar vă stabilește o parolă nouă din Setări → Utilizatori. Dacă sunteți singurul, parola se schimbă de la calculatorul pe care rulează Masa:',
    ],
    terminal: ['Open a terminal there, in Masa’s folder.', 'Deschideți acolo un terminal, în folderul Masa.'],
    enter: ['Enter this, with your username at the end:', 'Scrieți, cu numele dumneavoastră de utilizator la sfârșit:'],
    name: ['name', 'nume'],
    prints: [
      'Log in here with the password that it prints, and set one of your own in Settings → Users.',
      'Conectați-vă aici cu parola afișată, apoi alegeți una proprie din Setări → Utilizatori.',
    ],
    stays: ['Menu, orders and settings stay as they are.', 'Meniul, comenzile și setările rămân neschimbate.'],
    more: ['More, for whoever looks after the computer', 'Mai multe, în engleză, pentru cine se ocupă de calculator'],
  },
  plainHttp: [
    'This connection is not encrypted: somebody on the same Wi-Fi could read what you send, this password included.',
    'Conexiunea nu este criptată: cineva din aceeași rețea Wi-Fi ar putea citi ce trimiteți, inclusiv această parolă.',
  ],
  plainHttpMore: ['How to encrypt it', 'Cum o puteți cripta'],
  noCookies: [
    'This browser keeps no cookies, and without them nobody can stay signed in. Allow cookies for this page in the browser’s settings, or use another browser; then reload the page.',
    'Acest browser nu păstrează cookie-uri, iar fără ele nimeni nu poate rămâne conectat. Permiteți cookie-urile pentru această pagină din setările browserului sau folosiți alt browser, apoi reîncărcați pagina.',
  ],
  newTab: ['(opens in a new tab)', '(se deschide într-o filă nouă)'],
} as const satisfies WordPairs

export const userWords = {
  hint: ['The people who can sign in here.', 'Persoanele care se pot conecta aici.'],
  add: ['Add user', 'Adăugați utilizator'],
  addTitle: ['New user', 'Utilizator nou'],
  create: ['Create user', 'Creați utilizatorul'],
  created: ['User created', 'Utilizatorul a fost creat'],
  createdDescription: ['{{username}} can sign in now.', '{{username}} se poate conecta de acum.'],
  role: ['Role', 'Rol'],
  roles: { owner: ['Owner', 'Proprietar'], staff: ['Staff', 'Angajat'] },
  roleHint: [
    'Owners see this dashboard and may change everything. Staff only see the menu; a duty opens more.',
    'Proprietarii văd acest panou și pot schimba orice. Angajații văd doar meniul; o atribuție le deschide mai mult.',
  ],
  duties: ['Duties', 'Atribuții'],
  duty: { kitchen: ['Kitchen', 'Bucătărie'], floor: ['Floor', 'Sală'] },
  dutyHint: {
    kitchen: [
      'Sees the kitchen screen, never a guest’s phone number.',
      'Vede ecranul bucătăriei, niciodată numărul de telefon al unui client.',
    ],
    floor: [
      'Sees the tables, takes, moves and closes orders, and prints bills. Sees guests’ numbers in open orders.',
      'Vede mesele, preia, mută și încheie comenzi, tipărește note de plată. Vede numerele clienților din comenzile deschise.',
    ],
  },
  hasDuties: {
    all: ['Has all duties', 'Are toate atribuțiile'],
    some: ['Duties: {{duties}}', 'Atribuții: {{duties}}'],
    none: ['No duties', 'Fără atribuții'],
  },
  dutiesTitle: ['Duties of {{username}}', 'Atribuții: {{username}}'],
  dutiesDescription: [
    'They stay signed in, and their open pages change at once.',
    'Rămâne conectat, iar paginile deschise se schimbă imediat.',
  ],
  saveDuties: ['Save duties', 'Salvați atribuțiile'],
  dutiesChanged: ['Duties changed', 'Atribuțiile au fost schimbate'],
  you: ['This is you', 'Sunteți dumneavoastră'],
  selfRegistered: ['Registered themselves', 'Cont creat de utilizator'],
  added: ['Added by the restaurant', 'Cont creat de un proprietar'],
  lastSignIn: ['Last sign-in: {{moment}}', 'Ultima conectare: {{moment}}'],
  never: ['never', 'niciodată'],
  resetPassword: ['Reset password', 'Resetați parola'],
  passwordTitle: ['New password for {{username}}', 'Parolă nouă pentru {{username}}'],
  passwordMeDescription: [
    'Wherever else you are signed in, you are signed out. Here you stay signed in.',
    'Veți fi deconectat de pe celelalte dispozitive. Aici rămâneți conectat.',
  ],
  passwordDescription: [
    'Wherever they are signed in, they are signed out. Tell them the new password yourself.',
    'Utilizatorul va fi deconectat de pe toate dispozitivele. Comunicați-i personal noua parolă.',
  ],
  newPassword: ['New password', 'Parola nouă'],
  setPassword: ['Set password', 'Setați parola'],
  passwordSet: ['Password changed', 'Parola a fost schimbată'],
  passwordSetDescription: [
    '{{username}} signs in with the new password from now on.',
    'De acum, {{username}} se conectează cu noua parolă.',
  ],
  make: {
    owner: ['Make owner', 'Acordați drepturi de proprietar'],
    staff: ['Make staff', 'Retrageți drepturile de proprietar'],
  },
  makeTitle: {
    owner: ['Make {{username}} an owner?', 'Îi acordați lui {{username}} drepturi de proprietar?'],
    staff: ['Make {{username}} staff?', 'Îi retrageți lui {{username}} drepturile de proprietar?'],
  },
  makeDescription: {
    owner: [
      'They will see this dashboard and may change everything, users too. They have to sign in again.',
      'Va vedea acest panou și va putea schimba orice, inclusiv utilizatorii. Va trebui să se conecteze din nou.',
    ],
    staff: [
      'They will no longer see this dashboard. Wherever they are signed in, they are signed out.',
      'Nu va mai vedea acest panou și va fi deconectat de pe toate dispozitivele.',
    ],
  },
  makeMeDescription: [
    'This is you: you will be signed out and will no longer see this dashboard.',
    'Sunteți dumneavoastră: veți fi deconectat și nu veți mai vedea acest panou.',
  ],
  roleChanged: ['Role changed', 'Rolul a fost schimbat'],
  lastOwner: [
    'The only owner: to be made staff or removed, there must be another one first.',
    'Singurul proprietar: pentru a-i schimba rolul sau a-l șterge, trebuie să existe mai întâi altul.',
  ],
  removeTitle: ['Remove {{username}}?', 'Ștergeți utilizatorul {{username}}?'],
  removeDescription: [
    'They are signed out everywhere and cannot sign in any more. What they did in past orders keeps their name.',
    'Va fi deconectat de pe toate dispozitivele și nu se va mai putea conecta. Numele îi rămâne la comenzile din trecut.',
  ],
  removeMeDescription: [
    'This is you: you will be signed out and cannot sign in any more.',
    'Sunteți dumneavoastră: veți fi deconectat și nu vă veți mai putea conecta.',
  ],
  removeConfirm: ['Remove user', 'Ștergeți utilizatorul'],
  removed: ['User removed', 'Utilizatorul a fost șters'],
  link: {
    title: ['Sign-in code for {{username}}', 'Cod de conectare pentru {{username}}'],
    used: ['{{username}} has signed in', 'Conectare reușită: {{username}}'],
    about: [
      'Scan it with the phone that is to be signed in. It works once, within ten minutes.',
      'Scanați-l cu telefonul care trebuie conectat. Funcționează o singură dată, timp de zece minute.',
    ],
    code: ['Sign-in code', 'Cod de conectare'],
    failed: ['The code could not be made', 'Codul nu a putut fi creat'],
    where: ['Works in', 'Lucrează în'],
  },
  programs: {
    title: ['Other programs', 'Alte programe'],
    hint: [
      'A cash register, accounting or a delivery service connects to Masa with a token of its own.',
      'O casă de marcat, contabilitatea sau un serviciu de livrare se conectează la Masa cu un token propriu.',
    ],
    add: ['Add program', 'Adăugați program'],
    addTitle: ['New program', 'Program nou'],
    may: ['It may', 'Programul poate'],
    scopes: {
      'orders:read': ['read orders', 'să citească comenzile'],
      'guests:read': ['see who ordered, and what guests wrote', 'să vadă cine a comandat și ce au scris clienții'],
      'orders:write': ['place and change orders', 'să plaseze și să modifice comenzi'],
      'menu:read': ['read the menu', 'să citească meniul'],
      'menu:write': ['change the menu', 'să modifice meniul'],
      'reports:read': ['read reports and days', 'să citească rapoartele și zilele'],
    },
    make: ['Make token', 'Creați tokenul'],
    token: ['Token', 'Token'],
    once: ['It is shown only now. Enter it in the program.', 'Este afișat doar acum. Introduceți-l în program.'],
    copyFailed: ['It could not be copied', 'Nu s-a putut copia'],
    since: ['Added: {{moment}}', 'Adăugat: {{moment}}'],
    lastUsed: ['Last used: {{moment}}', 'Ultima folosire: {{moment}}'],
    revoke: ['Revoke', 'Revocați'],
    revokeTitle: ['Revoke the token of {{name}}?', 'Revocați tokenul programului {{name}}?'],
    revokeDescription: [
      'The program can no longer connect to Masa. Its past orders keep its name.',
      'Programul nu se mai poate conecta la Masa. Comenzile sale din trecut îi păstrează numele.',
    ],
  },
  webhooks: {
    title: ['Notifications to other programs (webhooks)', 'Notificări către alte programe (webhook)'],
    hint: [
      'Masa tells other programs what happens, at their addresses.',
      'Masa anunță alte programe, la adresele lor, ce se întâmplă.',
    ],
    add: ['Add address', 'Adăugați adresă'],
    addTitle: ['New address for notifications', 'Adresă nouă pentru notificări'],
    url: ['Address of the program', 'Adresa programului'],
    wants: ['It is told of', 'Programul este anunțat despre'],
    events: {
      order: {
        created: ['new orders', 'comenzi noi'],
        changed: ['changed orders', 'comenzi modificate'],
        completed: ['completed orders', 'comenzi finalizate'],
        cancelled: ['cancelled orders', 'comenzi anulate'],
      },
      menu: { changed: ['menu changes', 'modificări ale meniului'] },
      payment: { recorded: ['payments', 'plăți'] },
      day: { closed: ['closed days', 'zile închise'] },
      test: ['test', 'probă'],
    },
    personal: [
      'With names, phone numbers, e-mail addresses and notes',
      'Cu nume, numere de telefon, adrese de e-mail și mențiuni',
    ],
    secret: ['Secret', 'Cheia secretă'],
    renew: ['New secret', 'Cheie secretă nouă'],
    renewTitle: ['Make a new secret?', 'Creați o cheie secretă nouă?'],
    renewDescription: [
      'For 24 hours the old one signs too. Enter the new one in the program until then.',
      'Timp de 24 de ore semnează și cea veche. Introduceți până atunci cheia nouă în program.',
    ],
    states: {
      on: ['Notifications are delivered.', 'Notificările sunt livrate.'],
      off: ['Turned off.', 'Oprită.'],
      givenUp: [
        'Turned off by Masa: the program wants no more notifications, or took none for three days.',
        'Oprită de Masa: programul nu mai vrea notificări sau nu a primit niciuna timp de trei zile.',
      ],
      failing: [
        'It does not answer as it should. Masa keeps trying.',
        'Nu răspunde cum trebuie. Masa încearcă în continuare.',
      ],
    },
    deliveries: ['Last notifications', 'Ultimele notificări'],
    test: ['Send a test', 'Trimiteți o probă'],
    removeTitle: ['Remove this address?', 'Eliminați această adresă?'],
    none: ['Nothing has been sent yet.', 'Încă nu s-a trimis nimic.'],
    waits: ['waiting', 'în așteptare'],
    response: ['Response: {{response}}', 'Răspuns: {{response}}'],
    again: ['Send again', 'Trimiteți din nou'],
  },
  ownPassword: ['Your password', 'Parola dumneavoastră'],
  ownPasswordHint: [
    'You signed in a while ago. Please confirm that it is you.',
    'V-ați conectat cu ceva timp în urmă. Confirmați că sunteți dumneavoastră.',
  ],
  ownPasswordWrong: ['This is not your password.', 'Aceasta nu este parola dumneavoastră.'],
} as const satisfies WordPairs

export const userCreateError: WordPair = [
  'The user could not be created. Please try again.',
  'Utilizatorul nu a putut fi creat. Încercați din nou.',
]
