import { MessageCircle, MessageSquare } from 'lucide-react'
import type { Reservation } from '#shared/contracts/reservations.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { formatLongDay } from '#shared/domain/time/long-day.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { buttonClass, cx, i18n, t } from '../../ui/index.ts'
import { smsLink } from '../orders/index.ts'

type About = Pick<Reservation, 'at' | 'party' | 'status' | 'problem' | 'language' | 'declined'>

/** A message to the guest, in the guest's language. @param link the path of the guest's own page, known once it is made */
export function messageText(
  { at, party, status, problem, language, declined }: About,
  settings: Settings,
  link?: string,
): string {
  const { timeZone, restaurantName, restaurantPhone, publicAddress } = settings
  const t = i18n.getFixedT(language)
  const { day, time } = localTime(new Date(at), timeZone)
  const isCancelled = status === 'cancelled' || status === 'no_show'
  const ended = declined ? 'declined' : 'cancelled'
  const kind = isCancelled ? ended : status === 'asked' || problem !== null ? 'question' : 'confirmed'
  const text = t(`reservations.message.${kind}`, {
    restaurant: restaurantName || 'Masa',
    day: formatLongDay(day, language),
    time,
    guests: t('orders.guests', { count: party }),
  })
  const page = link && new URL(link, publicAddress ?? location.origin).href
  return [text, page, restaurantPhone].filter(Boolean).join('\n')
}

interface MessageLinksProps {
  reservation: About & Pick<Reservation, 'phoneNumber'>
  link?: string | undefined
  /** Whether telling the guest comes next. */
  isSolid?: boolean
}

/** Opens a message to the guest in the phone's own SMS or in WhatsApp; nothing without a number. */
export function MessageLinks({ reservation, link, isSolid = false }: MessageLinksProps) {
  const settings = useSettings()
  const { phoneNumber, language } = reservation
  if (!phoneNumber) return null
  const text = messageText(reservation, settings, link)
  const and = i18n.getFixedT(language)('orders.sms.and')
  const ways = [
    [
      isSolid ? t(link ? 'reservations.smsWithLink' : 'reservations.sms') : 'SMS',
      MessageSquare,
      smsLink(phoneNumber, text, and),
    ],
    ['WhatsApp', MessageCircle, `https://wa.me/${phoneNumber}?text=${encodeURIComponent(text)}`],
  ] as const
  return ways.map(([label, Icon, href], i) => (
    <a
      key={label}
      href={href}
      target="_blank"
      rel="noopener"
      // Above a button that fills its row.
      className={cx(buttonClass({ variant: isSolid && i === 0 ? 'primary' : 'outline' }), 'relative z-1 px-3!')}
    >
      <Icon aria-hidden="true" className="size-4.5" />
      {label}
    </a>
  ))
}
