import { sessionWords } from './session.ts'

export const authWords = {
  ...sessionWords,
  viewMenu: 'Vedeți meniul',
  headline: 'CRM pentru restaurant',
  tagline: 'Administrați restaurantul și țineți legătura cu clienții, fără efort',
  welcome: 'Bine ați venit',
  description: 'Conectați-vă la contul dumneavoastră sau creați unul nou',
  login: 'Conectare',
  register: 'Înregistrare',
  username: 'Nume de utilizator',
  password: 'Parolă',
  passwordHint: 'Cel puțin 6 caractere',
  showCharacters: 'Afișați caracterele',
  isOwner: 'Proprietar (drepturi de administrator)',
  firstOwner: {
    title: 'Creați contul proprietarului',
    none: 'Restaurantul nu are încă un proprietar. Cine creează contul proprietarului stabilește meniul, mesele și tot restul.',
    tick: 'Proprietarul deschide panoul de administrare și poate schimba orice. Conturile de personal se adaugă mai târziu, din setări.',
    withoutTick:
      'Fără bifă, acesta este un cont de personal: nu deschide panoul de administrare, iar restaurantul rămâne fără proprietar.',
    createStaff: 'Creați totuși un cont de personal',
    exists: 'Restaurantul are deja un proprietar. Doar un proprietar vă poate acorda aceste drepturi: adresați-vă lui.',
  },
  ownersOnly: {
    title: 'Panoul de administrare este pentru proprietari',
    staff:
      'Sunteți conectat ca {{username}}, cu un cont de personal. Rugați un proprietar să deschidă Setări, Utilizatori și să aleagă „Acordați drepturi de proprietar” în meniul de lângă numele dumneavoastră. Apoi conectați-vă din nou.',
    noOwner:
      'Sunteți conectat ca {{username}}, cu un cont de personal, iar restaurantul nu are încă un proprietar. Deconectați-vă și creați contul proprietarului.',
  },
  dutyMissing: {
    title: 'Nu aveți acces la „{{page}}”',
    staff:
      'Sunteți conectat ca {{username}}. Rugați un proprietar să vă dea atribuția „{{duty}}”: în Setări, Utilizatori, cu „Atribuții” la numele dumneavoastră. Apoi deschideți din nou pagina.',
    toFloor: 'Deschideți sala',
    toKitchen: 'Deschideți bucătăria',
  },
  loggingIn: 'Se conectează...',
  creatingAccount: 'Se creează contul...',
  loginSuccessful: 'V-ați conectat',
  welcomeBack: 'Bine ați revenit, {{username}}',
  registrationSuccessful: 'Contul a fost creat',
  signedInAs: 'Conectat ca {{username}}',
  loginFailed: 'Conectarea nu a reușit',
  registrationFailed: 'Înregistrarea nu a reușit',
  lostPassword: 'Ați uitat parola?',
  ended: 'Nu mai sunteți conectat aici. Dacă nici parola nu mai funcționează, întrebați un proprietar.',
  lost: {
    staff: 'Dacă lucrați aici',
    staffDoes:
      'Cereți ajutorul unui proprietar. Din Setări, Utilizatori, vă arată un cod care vă conectează imediat ce îl scanați cu telefonul sau vă stabilește o parolă nouă. Contul și atribuțiile rămân aceleași.',
    owner: 'Dacă sunteți proprietar',
    ownerDoes:
      'Un alt proprietar vă stabilește o parolă nouă din Setări, Utilizatori. Dacă sunteți singurul, parola se schimbă de la calculatorul pe care rulează Masa:',
    terminal: 'Deschideți acolo un terminal, în dosarul Masa.',
    enter: 'Scrieți, cu numele dumneavoastră de utilizator la sfârșit:',
    name: 'nume',
    prints: 'Conectați-vă aici cu parola afișată, apoi alegeți una proprie din Setări, Utilizatori.',
    stays: 'Meniul, comenzile și setările rămân neschimbate.',
    more: 'Mai multe, în engleză, pentru cine se ocupă de calculator',
  },
  plainHttp:
    'Conexiunea nu este criptată: cineva din aceeași rețea Wi-Fi ar putea citi ce trimiteți, inclusiv această parolă.',
  plainHttpMore: 'Cum o puteți cripta',
  newTab: '(se deschide într-o filă nouă)',
}

export const userWords = {
  hint: 'Persoanele care se pot conecta aici.',
  add: 'Adăugați utilizator',
  addTitle: 'Utilizator nou',
  create: 'Creați utilizatorul',
  created: 'Utilizatorul a fost creat',
  createdDescription: '{{username}} se poate conecta de acum.',
  role: 'Rol',
  roles: { owner: 'Proprietar', staff: 'Personal' },
  roleHint:
    'Proprietarii văd acest panou și pot schimba orice. Personalul ajunge la meniu după conectare; atribuțiile îi dau acces la mai mult.',
  duties: 'Atribuții',
  duty: { kitchen: 'Bucătărie', floor: 'Sală' },
  dutyHint: {
    kitchen: 'Vede ecranul bucătăriei, niciodată numărul de telefon al unui client.',
    floor:
      'Vede mesele, preia, mută și încheie comenzi, tipărește note de plată. Vede numerele clienților din comenzile deschise.',
  },
  hasDuties: { all: 'Are toate atribuțiile', some: 'Atribuții: {{duties}}', none: 'Fără atribuții' },
  dutiesTitle: 'Atribuții: {{username}}',
  dutiesDescription: 'Rămâne conectat, iar paginile deschise se schimbă imediat.',
  saveDuties: 'Salvați atribuțiile',
  dutiesChanged: 'Atribuțiile au fost schimbate',
  you: 'Sunteți dumneavoastră',
  selfRegistered: 'Cont creat la înregistrare',
  added: 'Cont creat de un proprietar',
  lastSignIn: 'Ultima conectare: {{moment}}',
  never: 'niciodată',
  resetPassword: 'Resetați parola',
  passwordTitle: 'Parolă nouă pentru {{username}}',
  passwordMeDescription: 'Veți fi deconectat de pe celelalte dispozitive. Aici rămâneți conectat.',
  passwordDescription: 'Utilizatorul va fi deconectat de pe toate dispozitivele. Comunicați-i personal noua parolă.',
  newPassword: 'Parola nouă',
  setPassword: 'Setați parola',
  passwordSet: 'Parola a fost schimbată',
  passwordSetDescription: 'De acum, {{username}} se conectează cu noua parolă.',
  make: { owner: 'Acordați drepturi de proprietar', staff: 'Retrageți drepturile de proprietar' },
  makeTitle: {
    owner: 'Îi acordați lui {{username}} drepturi de proprietar?',
    staff: 'Îi retrageți lui {{username}} drepturile de proprietar?',
  },
  makeDescription: {
    owner: 'Va vedea acest panou și va putea schimba orice, inclusiv utilizatorii. Va trebui să se conecteze din nou.',
    staff: 'Nu va mai vedea acest panou și va fi deconectat de pe toate dispozitivele.',
  },
  makeMeDescription: 'Sunteți dumneavoastră: veți fi deconectat și nu veți mai vedea acest panou.',
  roleChanged: 'Rolul a fost schimbat',
  lastOwner: 'Singurul proprietar: pentru a-i schimba rolul sau a-l șterge, trebuie să existe mai întâi altul.',
  removeTitle: 'Ștergeți utilizatorul {{username}}?',
  removeDescription:
    'Va fi deconectat de pe toate dispozitivele și nu se va mai putea conecta. Numele îi rămâne la comenzile din trecut.',
  removeMeDescription: 'Sunteți dumneavoastră: veți fi deconectat și nu vă veți mai putea conecta.',
  removeConfirm: 'Ștergeți utilizatorul',
  removed: 'Utilizatorul a fost șters',
  link: {
    title: 'Cod de conectare pentru {{username}}',
    used: 'Conectare reușită: {{username}}',
    about: 'Scanați-l cu telefonul care trebuie conectat. Funcționează o singură dată, timp de zece minute.',
    code: 'Cod de conectare',
    failed: 'Codul nu a putut fi creat',
    where: 'Lucrează în',
  },
  ownPassword: 'Parola dumneavoastră',
  ownPasswordHint: 'V-ați conectat cu ceva timp în urmă. Confirmați că sunteți dumneavoastră.',
  ownPasswordWrong: 'Aceasta nu este parola dumneavoastră.',
}

export const userCreateError: string = 'Utilizatorul nu a putut fi creat. Încercați din nou.'
