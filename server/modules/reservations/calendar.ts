import type { Database } from '#server/db/index.ts'
import { readSettings } from '#server/modules/settings/index.ts'
import { translator } from '#server/platform/language.ts'
import type { ReservationRow } from './repo.ts'

/** A reservation as an .ics file; each change of it has the same UID. */
export async function calendarOf(db: Database, row: ReservationRow): Promise<string> {
  // Loaded when it is first needed: few guests ask for it.
  const { default: ical } = await import('ical-generator')
  const { restaurantName, restaurantAddress, restaurantPhone } = await readSettings(db)
  const t = translator(row.language)
  const calendar = ical({ prodId: { company: 'Masa', product: 'Masa' } })
  calendar.createEvent({
    ...{ id: `${row.createdAt.getTime()}-${row.id}@masa`, sequence: row.version, stamp: row.createdAt },
    ...{ start: row.at, end: row.until },
    summary: t('reservationFile.title', { name: restaurantName ?? 'Masa', number: row.party }),
    ...(restaurantAddress && { location: restaurantAddress }),
    ...(restaurantPhone && { description: restaurantPhone }),
  })
  // The library leaves out the end of the last line.
  return `${calendar.toString()}\r\n`
}
