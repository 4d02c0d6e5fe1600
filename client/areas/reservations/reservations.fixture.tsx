import { getCurrentUser } from '#shared/contracts/accounts.ts'
import { getFreeTimes, type ListedReservation, listReservations } from '#shared/contracts/reservations.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { getTables, type Table } from '#shared/contracts/tables.ts'
import { DEFAULT_RESERVATIONS } from '#shared/domain/reservations/reservations.ts'
import { setServerTime } from '../../lib/clock/server-clock.ts'
import { fakeApi, render, screen } from '../../testing/render.tsx'
import { sampleReservation } from '../../testing/samples.ts'
import { useIsBookOpen } from './requests.ts'
import { OpenedReservation, ReservationBook, ReservationsButton } from './reservations-button.tsx'

/** A reservation of the evening at which the book is rendered. */
export const tonight = (fields: Partial<ListedReservation> = {}): ListedReservation =>
  sampleReservation({ at: '2026-11-20T17:30:00.000Z', until: '2026-11-20T19:30:00.000Z', ...fields })

export const TABLES: Table[] = [2, 4, 8].map((capacity, i) => ({
  ...{ id: 41 + i, number: 1 + i, label: null, capacity, status: 'available', reservation: null, reservable: true },
}))

const SETTINGS_ON: Partial<Settings> = {
  reservations: { ...DEFAULT_RESERVATIONS, on: true },
  openingHours: { weekly: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '18:00', to: '22:00' })), exceptions: [] },
}

const ShownBook = () => useIsBookOpen() && <ReservationBook tabsUrl="/" />

interface Opened {
  isOwner?: boolean
  settings?: Partial<Settings>
}

/** Renders the button and the book on 20 November 2026, 19:50 in Bucharest; `openBook` opens it. */
export function renderBook(list: ListedReservation[], { isOwner = true, settings = SETTINGS_ON }: Opened = {}) {
  setServerTime('Fri, 20 Nov 2026 17:50:00 GMT')
  fakeApi.answers(listReservations, list)
  fakeApi.answers(getTables, TABLES)
  fakeApi.answers(getFreeTimes, [
    { at: '2026-11-20T17:30:00.000Z', tableIds: [42] },
    { at: '2026-11-20T18:30:00.000Z', tableIds: [42] },
  ])
  fakeApi.answers(getCurrentUser, {
    id: 1,
    username: 'ana',
    isOwner,
    role: isOwner ? 'owner' : 'staff',
    duties: ['floor'],
  } as never)
  const rendered = render(
    <>
      <ReservationsButton />
      <OpenedReservation />
      <ShownBook />
    </>,
    { settings },
  )
  const openBook = async () => {
    await rendered.user.click(await screen.findByRole('button', { name: /^Reservations/ }))
    await screen.findByRole('heading', { name: 'Reservations' })
  }
  return { ...rendered, openBook }
}
