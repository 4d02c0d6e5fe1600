import { useEffect } from 'react'
import { useOpenUntil, useTimesNote } from '../../lib/settings/hours-line.ts'
import { useSettings } from '../../lib/settings/settings.ts'

const PLACE =
  'absolute max-w-[calc(100vw-10rem)] translate-x-10 translate-y-[19px] truncate text-[11px] text-muted leading-4 md:text-xs'
/** A longer name takes two lines of a phone's header, and leaves no room below it. */
const ROOM_BELOW_NAME = 24

/**
 * Writes below the restaurant's name in the header until when it is open; else, in another time zone, that times are its. The header
 * itself has only the element for it, as the line is no part of the first view. On a phone, a table takes its place.
 */
export function HoursLine({ isAtTable }: { isAtTable: boolean }) {
  const { restaurantName } = useSettings()
  const openUntil = useOpenUntil()
  const timesNote = useTimesNote()
  const text = openUntil ?? timesNote ?? ''
  const isCovered = isAtTable || (restaurantName ?? '').length > ROOM_BELOW_NAME
  useEffect(() => {
    const line = document.getElementById('hours')
    if (line) Object.assign(line, { textContent: text, className: isCovered ? `${PLACE} max-md:hidden` : PLACE })
  }, [text, isCovered])
  return null
}
