import type * as en from '../../en/owner/whatsapp.ts'

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
