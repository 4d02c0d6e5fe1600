export interface SampleOrder {
  minutesAgo: number
  /** Who ordered; a table's order has nobody's name. */
  guest?: { name: string; phone: string; email?: string }
  table?: number
  diningOption: 'dine-in' | 'takeaway'
  /** The dish by its Romanian name, how many, and a note. */
  lines: [string, number, string?][]
  notes?: string
  status: 'pending' | 'preparing' | 'ready' | 'delivered' | 'completed' | 'cancelled'
}

const radu = { name: 'Radu Ionescu', phone: '0723 118 402' }
const ioana = { name: 'Ioana Mureșan', phone: '0744 512 907', email: 'ioana.muresan@example.com' }
const stefan = { name: 'Ștefan Țurcanu', phone: '+40 731 220 618' }
const emma = { name: 'Emma Hartley', phone: '+44 7400 123456', email: 'emma@example.com' }

/** An evening and what went before it. */
export const sampleOrders: SampleOrder[] = [
  {
    minutesAgo: 27 * 60,
    guest: radu,
    diningOption: 'takeaway',
    lines: [
      ['Ciorbă de burtă cu smântână și ardei iute', 2],
      ['Sarmale în foi de varză cu mămăligă și smântână', 1],
    ],
    status: 'completed',
  },
  {
    minutesAgo: 26 * 60,
    table: 3,
    diningOption: 'dine-in',
    lines: [
      ['Platou ardelenesc pentru doi: afumături, brânză, murături', 2],
      ['Tochitură moldovenească cu mămăligă și ou ochi', 2],
      ['Obrăjori de vită și piure cu hrean', 2],
      ['Bere blondă la halbă, 0,4 l', 4],
    ],
    status: 'completed',
  },
  {
    minutesAgo: 25 * 60,
    guest: ioana,
    diningOption: 'takeaway',
    lines: [
      ['Salată Caesar cu pui la grătar', 1],
      ['Limonadă cu zmeură și busuioc, 400 ml', 1],
    ],
    status: 'cancelled',
  },
  {
    minutesAgo: 6 * 60,
    guest: stefan,
    diningOption: 'takeaway',
    lines: [
      ['Mici cu muștar, 4 bucăți', 3],
      ['Pâine de casă cu cartofi', 2],
    ],
    status: 'completed',
  },
  {
    minutesAgo: 5 * 60,
    guest: ioana,
    diningOption: 'dine-in',
    lines: [
      ['Supă cremă de hribi', 2],
      ['Risotto primavera', 2],
      ['Tiramisu de casă', 2],
    ],
    status: 'completed',
  },
  {
    minutesAgo: 74,
    table: 8,
    diningOption: 'dine-in',
    lines: [
      ['Ciorbă de perișoare cu leuștean', 2],
      ['Ceafă de porc la grătar cu cartofi prăjiți și murături', 1],
      ['Păstrăv la tigaie cu mămăligă și mujdei', 1],
      ['Fetească Neagră, roșu sec, pahar, 150 ml', 2],
    ],
    status: 'delivered',
  },
  {
    minutesAgo: 41,
    guest: emma,
    diningOption: 'takeaway',
    lines: [
      ['Papanași cu smântână și dulceață de afine', 2],
      ['Cappuccino, 180 ml', 1],
    ],
    notes: 'I will be there at half past.',
    status: 'ready',
  },
  {
    minutesAgo: 26,
    table: 5,
    diningOption: 'dine-in',
    lines: [
      ['Ciorbă rădăuțeană', 1, 'fără usturoi'],
      ['Salată de roșii cu ceapă roșie', 2],
      ['Ciolan afumat pe varză călită', 1],
    ],
    status: 'preparing',
  },
  {
    minutesAgo: 18,
    guest: radu,
    diningOption: 'takeaway',
    lines: [
      ['Pizza Quattro Formaggi', 2],
      ['Clătite cu dulceață de caise', 1],
      ['Limonadă cu mentă și miere, 400 ml', 3],
    ],
    status: 'preparing',
  },
  {
    minutesAgo: 7,
    table: 2,
    diningOption: 'dine-in',
    lines: [
      ['Tagliatelle cu pui, ciuperci de pădure și smântână', 1, 'fără parmezan'],
      ['Fetească Regală, alb sec, pahar, 150 ml', 2],
    ],
    status: 'pending',
  },
  {
    minutesAgo: 4,
    guest: stefan,
    diningOption: 'takeaway',
    lines: [
      ['Sarmale de post în foi de viță, cu ciuperci și hrișcă', 1],
      ['Papricaș de pui cu găluște', 1],
      ['Plăcintă cu mere și înghețată de vanilie', 1],
    ],
    status: 'pending',
  },
]
