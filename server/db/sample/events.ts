import type { Language } from '#shared/domain/language.ts'
import type { EventStatus } from '#shared/domain/statuses.ts'

export interface SampleEvent {
  daysAgo: number
  /** Days from the first start to the event; negative for a past event. */
  inDays: number
  customerName: string
  customerEmail: string
  /** An unassigned number (history/people.ts). */
  customerPhone: string
  numberOfGuests: number
  discount: number
  notes?: string
  language: Language
  status: EventStatus
  /** Dishes by Romanian name, with quantities. */
  dishes: [nameRo: string, quantity: number][]
}

/** Invented catering events of the sample restaurant, one in each status. */
export const sampleEvents: SampleEvent[] = [
  {
    daysAgo: 26,
    inDays: -6,
    customerName: 'Corul „Cetatea”',
    customerEmail: 'corul.cetatea@example.com',
    customerPhone: '40700000301',
    numberOfGuests: 25,
    discount: 0,
    notes: 'S-a amânat: revin la toamnă cu o dată nouă.',
    language: 'ro',
    status: 'cancelled',
    dishes: [
      ['Platou ardelenesc pentru doi: afumături, brânză, murături', 12],
      ['Ciorbă de văcuță cu legume', 25],
    ],
  },
  {
    daysAgo: 9,
    inDays: 12,
    customerName: 'Ioana Mureșan',
    customerEmail: 'ioana.muresan@example.com',
    customerPhone: '40700000101',
    numberOfGuests: 60,
    discount: 10,
    notes: 'Botez, de la ora 13:00. Patru scaune pentru copii; tortul îl aducem noi.',
    language: 'ro',
    status: 'confirmed',
    dishes: [
      ['Platou ardelenesc pentru doi: afumături, brânză, murături', 20],
      ['Salată de vinete pe pâine de casă prăjită', 30],
      ['Supă de găină cu găluște de griș', 60],
      ['Sarmale în foi de varză cu mămăligă și smântână', 60],
      ['Ceafă de porc la grătar cu cartofi prăjiți și murături', 45],
      ['Somon la cuptor cu sparanghel', 15],
      ['Amandină cu sirop de rom', 60],
      ['Limonadă cu mentă și miere, 400 ml', 60],
      ['Apă minerală carbogazoasă, 0,75 l', 40],
    ],
  },
  {
    daysAgo: 3,
    inDays: 24,
    customerName: 'Northgate Travel',
    customerEmail: 'groups@northgate-travel.example.com',
    customerPhone: '40700000302',
    numberOfGuests: 35,
    discount: 7.5,
    notes: 'Coach group, arriving at 19:30. Five vegetarians, one guest with coeliac disease.',
    language: 'en',
    status: 'pending',
    dishes: [
      ['Platou de brânzeturi artizanale românești', 12],
      ['Ciorbă de perișoare cu leuștean', 30],
      ['Pulpă de rață confiată cu varză roșie și mere', 29],
      ['Ghiveci mănăstiresc', 6],
      ['Papanași cu smântână și dulceață de afine', 35],
    ],
  },
  {
    daysAgo: 0,
    inDays: 40,
    customerName: 'Ștefan Țurcanu',
    customerEmail: 'stefan.turcanu@example.com',
    customerPhone: '40700000102',
    numberOfGuests: 80,
    discount: 0,
    language: 'ro',
    status: 'draft',
    dishes: [
      ['Bulz la grătar cu brânză de burduf și kaizer', 40],
      ['Mici cu muștar, 4 bucăți', 80],
    ],
  },
]
