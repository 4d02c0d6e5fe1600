import type { WordPairs } from '../../pairs.ts'

/** What several tabs of the dashboard say. */
export const dashboardCommon = {
  add: ['Add', 'Adăugați'],
  back: ['Back', 'Înapoi'],
  copy: ['Copy', 'Copiați'],
  copied: ['Copied', 'Copiat'],
  remove: ['Remove', 'Ștergeți'],
  delete: ['Delete', 'Ștergeți'],
  askDelete: ['Delete…', 'Ștergeți…'],
  deleteName: ['Delete {{name}}?', 'Ștergeți „{{name}}”?'],
  moveTo: ['Move to…', 'Mutați la…'],
  moveName: ['Move {{name}}', 'Mutați: {{name}}'],
  moveUp: ['Move {{name}} up', 'Mutați mai sus: {{name}}'],
  moveDown: ['Move {{name}} down', 'Mutați mai jos: {{name}}'],
  moreFor: ['More for {{name}}', 'Alte acțiuni: {{name}}'],
  removeName: ['Remove {{name}}', 'Ștergeți: {{name}}'],
  notDeleted: ['This could not be deleted', 'Nu s-a putut șterge'],
  notDownloaded: ['The file could not be downloaded', 'Fișierul nu a putut fi descărcat'],
  placeHint: ['The others move up or down by one.', 'Celelalte se mută cu un loc.'],
  deleted: ['{{name}} has been deleted', 'S-a șters „{{name}}”'],
  saved: ['{{name}} has been saved', 'S-a salvat „{{name}}”'],
  movePlace: ['New place in the list', 'Locul nou în listă'],
  change: ['Change {{name}}', 'Modificați: {{name}}'],
  filters: ['Show only', 'Afișați numai'],
  checking: ['Checking…', 'Se verifică…'],
  broken: ['Cannot be read', 'Nu se poate citi'],
  dishes_one: ['{{count}} dish', '{{count}} preparat'],
  dishes_other: ['{{count, number}} dishes', '{{count, number}} de preparate'],
  orderCount_one: ['{{count}} order', '{{count}} comandă'],
  orderCount_other: ['{{count, number}} orders', '{{count, number}} de comenzi'],
  toBoard: ['Back to the board', 'Înapoi la comenzi'],
  noTable: ['No table', 'Fără masă'],
  newCode: ['Make a new code', 'Creați un cod nou'],
} as const satisfies WordPairs

export const dashboardWords = {
  title: ['Dashboard', 'Panou de administrare'],
  settings: ['Settings', 'Setări'],
  sections: ['Dashboard sections', 'Secțiunile panoului'],
  tabs: {
    orders: ['Orders', 'Comenzi'],
    customers: ['Customers', 'Clienți'],
    menu: ['Menu', 'Meniu'],
    tables: ['Tables', 'Mese'],
    events: ['Events', 'Evenimente'],
    promotions: ['Promotions', 'Promoții'],
  },
  newOrder: {
    title: ['New order', 'Comandă nouă'],
    table: ['Table of the order', 'Masa comenzii'],
    unsent: ['not sent yet', 'încă netrimise'],
  },
  summary: ['Key figures', 'Situația pe scurt'],
  ordersToday: ['Orders today', 'Comenzi azi'],
  salesToday: ['Order value today', 'Valoarea comenzilor azi'],
  takenToday: ['Received today', 'Încasat azi'],
  allOrders: ['All orders, cancelled ones too', 'Toate comenzile, și cele anulate'],
  totalOrders: ['Total orders', 'Total comenzi'],
  totalCustomers: ['Total customers', 'Clienți'],
  averageOrderValue: ['Average order value', 'Valoare medie'],
  vipCustomers: ['VIP customers', 'Clienți VIP'],
  pauseFor_one: ['For {{count}} minute', 'Pentru {{count}} minut'],
  pauseFor_other: ['For {{count}} minutes', 'Pentru {{count}} de minute'],
  pausedUntil: ['Until {{time}}.', 'Până la {{time}}.'],
  pauseMeans: ['Guests can look at the menu, but not order.', 'Clienții pot vedea meniul, dar nu pot comanda.'],
} as const satisfies WordPairs

export const calendarWords = {
  open: ['Open the calendar', 'Deschideți calendarul'],
  calendar: ['Calendar', 'Calendar'],
  previous: ['Previous month', 'Luna precedentă'],
  next: ['Next month', 'Luna următoare'],
  example: ['dd.mm.yyyy', 'zz.ll.aaaa'],
} as const satisfies WordPairs

export const draftWords = {
  restored: ['What you typed here earlier is back, not saved yet.', 'Am păstrat ce ați scris; nu este încă salvat.'],
  kept: ['What you typed is kept for when you come back', 'Ce ați scris rămâne păstrat pentru când reveniți'],
  startOver: ['Start over', 'Începeți din nou'],
  gone: [
    'Somebody has deleted this. What you see here is kept: “Save” adds it again.',
    'Altcineva a șters ce modificați aici. Ce vedeți s-a păstrat: apăsați „Salvați” pentru a adăuga din nou.',
  ],
  versions: {
    title: ['Somebody else has changed this', 'Altcineva a făcut modificări între timp'],
    description: [
      'Both versions are below. Nothing has been saved yet: choose one of them, or go on editing.',
      'Mai jos sunt ambele variante. Încă nu s-a salvat nimic: decideți care rămâne sau continuați să modificați.',
    ],
    theirs: ['As it is now', 'Cum este acum'],
    mine: ['Yours', 'Varianta dumneavoastră'],
    notMine: ['not changed by you: stays as it is now', 'nemodificat de dumneavoastră: rămâne cum este acum'],
    nothing: ['(empty)', '(gol)'],
    takeTheirs: ['Take theirs', 'Păstrați varianta cealaltă'],
    saveMine: ['Save mine', 'Salvați varianta mea'],
  },
} as const satisfies WordPairs

export const pictureChoiceWords = {
  chosen: ['The picture you have chosen', 'Imaginea pe care ați ales-o'],
  choose: ['Choose', 'Alegeți'],
  replace: ['Replace', 'Înlocuiți'],
  hint: [
    'JPG, PNG or WebP; a photo above 5\u00a0MB is made smaller',
    'JPG, PNG sau WebP; o fotografie peste 5\u00a0MB este micșorată',
  ],
  sending: ['Sending the picture', 'Se trimite imaginea'],
  failed: ['Image Upload Failed', 'Imaginea nu a putut fi încărcată'],
  failedDescription: ['Upload failed', 'Încărcarea a eșuat'],
} as const satisfies WordPairs

export const pictureErrors = {
  image_too_large: ['Image size should be less than 5MB', 'Imaginea trebuie să aibă cel mult 5\u00a0MB'],
  image_pixels: [
    'This picture has too many pixels: at most 12\u00a0000 on each side and 50 megapixels in all, in some formats fewer. Make it smaller in a program for pictures.',
    'Imaginea are prea mulți pixeli: cel mult 12\u00a0000 pe fiecare latură și 50 de megapixeli în total, în unele formate mai puțini. Micșorați-o într-un program pentru imagini.',
  ],
  image_broken: [
    'This picture is damaged or cut off: it cannot be read to its end. Please choose it again, or another one.',
    'Imaginea este deteriorată sau incompletă: nu poate fi citită până la capăt. Alegeți-o din nou sau alegeți alta.',
  ],
  image_type: ['Only JPG, PNG and WebP images are allowed', 'Se acceptă doar imagini JPG, PNG și WebP'],
  image_heic: [
    'Only JPG, PNG and WebP images are allowed. This is a HEIC photo from an iPhone: in its settings choose Camera, Formats, Most Compatible, or send the photo to yourself as JPG.',
    'Se acceptă doar imagini JPG, PNG și WebP. Aceasta este o fotografie HEIC, făcută cu un iPhone: în configurările lui alegeți Cameră, Formate, Cel mai compatibil, sau trimiteți-vă fotografia ca JPG.',
  ],
  image_avif: [
    'Only JPG, PNG and WebP images are allowed. This is an AVIF picture: open it in a program for pictures and save it as JPG.',
    'Se acceptă doar imagini JPG, PNG și WebP. Aceasta este o imagine AVIF: deschideți-o într-un program pentru imagini și salvați-o ca JPG.',
  ],
} as const satisfies WordPairs
