import type { Named } from '../language.ts'
import { addDays } from './local-time.ts'

/** A public holiday with its names, which go into the note of an exception. */
export interface Holiday extends Named {
  /** YYYY-MM-DD */
  date: string
  nameRo: string
}

/** MM-DD, or days after the Orthodox Easter Sunday. */
const ROMANIAN: readonly [when: string | number, name: string, nameRo: string][] = [
  ['01-01', 'New Year’s Day', 'Anul Nou'],
  ['01-02', '2 January', '2 ianuarie'],
  ['01-06', 'Epiphany', 'Boboteaza'],
  ['01-07', 'Saint John', 'Sfântul Ioan'],
  ['01-24', 'Union of the Principalities', 'Unirea Principatelor'],
  [-2, 'Good Friday', 'Vinerea Mare'],
  [0, 'Easter Sunday', 'Paștele'],
  [1, 'Easter Monday', 'A doua zi de Paște'],
  ['05-01', 'Labour Day', 'Ziua Muncii'],
  ['06-01', 'Children’s Day', 'Ziua Copilului'],
  [49, 'Whit Sunday', 'Rusaliile'],
  [50, 'Whit Monday', 'A doua zi de Rusalii'],
  ['08-15', 'Dormition of the Mother of God', 'Adormirea Maicii Domnului'],
  ['11-30', 'Saint Andrew', 'Sfântul Andrei'],
  ['12-01', 'National Day', 'Ziua Națională'],
  ['12-25', 'Christmas Day', 'Crăciunul'],
  ['12-26', 'Second day of Christmas', 'A doua zi de Crăciun'],
]

/** Romania's next holidays, in order; a date is one. @param from YYYY-MM-DD, the first that counts */
export function nextHolidays(from: string, count: number): Holiday[] {
  const year = Number(from.slice(0, 4))
  const all = [year, year + 1].flatMap(holidaysOf).filter(({ date }) => date >= from)
  return all.filter(({ date }, i) => all.findIndex((other) => other.date === date) === i).slice(0, count)
}

function holidaysOf(year: number): Holiday[] {
  const easter = orthodoxEaster(year)
  return ROMANIAN.map(([when, name, nameRo]) => ({
    date: typeof when === 'string' ? `${year}-${when}` : addDays(easter, when),
    name,
    nameRo,
  })).sort((a, b) => a.date.localeCompare(b.date))
}

/** The date of the Orthodox Easter Sunday, by Meeus: of the Julian calendar, which falls behind in most centuries. */
function orthodoxEaster(year: number): string {
  const moon = (19 * (year % 19) + 15) % 30
  const weekday = (2 * (year % 4) + 4 * (year % 7) - moon + 34) % 7
  const lag = Math.floor(year / 100) - Math.floor(year / 400) - 2
  return addDays(`${year}-03-22`, moon + weekday + lag)
}
