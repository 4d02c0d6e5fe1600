import type * as en from '../../en/owner/settings.ts'

export const settingsWords: typeof en.settingsWords = {
  title: 'Setări',
  sections: 'Categorii de setări',
  tabs: {
    users: 'Utilizatori',
    language: 'Limbă',
    currency: 'Monedă',
    whatsapp: 'WhatsApp',
    restaurant: 'Restaurant',
  },
  languageLabel: 'Limba restaurantului',
  languageHint: 'Clienții văd mai întâi această limbă și pot alege alta. Produsele de pe panou apar în această limbă.',
  ownLanguage: 'Limba panoului dumneavoastră',
  ownLanguageHint: 'Numai în acest browser. Colegii și-o aleg pe a lor.',
  currencyLabel: 'Monedă',
  currencyHint:
    'Se schimbă doar simbolul de lângă prețuri. Niciun preț nu este convertit, iar comenzile deja primite rămân neschimbate.',
  lei: 'Lei',
  eur: 'Euro',
  saved: 'Setările au fost salvate',
  ownerPhoneNumber: 'Numărul dumneavoastră de WhatsApp',
  ownerPhoneNumberHint: '40 și nouă cifre, de exemplu 40712345678',
  whatsappEnabled: 'Mesaj pe WhatsApp la fiecare comandă nouă',
  whatsappHint: 'Câte un mesaj la fiecare comandă nouă, cu numărul, masa și totalul, fără date despre client.',
  restaurantHint:
    'Toate câmpurile sunt opționale. Clienții văd aceste date pe paginile dumneavoastră; ele apar și pe bonuri, în mesaje și în oferte. Fără un nume apare „Masa”.',
  restaurantName: 'Numele restaurantului',
  restaurantAddress: 'Adresă',
  restaurantPhone: 'Telefon',
  legalName: 'Denumirea firmei',
  taxNumber: 'CUI',
  publicAddress: 'Adresa meniului',
  publicAddressHint:
    'Aici duc codurile de pe mese, iar Masa răspunde la această adresă. Completați-o dacă aveți un nume de domeniu al dumneavoastră. Codurile deja tipărite își păstrează adresa. Gol: adresa din acest browser.',
  publicAddressFixed: 'Este stabilită pe calculatorul pe care rulează Masa și poate fi schimbată numai de acolo.',
  publicAddressNetwork: 'Adresele acestui calculator în rețeaua lui:',
  businessDayStart: 'Ziua de lucru începe la',
  businessDayStartHint:
    'HH:MM. Ce se întâmplă înainte de această oră ține de ziua precedentă: în totaluri, în rapoarte și la „epuizat azi”.',
  suggestions: {
    label: '„Merge bine cu” în coș',
    hint: 'Coșul propune cel mult două preparate pe care clienții le-au comandat des împreună cu cele din coș, după comenzile din ultimele 90 de zile.',
  },
  deliveryNote: {
    label: 'Pomenește livrarea',
    hint: 'Clienții citesc că livrarea nu este disponibilă încă. Dacă opțiunea este oprită, nu citesc nimic despre livrare.',
  },
  kitchen: {
    title: 'Bucătărie',
    hint: 'Fiecare secție vede și tipărește numai preparatele ei. Secția unei categorii se alege în fila Meniu, la Categorii.',
    stations: 'Secții',
    add: 'Adăugați o secție',
    addTitle: 'Secție nouă',
    full: 'Cel mult opt secții.',
    name: 'Secție · engleză',
    nameRo: 'Secție · română',
    setNames: 'Salvați numele',
    rename: 'Redenumiți',
    renameTitle: 'Redenumiți: {{name}}',
    up: 'Mutați mai sus: {{name}}',
    down: 'Mutați mai jos: {{name}}',
    remove: 'Ștergeți',
    isFirst: 'Prima secție: pregătește și ce nu are altă secție.',
    cooks: 'Pregătește: {{categories}}',
    cooksNothing: 'Nicio categorie nu are încă această secție.',
    removeTitle: 'Ștergeți secția „{{name}}”?',
    removeGives: 'Aceste categorii trec la secția „{{first}}”: {{categories}}.',
    removeGivesAll: 'Categoriile ei trec la secția „{{first}}”.',
    removeGivesNothing: 'Nicio categorie nu are această secție.',
    removeOrders: 'Ce se pregătește acum acolo apare și se tipărește tot la „{{first}}”.',
    removeConfirm: 'Ștergeți secția',
    firstTitle: '„{{name}}” devine prima secție?',
    firstGives: 'Aceste categorii nu au o secție a lor și trec la „{{name}}”: {{categories}}.',
    firstConfirm: 'Puneți-o prima',
    fills: 'Ceasul unei comenzi se umple după (minute)',
    fillsHint: 'Până atunci, ceasul ei de pe ecranul bucătăriei rămâne gol.',
    late: 'O comandă întârzie după (minute)',
    lateHint: 'De atunci, ecranul bucătăriei o spune în cuvinte.',
    setMinutes: 'Salvați minutele',
  },
  theme: 'Aspectul pe acest dispozitiv',
  updateFailed: 'Setările nu au putut fi actualizate. Încercați din nou.',
}

export const settingsValidation: typeof en.settingsValidation = {
  stationTwice: 'O secție apare de două ori',
  kitchenMinutes: 'Indicați două numere de minute, cel mai mic primul',
  time: 'Introduceți ora ca HH:MM, de exemplu 04:00',
  pauseEnd: 'Alegeți un moment din următoarele 24 de ore',
  origin: 'Introduceți o adresă ca https://menu.exemplu.ro, fără nimic după ea',
  addressInUse:
    'Ați deschis Masa la o adresă care nu ar mai funcționa după această schimbare. Deschideți Masa la o adresă a calculatorului, de exemplu http://192.168.1.20:3000, și faceți schimbarea de acolo.',
}

export const whatsappWords: typeof en.whatsappWords = {
  state: 'Starea WhatsApp',
  loading: 'Se verifică starea WhatsApp…',
  notConfigured: 'WhatsApp nu este conectat: nu se trimite nimic. Ce setați aici se păstrează.',
  howToConnect: 'Cum se conectează un cont, în ghid',
  connected: 'WhatsApp este conectat',
  switchedOff: 'Ați oprit mesajele: comenzile noi nu se anunță.',
  noNumber: 'Lipsește numărul dumneavoastră de telefon: nimeni nu este anunțat.',
  lastAccepted: 'Ultimul mesaj acceptat de WhatsApp la {{moment}}',
  noneYet: 'WhatsApp nu a acceptat încă niciun mesaj.',
  waiting_one: '{{count}} mesaj așteaptă să fie trimis',
  waiting_few: '{{count, number}} mesaje așteaptă să fie trimise',
  waiting_other: '{{count, number}} de mesaje așteaptă să fie trimise',
  test: 'Trimiteți un mesaj de probă',
  testQueued: 'Mesajul de probă este la rând',
  testAccepted: 'WhatsApp a acceptat un mesaj',
  testTried: 'Mesajul de probă este la rând. Dacă avertismentul rămâne roșu, nu a putut fi trimis nici el.',
  testFailed: 'Mesajul de probă nu a putut fi pus la rând',
  stopped: 'Mesajele WhatsApp sunt oprite',
  reasons: {
    token: 'WhatsApp nu mai acceptă tokenul de acces: a expirat sau a fost retras.',
    template: 'WhatsApp nu acceptă șablonul mesajului: lipsește, nu este aprobat sau este în altă limbă.',
    recipient: 'WhatsApp nu acceptă numărul dumneavoastră de telefon ca destinatar.',
    account: 'WhatsApp a limitat sau a blocat contul, ori contul nu are voie să trimită.',
    refused: 'WhatsApp a refuzat mesajul, fără un motiv pe care Masa îl cunoaște.',
    daily_limit: 'Limita de mesaje pentru astăzi a fost atinsă.',
  },
  remedies: {
    token: 'Creați un token nou în Meta Business Manager, setați-l acolo unde rulează Masa și reporniți Masa.',
    template:
      'Comparați numele, limba și aprobarea șablonului din WhatsApp Manager cu ce este setat acolo unde rulează Masa.',
    recipient: 'Verificați numărul de mai jos și dacă folosește WhatsApp.',
    account: 'Verificați contul în Meta Business Manager: plata, calitatea, permisiunile.',
    refused: 'Trimiteți un mesaj de probă ca să încercați din nou. Codul refuzului este în jurnalul serverului.',
    daily_limit:
      'Următorul mesaj va fi trimis la începutul următoarei zile de lucru, cu numărul comenzilor neanunțate. Verificați dacă sunt adevărate comenzile de astăzi. Limita o poate schimba cine se ocupă de calculatorul pe care rulează Masa.',
  },
  openSettings: 'Deschideți setările WhatsApp',
}

export const notificationWords: typeof en.notificationWords = {
  test: 'Mesaj de probă',
  orders_one: '{{count}} comandă nouă',
  orders_few: '{{count}} comenzi noi',
  orders_other: '{{count}} de comenzi noi',
}

export const whatsappRefusals: typeof en.whatsappRefusals = {
  whatsapp_not_configured: 'WhatsApp nu este conectat: contul se setează acolo unde rulează Masa',
  whatsapp_no_number: 'Salvați mai întâi un număr de telefon',
}
