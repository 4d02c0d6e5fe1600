import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { getMyReservation } from '#shared/contracts/reservations.ts'
import { COMING_STATUSES } from '#shared/domain/reservations/reservations.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { dayWords } from '#shared/i18n/format.ts'
import { language, t } from '../../ui/translation.ts'
import { callApi } from '../api/api.ts'
import { RequestError } from '../api/request-error.ts'
import { paths } from '../browser/paths.ts'
import { storedTickets } from '../browser/storage.ts'
import { serverNow } from '../clock/server-clock.ts'
import { timeZone } from './settings.ts'

/**
 * Leads to the next reservation that this phone keeps, once the server knows it.
 * @param children stand in its place until then; without them, an empty line does
 */
export function KeptReservation({ children }: { children?: ReactNode }) {
  const now = serverNow()
  const [next] = (storedTickets.read() ?? [])
    .filter(({ at }) => Date.parse(at) > now)
    .sort((a, b) => a.at.localeCompare(b.at))
  const { data } = useQuery({
    queryKey: ['/api/reservations/mine', next?.token],
    queryFn: ({ signal }) => readKept(next?.token ?? '', signal),
    enabled: next !== undefined,
  })
  if (!next) return children
  const { day, time } = localTime(new Date(data?.at ?? next.at), timeZone)
  const when = `${dayWords(day, localTime(new Date(now), timeZone).day, language)} ${time}`
  const link = data && (
    <a href={`${paths.reserve}/${next.token}`} className="touch inline-block py-1 font-semibold text-link">
      {t(data.status === 'asked' ? 'menu.yourRequest' : 'menu.yourTable', { when })}
    </a>
  )
  return children ? (link ?? children) : <div className="mt-3 min-h-11">{link}</div>
}

/** The reservation of a token; null, and no longer kept, if it is unknown, cancelled or over. */
async function readKept(token: string, signal: AbortSignal) {
  const call = { params: { token }, signal }
  const mine = await callApi<typeof getMyReservation>('GET /api/reservations/mine/:token', call).catch(
    (error: unknown) => {
      if (error instanceof RequestError && error.status === 404) return null
      throw error
    },
  )
  const comes = mine && Date.parse(mine.at) > serverNow() && COMING_STATUSES.some((status) => status === mine.status)
  if (comes) return mine
  storedTickets.write((storedTickets.read() ?? []).filter((one) => one.token !== token))
  return null
}
