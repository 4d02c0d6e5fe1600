import type * as en from '../../en/guest/order-attempts.ts'

export const attemptWords: typeof en.attemptWords = {
  unknownTitle: 'Nu știm încă dacă a ajuns comanda',
  unknownDescription:
    'Nu am primit niciun răspuns despre comanda de {{total}}. Puteți încerca din nou fără grijă: comanda nu se va înregistra de două ori.',
  heldTitle: 'Comanda nu este încă confirmată',
  heldDescription:
    'Comanda de {{total}} este păstrată. Puteți încerca din nou fără grijă: comanda nu se va înregistra de două ori.',
  firstThis: 'Modificările din coș rămân pentru comanda următoare.',
}

export const waitingOrderWords: typeof en.waitingOrderWords = {
  title: 'Încă netrimisă',
  description: 'Comanda de {{total}} așteaptă pe acest telefon. Nu a ajuns la bucătărie.',
  unknownToKitchen: 'Nu a ajuns la bucătărie.',
  notKept: 'Acest browser nu păstrează nimic: dacă închideți sau reîncărcați pagina, comanda se pierde.',
  connected: 'Legătura cu restaurantul funcționează. Nu se trimite nimic până nu atingeți „Trimiteți”.',
  notConnected:
    'Nu există legătură cu restaurantul. Nu se trimite nimic automat: puteți trimite comanda de aici mai târziu.',
  needsConnection: 'Lipsește conexiunea',
  send: 'Trimiteți',
  discard: 'Renunțați',
  discarded: 'Ați renunțat la comandă',
  discardedDescription: 'Nu s-a trimis nimic. Coșul rămâne așa cum este.',
  askTitle: 'Mai doriți această comandă?',
  tooOldTitle: 'Această comandă nu mai poate fi trimisă',
  made: 'Făcută {{age}}.',
  madeUnknown: 'Ceasul acestui telefon a fost schimbat, așa că nu putem spune cât de veche este.',
  neverSent: 'Încă nu a fost trimisă și nu a ajuns la bucătărie.',
  mayHaveArrived:
    'Este posibil să fi ajuns deja: vă rugăm să ne întrebați înainte de a o trimite din nou. Nu se va înregistra de două ori.',
  mayHaveArrivedLongAgo:
    'Este posibil să fi ajuns atunci când a fost făcută: vă rugăm să ne întrebați. Este prea veche pentru a mai fi trimisă.',
  yes: 'Da, trimiteți-o',
  no: 'Nu, renunț la ea',
  notNow: 'Nu acum',
  forget: 'Ștergeți-o de pe acest telefon',
}
