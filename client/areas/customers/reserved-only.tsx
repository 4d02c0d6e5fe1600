import type { Customer } from '#shared/contracts/customers.ts'
import { reservationText } from '#shared/domain/table.ts'
import { timeZone } from '../../lib/settings/settings.ts'
import { Button, language, t } from '../../ui/index.ts'
import {
  dayTitle,
  openReservation,
  openReservations,
  useDayOf,
  useFoundReservations,
  useHasReservations,
} from '../reservations/index.ts'

/** Who matches a search and has only reserved, with the way to erase them (docs/product/customers.md#customers-reserved). */
export function ReservedOnly({ query, customers }: { query: string; customers: readonly Customer[] }) {
  const hasReservations = useHasReservations()
  const dayOf = useDayOf()
  const { data = [] } = useFoundReservations(hasReservations ? query : '')
  const known = customers.flatMap(({ phoneNumber, otherNumbers }) => [phoneNumber, ...otherNumbers])
  const found = data.filter(({ phoneNumber }) => !known.includes(phoneNumber))
  if (!hasReservations || query === '' || (found.length === 0 && customers.length > 0)) return null
  return (
    <section aria-label={t('customers.reservedOnly')} className="mt-5">
      <h2 className="display text-title">{t('customers.reservedOnly')}</h2>
      <p className="text-muted text-small">{t('customers.reservedOnlyHint')}</p>
      <div className="mt-2.5 flex flex-wrap gap-2.5">
        {found.map(({ id, name, ...one }) => (
          <Button key={id} variant="outline" aria-haspopup="dialog" onClick={() => openReservation({ id })}>
            {dayTitle(dayOf(one.at), language)},{' '}
            {reservationText({ ...one, name: name || t('customers.noName') }, timeZone)}
          </Button>
        ))}
        <Button variant="quiet" onClick={openReservations}>
          {t('settings.reservations.ways.book')}
        </Button>
      </div>
    </section>
  )
}
