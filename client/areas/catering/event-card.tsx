import { useMutation } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, Download, ExternalLink, Mail, Phone, Printer, StickyNote } from 'lucide-react'
import { memo, type ReactNode, useState } from 'react'
import { type CateringEvent, getProposal } from '#shared/contracts/catering.ts'
import { EVENT_STATUSES, type EventFigures, type EventStatus, eventSums, isOpenEvent } from '#shared/domain/catering.ts'
import { dialledNumber, phoneForPeople } from '#shared/domain/customers/phone.ts'
import { type Language, type Named, nameIn } from '#shared/domain/language.ts'
import { type Currency, formatMoney, moneyParts } from '#shared/domain/money.ts'
import { formatNumber } from '#shared/domain/numbers.ts'
import { missingLetters } from '#shared/domain/proposal-letters.ts'
import { localTime } from '#shared/domain/time/local-time.ts'
import { formatLongDay } from '#shared/domain/time/long-day.ts'
import { formatMoment } from '#shared/i18n/format.ts'
import { downloadFile } from '../../lib/api/files.ts'
import { LanguageSwitch } from '../../lib/browser/preferences.tsx'
import { toastFailure } from '../../lib/changes/send-change.ts'
import { useMoney, useSettings } from '../../lib/settings/settings.ts'
import { Button, buttonClass, Card, cx, IconButton, Money, MoreMenu, Select, useTranslation } from '../../ui/index.ts'
import { changeDraft, type ProposalLine } from './draft.ts'
import { printPdf, proposalAddress, proposalParams, useEventStatus } from './event-requests.ts'

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
  const { t, language } = useTranslation()
  const { timeZone } = useSettings()
  const { mutate } = useEventStatus()
  const { status } = event
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
              if (next !== status) mutate({ item: event, input: next })
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
      <MissingLetters texts={printedTexts(event)} />
      <Validity event={event} status={status} />
      <ProposalActions event={event} name={name} onCopy={onCopy} onDelete={onDelete} />
    </Card>
  )
})

function printedTexts({ customerName, customerEmail, notes, items }: CateringEvent): (string | null)[] {
  const dishes = items.flatMap(({ name, nameRo, allergens, options }) => [
    name,
    nameRo,
    allergens,
    ...options.flatMap((option) => [option.name, option.nameRo]),
  ])
  return [customerName, customerEmail, notes, ...dishes]
}

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

interface Line extends Named {
  id: number
  quantity: number
  priceAtTimeOfEvent: number
}

interface EventLinesProps<EventLine extends Line> {
  lines: readonly EventLine[]
  language: Language
  currency: Currency
  mark?: (line: EventLine) => ReactNode
}

export function EventLines<EventLine extends Line>({ lines, language, currency, mark }: EventLinesProps<EventLine>) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {lines.map((line) => (
        <li key={line.id} lang={language} className="flex items-baseline gap-2.5 py-2 text-[15px]">
          <span className="figures min-w-9 shrink-0 font-bold">{line.quantity}×</span>
          <span className="min-w-0 flex-1 break-words">
            {nameIn(language, line)} {mark?.(line)}
            <span className="figures block text-[13px] text-muted">
              {formatMoney(line.priceAtTimeOfEvent, currency)}
            </span>
          </span>
          <Money
            parts={moneyParts(line.quantity * line.priceAtTimeOfEvent, currency)}
            className="shrink-0 font-semibold"
          />
        </li>
      ))}
    </ul>
  )
}

interface MissingLettersProps {
  /** What the proposal prints in the words of the owner and of guests. */
  texts: readonly (string | null)[]
}

/** Says which letters the proposal shows as empty boxes (docs/product/catering.md#catering-proposal). */
export function MissingLetters({ texts }: MissingLettersProps) {
  const { t } = useTranslation()
  const { restaurantName } = useSettings()
  const letters = missingLetters([restaurantName, ...texts])
  if (!letters) return null
  return (
    <p className="mt-3 text-sm font-semibold break-words text-pending">{t('catering.missingLetters', { letters })}</p>
  )
}

/** The sums of an event (docs/product/catering.md#catering-discount). */
export function EventTotals({
  currency,
  className,
  ...figures
}: EventFigures & { currency: Currency; className?: string }) {
  const { t, language } = useTranslation()
  const { total, totalAfterDiscount, perGuest } = eventSums(figures)
  const { discount } = figures
  return (
    <dl className={cx('grid grid-cols-[1fr_auto] items-baseline gap-x-4 gap-y-1 text-[15px]', className)}>
      <dt>{t('catering.total')}</dt>
      <dd className="figures text-right">{formatMoney(total, currency)}</dd>
      <dt>{t('catering.discountName')}</dt>
      <dd className="figures text-right">{formatNumber(discount, language)}%</dd>
      <dt className="font-semibold">{t('catering.totalAfterDiscount')}</dt>
      <dd className="display figures text-right text-xl">{formatMoney(totalAfterDiscount, currency)}</dd>
      <dt className="text-muted">{t('catering.perGuest')}</dt>
      <dd className="figures text-right text-muted">{formatMoney(perGuest, currency)}</dd>
    </dl>
  )
}

interface ProposalBarProps {
  lines: readonly ProposalLine[]
  /** Discount in percent. */
  discount: number
  onPreview: () => void
}

export function ProposalBar({ lines, discount, onPreview }: ProposalBarProps) {
  const { t } = useTranslation()
  const { format } = useMoney()
  const { total, totalAfterDiscount } = eventSums({ items: lines, discount, numberOfGuests: 1 })
  const portions = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <section
      data-bottom-bar=""
      aria-label={t('catering.selection')}
      className="sticky bottom-3 z-20 flex flex-wrap items-center gap-x-4 gap-y-2.5 rounded-card border border-line bg-card p-3 shadow-lift @min-[40rem]/page:px-5"
    >
      <p role="status" className="min-w-0 flex-1 basis-48 leading-tight">
        <span className="display figures block text-xl">{format(totalAfterDiscount)}</span>
        <span className="text-sm text-muted">
          {t('common.dishes', { count: lines.length })} · {t('catering.portions', { count: portions })}
          {totalAfterDiscount !== total && ` · ${t('catering.total')} ${format(total)}`}
        </span>
      </p>
      <div className="flex gap-2 @max-[40rem]/page:w-full @max-[40rem]/page:*:flex-1">
        <Button variant="outline" onClick={() => changeDraft({ step: 'details' })}>
          {t('common.back')}
        </Button>
        <Button disabled={lines.length === 0} onClick={onPreview}>
          {t('catering.preview')}
        </Button>
      </div>
    </section>
  )
}
