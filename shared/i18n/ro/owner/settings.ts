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
  save: 'Salvați',
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
