export const dashboardCommon = {
  add: 'Adăugați',
  back: 'Înapoi',
  remove: 'Ștergeți',
  delete: 'Ștergeți',
  askDelete: 'Ștergeți…',
  deleteName: 'Ștergeți „{{name}}”?',
  moveTo: 'Mutați la…',
  moveName: 'Mutați: {{name}}',
  moveUp: 'Mutați mai sus: {{name}}',
  moveDown: 'Mutați mai jos: {{name}}',
  moreFor: 'Mai multe pentru {{name}}',
  removeName: 'Ștergeți: {{name}}',
  notDeleted: 'Nu s-a putut șterge',
  notDownloaded: 'Fișierul nu a putut fi descărcat',
  placeHint: 'Celelalte se mută cu un loc.',
  deleted: 'S-a șters „{{name}}”',
  saved: 'S-a salvat „{{name}}”',
  movePlace: 'Locul nou în listă',
  change: 'Modificați: {{name}}',
  filters: 'Afișați numai',
  checking: 'Se verifică…',
  dishes_one: '{{count}} preparat',
  dishes_few: '{{count, number}} preparate',
  dishes_other: '{{count, number}} de preparate',
  orderCount_one: '{{count}} comandă',
  orderCount_few: '{{count, number}} comenzi',
  orderCount_other: '{{count, number}} de comenzi',
  toBoard: 'Înapoi la comenzi',
  noTable: 'Fără masă',
  newCode: 'Creați un cod nou',
}

export const dashboardWords = {
  title: 'Panou de administrare',
  settings: 'Setări',
  sections: 'Secțiunile panoului',
  tabs: {
    orders: 'Comenzi',
    customers: 'Clienți',
    menu: 'Meniu',
    tables: 'Mese',
    events: 'Evenimente',
    promotions: 'Promoții',
  },
  newOrder: {
    title: 'Comandă nouă',
    table: 'Masa comenzii',
    unsent: 'încă netrimise',
  },
  summary: 'Situația pe scurt',
  more: 'Mai multe',
  ordersToday: 'Comenzi azi',
  salesToday: 'Valoarea comenzilor azi',
  takenToday: 'Încasat azi',
  allOrders: 'Toate comenzile, și cele anulate',
  totalOrders: 'Total comenzi',
  totalCustomers: 'Clienți',
  averageOrderValue: 'Valoare medie',
  vipCustomers: 'Clienți VIP',
  pauseFor_one: 'Pentru {{count}} minut',
  pauseFor_few: 'Pentru {{count}} minute',
  pauseFor_other: 'Pentru {{count}} de minute',
  pausedUntil: 'Până la {{time}}.',
  pauseMeans: 'Clienții pot vedea meniul, dar nu pot comanda.',
}

/** The field of a date, and its calendar. */
export const calendarWords = {
  open: 'Deschideți calendarul',
  calendar: 'Calendar',
  previous: 'Luna precedentă',
  next: 'Luna următoare',
  example: 'zz.ll.aaaa',
}

export const draftWords = {
  restored: 'Ce ați scris aici mai devreme este din nou în formular, încă nesalvat.',
  kept: 'Ce ați scris rămâne păstrat pentru când reveniți',
  startOver: 'Începeți din nou',
}

export const pictureChoiceWords = {
  chosen: 'Imaginea pe care ați ales-o',
  choose: 'Alegeți',
  replace: 'Înlocuiți',
  hint: 'JPG, PNG sau WebP; o fotografie peste 5\u00a0MB este micșorată',
  sending: 'Se trimite imaginea',
  failed: 'Imaginea nu a putut fi încărcată',
  failedDescription: 'Încărcarea a eșuat',
}

export const pictureErrors = {
  image_too_large: 'Imaginea trebuie să aibă cel mult 5\u00a0MB',
  image_pixels:
    'Imaginea are prea mulți pixeli: cel mult 12\u00a0000 pe fiecare latură și 50 de megapixeli în total, în unele formate mai puțini. Micșorați-o într-un program pentru imagini.',
  image_broken:
    'Imaginea este deteriorată sau incompletă: nu poate fi citită până la capăt. Alegeți-o din nou sau alegeți alta.',
  image_type: 'Se acceptă doar imagini JPG, PNG și WebP',
  image_heic:
    'Se acceptă doar imagini JPG, PNG și WebP. Aceasta este o fotografie HEIC, făcută cu un iPhone: în configurările lui alegeți Cameră, Formate, Cel mai compatibil, sau trimiteți-vă fotografia ca JPG.',
  image_avif:
    'Se acceptă doar imagini JPG, PNG și WebP. Aceasta este o imagine AVIF: deschideți-o într-un program pentru imagini și salvați-o ca JPG.',
}
