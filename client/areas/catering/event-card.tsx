import { useMutation } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, Download, ExternalLink, Mail, Phone, Printer, StickyNote } from 'lucide-react'
import { memo, useState } from 'react'
import { type CateringEvent, getProposal } from '#shared/contracts/catering.ts'
import { dialledNumber, phoneForPeople } from '#shared/domain/customers/phone.ts'
import type { Language } from '#shared/domain/language.ts'
import { EVENT_STATUSES, type EventStatus, isOpenEvent } from '#shared/domain/statuses.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { formatLongDay } from '#shared/domain/time/long-day.ts'
import { downloadFile } from '../../lib/api/files.ts'
import { LanguageSwitch } from '../../lib/browser/preferences.tsx'
import { toastFailure } from '../../lib/changes/toast-failure.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { formatMoment } from '../../lib/words/format.ts'
import { Button, buttonClass, Card, cx, IconButton, MoreMenu, Select, useTranslation } from '../../ui/index.ts'
import { EventLines, EventTotals } from './event-figures.tsx'
import { proposalAddress, proposalParams, useEventStatus } from './event-requests.ts'
import { printPdf } from './print-pdf.ts'

interface ProposalActionsProps {
  event: CateringEvent
  name: string
  onCopy: (event: CateringEvent) => void
  onDelete: (event: CateringEvent) => void
}

/** Buttons for the proposal as a PDF: open in a new tab, download, or print, in either language; and to copy or delete it. */
function ProposalActions({ event, name, onCopy, onDelete }: ProposalActionsProps) {
  const { t } = useTranslation()
  const [language, setLanguage] = useState<Language>(event.language)
  const address = proposalAddress(event, language)
  const download = useMutation({
    mutationFn: () => downloadFile(getProposal, proposalParams(event, language)),
    onError: (error) => toastFailure(t('catering.downloadFailed'), error),
  })
  const print = useMutation({
    // One after another: each print removes the frame of the previous one.
    scope: { id: 'print-proposal' },
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
      <div className="ml-auto flex gap-2 @max-[40rem]/page:w-full">
        <a
          href={address}
          target="_blank"
          rel="noopener"
          aria-label={t('catering.openProposalOf', { name })}
          className={`${buttonClass({ variant: 'outline' })} @max-[40rem]/page:flex-1 @max-[40rem]/page:px-3!`}
        >
          <ExternalLink className="size-4.5" />
          {t('catering.open')}
        </a>
        <IconButton
          variant="outline"
          label={t('catering.downloadOf', { name })}
          disabled={download.isPending}
          onClick={() => download.mutate()}
        >
          <Download className="size-5" />
        </IconButton>
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
            ...(isOpenEvent(event.status) ? [{ label: t('catering.delete'), onChoose: () => onDelete(event) }] : []),
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
  const { t, language } = useTranslation()
  const { timeZone } = useSettings()
  const { mutate, isPending, variables } = useEventStatus(event)
  const status = isPending ? variables : event.status
  const name = event.customerName || t('catering.erased')
  return (
    <Card role="article" aria-label={name} className="p-4 @min-[40rem]/page:p-5">
      <header>
        <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
          <h2 className="display min-w-0 flex-1 basis-36 pt-2 text-[22px] leading-tight break-words">{name}</h2>
          <Select
            label={t('catering.statusOf', { name })}
            value={status}
            onValueChange={(next) => {
              if (next !== status) mutate(next)
            }}
            options={EVENT_STATUSES.map((value) => ({ value, label: t(`catering.statuses.${value}`) }))}
            className={cx('h-11! w-auto! gap-1.5! rounded-full! px-3.5! text-sm!', STATUS_COLOURS[status])}
          />
        </div>
        <p className="mt-1 text-[15px]">
          <time dateTime={event.eventDate}>{formatLongDay(event.eventDate, language)}</time>
          {' · '}
          {t('catering.guests', { count: event.numberOfGuests })}
        </p>
        <p className="mt-0.5 text-[13px] text-muted">
          {t('catering.createdAt', { moment: formatMoment(event.createdAt, timeZone, language) })}
        </p>
      </header>
      {event.customerName ? (
        <Contact event={event} />
      ) : (
        <p className="my-3 text-sm text-muted">{t('catering.erasedDescription')}</p>
      )}
      <CollapsibleLines event={event} />
      <EventTotals
        items={event.items}
        discount={event.discount}
        numberOfGuests={event.numberOfGuests}
        currency={event.currency}
        className="mt-3"
      />
      {event.notes && (
        <p className="mt-3 flex gap-2 rounded-[12px] bg-accent-soft px-3 py-2 text-sm font-medium">
          <StickyNote className="mt-0.5 size-4 shrink-0 text-accent" />
          <span className="min-w-0 break-words whitespace-pre-line">{event.notes}</span>
        </p>
      )}
      <Validity event={event} status={status} />
      <ProposalActions event={event} name={name} onCopy={onCopy} onDelete={onDelete} />
    </Card>
  )
})

function Contact({ event: { customerPhone, customerEmail } }: { event: CateringEvent }) {
  return (
    <div className="my-2 flex flex-wrap gap-x-5 text-[15px]">
      <a href={`tel:${dialledNumber(customerPhone)}`} className={LINK}>
        <Phone className="size-4 shrink-0 text-muted" />
        <span className="figures">{phoneForPeople(customerPhone)}</span>
      </a>
      <a href={`mailto:${customerEmail}`} className={LINK}>
        <Mail className="size-4 shrink-0 text-muted" />
        <span className="min-w-0 wrap-anywhere">{customerEmail}</span>
      </a>
    </div>
  )
}

const LINK = 'inline-flex min-h-11 min-w-0 items-center gap-2 underline decoration-edge underline-offset-4'

const MAX_COLLAPSED_LINES = 6

function CollapsibleLines({ event: { items, currency } }: { event: CateringEvent }) {
  const { t, language } = useTranslation()
  const [isExpanded, setExpanded] = useState(false)
  const hiddenCount = items.length - MAX_COLLAPSED_LINES
  // The button is as high as one line, so a single line is never hidden.
  const isLong = hiddenCount > 1
  const Arrow = isExpanded ? ChevronUp : ChevronDown
  return (
    <>
      <EventLines
        lines={isLong && !isExpanded ? items.slice(0, MAX_COLLAPSED_LINES) : items}
        language={language}
        currency={currency}
      />
      {items.length === 0 && <p className="py-2 text-sm text-muted">{t('catering.noLines')}</p>}
      {isLong && (
        <Button
          variant="quiet"
          size="small"
          className="-ml-3 mt-1"
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          <Arrow className="size-4" />
          {isExpanded ? t('catering.fewerLines') : t('catering.moreLines', { count: hiddenCount })}
        </Button>
      )}
    </>
  )
}

/** The last day of the proposal; that it has expired is marked only while the event is a draft or pending. */
function Validity({ event: { validUntil }, status }: { event: CateringEvent; status: EventStatus }) {
  const { t, language } = useTranslation()
  const { timeZone } = useSettings()
  const day = formatLongDay(validUntil, language)
  if (isOpenEvent(status) && localTime(new Date(), timeZone).day > validUntil)
    return <p className="mt-3 text-sm font-semibold text-cancelled">{t('catering.expired', { day })}</p>
  return <p className="mt-3 text-sm text-muted">{t('catering.validUntil', { day })}</p>
}
