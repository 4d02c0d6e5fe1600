import { useMutation } from '@tanstack/react-query'
import { Download, ExternalLink, Mail, Phone, Printer, StickyNote } from 'lucide-react'
import { memo, type ReactNode, useState } from 'react'
import type { CateringEvent, EventLine, EventRequest } from '#shared/contracts/catering.ts'
import { EVENT_STATUSES, type EventStatus, eventSums, isOpenEvent } from '#shared/domain/catering.ts'
import { phoneForPeople } from '#shared/domain/customers/phone.ts'
import { dialledNumber } from '#shared/domain/customers/stored-phone.ts'
import { type Language, type Named, nameIn } from '#shared/domain/language.ts'
import { formatMoney, moneyParts } from '#shared/domain/money.ts'
import { formatNumber } from '#shared/domain/numbers.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { formatLongDay } from '#shared/domain/time/long-day.ts'
import { formatMoment } from '#shared/i18n/format.ts'
import { LanguageSwitch } from '../../lib/browser/preferences.tsx'
import { toastFailure } from '../../lib/changes/send-change.ts'
import { serverDate } from '../../lib/clock/server-clock.ts'
import { timeZone } from '../../lib/settings/settings.ts'
import {
  buttonClass,
  Card,
  cx,
  IconButton,
  language,
  Money,
  MoreMenu,
  language as pageLanguage,
  Select,
  t,
} from '../../ui/index.ts'
import { eventList, printPdf, proposalAddress } from './event-requests.ts'

interface ProposalActionsProps {
  event: CateringEvent
  name: string
  onCopy: (event: CateringEvent) => void
  onDelete: (event: CateringEvent) => void
}

/** Buttons for the proposal as a PDF: open in a new tab, download, or print, in either language; and to copy or delete it. */
function ProposalActions({ event, name, onCopy, onDelete }: ProposalActionsProps) {
  const [language, setLanguage] = useState<Language>(event.language)
  const address = proposalAddress(event, language)
  const print = useMutation({
    mutationFn: () => printPdf(address),
    onError: (error) => toastFailure(t('catering.printFailed'), error, t('catering.printFailedDescription')),
  })
  return (
    <section
      aria-label={t('catering.proposal', { name })}
      className="mt-4 flex flex-wrap items-center gap-2 border-t border-line pt-4"
    >
      <LanguageSwitch
        label={t('catering.proposalLanguage', { name })}
        value={language}
        onChange={setLanguage}
        names={{ en: t('catering.languages.en'), ro: t('catering.languages.ro') }}
      />
      {/* The buttons wrap to the next row together. */}
      <div className="ml-auto flex flex-wrap gap-2 @max-phone/page:w-full">
        <a
          href={address}
          target="_blank"
          rel="noopener"
          aria-label={t('catering.openProposalOf', { name })}
          className={cx(buttonClass({ variant: 'outline' }), '@max-phone/page:flex-1 @max-phone/page:px-3!')}
        >
          <ExternalLink className="size-4.5" />
          {t('catering.open')}
        </a>
        <a
          href={address}
          download
          aria-label={t('catering.downloadOf', { name })}
          className={cx(buttonClass({ variant: 'outline' }), 'px-3!')}
        >
          <Download className="size-5" />
        </a>
        <IconButton
          variant="outline"
          label={t('catering.printOf', { name })}
          disabled={print.isPending}
          onClick={() => print.mutate()}
        >
          <Printer className="size-5" />
        </IconButton>
        <MoreMenu
          variant="outline"
          label={t('catering.moreOf', { name })}
          actions={[
            { label: t('catering.copy'), onChoose: () => onCopy(event) },
            ...(isOpenEvent(event.status) ? [{ label: t('common.askDelete'), onChoose: () => onDelete(event) }] : []),
          ]}
        />
      </div>
    </section>
  )
}

const STATUS_COLOURS: Record<EventStatus, string> = {
  draft: 'bg-sunk! text-muted!',
  pending: 'bg-pending-soft! text-pending!',
  confirmed: 'bg-ready-soft! text-ready!',
  cancelled: 'bg-cancelled-soft! text-cancelled!',
}

interface EventCardProps {
  event: CateringEvent
  onCopy: (event: CateringEvent) => void
  onDelete: (event: CateringEvent) => void
}

export const EventCard = memo(function EventCard({ event, onCopy, onDelete }: EventCardProps) {
  const { status } = event
  const name = event.customerName || t('catering.erased')
  return (
    <Card role="article" aria-label={name} className="p-4 @phone/page:p-5">
      <EventContent
        event={event}
        language={language}
        aside={
          <Select
            label={t('catering.statusOf', { name })}
            value={status}
            onValueChange={(next) => {
              if (next !== status) void eventList.setStatus(event, next)
            }}
            options={EVENT_STATUSES.map((value) => ({ value, label: t(`catering.statuses.${value}`) }))}
            className={cx('h-11! w-auto! gap-1.5! rounded-full! px-3.5! text-sm!', STATUS_COLOURS[status])}
          />
        }
        detail={t('catering.createdAt', { moment: formatMoment(event.createdAt, timeZone, language) })}
      />
      <Validity event={event} status={status} />
      <ProposalActions event={event} name={name} onCopy={onCopy} onDelete={onDelete} />
    </Card>
  )
})

type ShownLine = Named & Pick<EventLine, 'id' | 'quantity' | 'priceAtTimeOfEvent'>
type ShownField = Exclude<keyof EventRequest, 'items' | 'language' | 'status'>

interface EventContentProps {
  event: Pick<CateringEvent, ShownField | 'currency'> & { items: readonly ShownLine[] }
  language: Language
  aside?: ReactNode
  detail: string
}

/** What a proposal says, on the card of its event and in its preview. */
export function EventContent({ event, language, aside, detail }: EventContentProps) {
  const { customerName, eventDate, numberOfGuests, items, notes } = event
  return (
    <>
      <header>
        <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
          <h2 className="display min-w-0 flex-1 basis-36 pt-2 text-title leading-tight break-words">
            {customerName || t('catering.erased')}
          </h2>
          {aside}
        </div>
        <p className="mt-1 text-body">
          <time dateTime={eventDate}>{formatLongDay(eventDate, pageLanguage)}</time>
          {' · '}
          <span>{t('catering.guests', { count: numberOfGuests })}</span>
        </p>
        <p className="mt-0.5 text-small text-muted">{detail}</p>
      </header>
      {customerName ? (
        <Contact event={event} />
      ) : (
        <p className="my-3 text-sm text-muted">{t('catering.erasedDescription')}</p>
      )}
      <ul className="divide-y divide-line border-y border-line">
        {items.map((line) => (
          <li key={line.id} lang={language} className="flex items-baseline gap-2.5 py-2 text-body">
            <span className="figures min-w-9 shrink-0 font-bold">{line.quantity}×</span>
            <span className="min-w-0 flex-1 break-words">
              {nameIn(language, line)}
              <span className="figures block text-small text-muted">
                {formatMoney(line.priceAtTimeOfEvent, event.currency)}
              </span>
            </span>
            <Money
              parts={moneyParts(line.quantity * line.priceAtTimeOfEvent, event.currency)}
              className="shrink-0 font-semibold"
            />
          </li>
        ))}
      </ul>
      <EventTotals event={event} />
      {notes && (
        <p className="mt-3 flex gap-2 rounded-field bg-accent-soft px-3 py-2 text-sm font-medium">
          <StickyNote className="mt-0.5 size-4 shrink-0 text-accent" />
          <span className="min-w-0 break-words whitespace-pre-line">{notes}</span>
        </p>
      )}
    </>
  )
}

function Contact({ event: { customerPhone, customerEmail } }: Pick<EventContentProps, 'event'>) {
  return (
    <div className="my-2 flex flex-wrap gap-x-5 text-body">
      <a href={`tel:${dialledNumber(customerPhone)}`} className={LINK}>
        <Phone className="size-4 shrink-0 text-muted" />
        <span className="figures">{phoneForPeople(customerPhone)}</span>
      </a>
      <a href={`mailto:${encodeURIComponent(customerEmail).replace('%40', '@')}`} className={LINK}>
        <Mail className="size-4 shrink-0 text-muted" />
        <span className="min-w-0 wrap-anywhere">{customerEmail}</span>
      </a>
    </div>
  )
}

const LINK = 'inline-flex min-h-11 min-w-0 items-center gap-2 underline decoration-edge underline-offset-4'

/** The last day of the proposal; that it has expired is marked only while the event is a draft or pending. */
function Validity({ event: { validUntil }, status }: { event: CateringEvent; status: EventStatus }) {
  const day = formatLongDay(validUntil, language)
  if (isOpenEvent(status) && localTime(serverDate(), timeZone).day > validUntil)
    return <p className="mt-3 text-sm font-semibold text-pending">{t('catering.expired', { day })}</p>
  return <p className="mt-3 text-sm text-muted">{t('catering.validUntil', { day })}</p>
}

/** The sums of an event (docs/product/catering.md#catering-discount). */
function EventTotals({ event }: Pick<EventContentProps, 'event'>) {
  const { total, totalAfterDiscount, perGuest } = eventSums(event)
  const { currency, discount } = event
  return (
    <dl className="mt-3 grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-1 text-body">
      <dt>{t('orders.total')}</dt>
      <dd className="figures text-right">{formatMoney(total, currency)}</dd>
      <dt>{t('catering.discountName')}</dt>
      <dd className="figures text-right">{formatNumber(discount)}%</dd>
      <dt className="font-semibold">{t('catering.totalAfterDiscount')}</dt>
      <dd className="display figures text-right text-xl">{formatMoney(totalAfterDiscount, currency)}</dd>
      <dt className="text-muted">{t('catering.perGuest')}</dt>
      <dd className="figures text-right text-muted">{formatMoney(perGuest, currency)}</dd>
    </dl>
  )
}
