import { wasSignedIn } from '../../lib/browser/storage.ts'
import { ThemeChoice } from '../../lib/browser/theme-choice.tsx'
import { KeptReservation } from '../../lib/settings/kept-reservation.tsx'
import { useHours } from '../../lib/settings/settings.ts'
import { useGuestTable } from './use-guest-table.ts'

/** What ends the menu: the theme and, for guests without a table, the way to reserve one. */
export default function FooterEnd() {
  const takesReservations = useHours()?.reservations
  const { hasPlace } = useGuestTable()
  return (
    <>
      <ThemeChoice isNamed />
      {!takesReservations && !hasPlace && !wasSignedIn() && <KeptReservation />}
    </>
  )
}
