import { ArrowLeft, CircleAlert, Download, Receipt } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { Link, Redirect, useSearch } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { type Day, getDay, type OpenDay } from '#shared/contracts/days.ts'
import { TILL_KINDS } from '#shared/contracts/payments.ts'
import { formatMoney, moneyParts } from '#shared/domain/money.ts'
import {
  dayOfReport,
  orderName,
  owingOf,
  owingSection,
  reportNumber,
  reportSections,
  sectionsOf,
  takenBy,
  tillSection,
} from '#shared/domain/printing/day-report.ts'
import { BUSINESS_DAY_START, businessDayOf } from '#shared/domain/time/business-day.ts'
import { formatDay, formatMoment } from '#shared/i18n/format.ts'
import { showDialog } from '../../../kit/dialog.tsx'
import { addressOf } from '../../../lib/api/api.ts'
import { entry } from '../../../lib/browser/paths.ts'
import { useServerNow } from '../../../lib/clock/server-clock.ts'
import { MorePages, NotLoaded } from '../../../lib/loading/list.tsx'
import { useBeforeService } from '../../../lib/settings/change-settings.tsx'
import { timeZone, useSettings } from '../../../lib/settings/settings.ts'
import { Button, buttonClass, Card, cx, EmptyState, language, Money, Notice, Part, t } from '../../../ui/index.ts'
import { DayReceipts } from '../../printing/index.ts'
import { OrderSheet } from '../payment-dialogs.tsx'
import { CashCount, useCashCount } from './cash-count.tsx'
import { PrintDay, SectionCard, TillForm, useClosedDay, useClosedDays, useOpenDay } from './day.tsx'

/** The address of a closed day's report; without a number that of the open day. */
function addressOfDay(number?: number): string {
  const search = new URLSearchParams(location.search)
  if (number === undefined) search.delete('day')
  else search.set('day', String(number))
  return `${location.pathname}?${search}`
}

/** The end of the day, or the report of a closed one (docs/product/payments.md#day-end-screen). */
export default function DayView({ tabsUrl }: { tabsUrl: string }) {
  const { payments = true } = useSettings()
  const number = Number(new URLSearchParams(useSearch()).get('day')) || null
  const reportHeading = useRef<HTMLHeadingElement>(null)
  if (!payments) return <Redirect to={tabsUrl} replace />
  return (
    <div className="mx-auto flex max-w-[1320px] flex-col gap-4 px-4 pt-2 sm:px-6">
      {number === null ? (
        <OpenDayView tabsUrl={tabsUrl} reportHeading={reportHeading} />
      ) : (
        <Report key={number} number={number} heading={reportHeading} />
      )}
    </div>
  )
}

type HeadingRef = RefObject<HTMLHeadingElement | null>

interface HeadProps {
  ref?: HeadingRef
  back: { href: string; label: string }
  title: string
  beside?: ReactNode
  children?: ReactNode
}

/** Gets the focus when the screen opens. */
function Head({ ref, back, title, beside, children }: HeadProps) {
  const own: HeadingRef = useRef(null)
  const heading = ref ?? own
  useEffect(() => heading.current?.focus(), [heading])
  return (
    <div>
      <Link href={back.href} className={cx(buttonClass({ variant: 'quiet', size: 'small' }), '-ml-3 min-h-11')}>
        <ArrowLeft className="size-4" />
        {back.label}
      </Link>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 ref={heading} tabIndex={-1} className="display text-figure leading-tight outline-none">
          {title}
        </h2>
        <p className="mr-auto text-muted">{beside}</p>
        {children}
      </div>
      <p className="mt-1 text-muted text-sm">{t('days.notFiscal')}</p>
    </div>
  )
}

const SHAPES = ['h-64 rounded-card', 'h-96 rounded-card']

interface OpenDayProps {
  tabsUrl: string
  reportHeading: HeadingRef
}

function OpenDayView(props: OpenDayProps) {
  const { tabsUrl } = props
  const query = useOpenDay()
  return (
    <>
      {query.data ? (
        <Closing key={query.data.nextNumber} day={query.data} {...props} />
      ) : (
        <>
          <Head back={{ href: tabsUrl, label: t('common.toBoard') }} title={t('days.title')} />
          <NotLoaded queries={[query]} shapes={SHAPES} className="space-y-4" />
        </>
      )}
      <ClosedDays />
    </>
  )
}

/** What is to settle, then the count, and once that is confirmed the figures. */
function Closing({ day, tabsUrl, reportHeading }: OpenDayProps & { day: OpenDay }) {
  const { businessDayStart = BUSINESS_DAY_START, fiscal } = useSettings()
  const forgotten = useBeforeService().data?.forgottenDay ?? null
  const today = businessDayOf(new Date(useServerNow()), businessDayStart, timeZone)
  const { lastEntry, currency, nextNumber } = day
  const counting = useCashCount(nextNumber)
  const showReport = ({ number }: Day) => navigate(addressOfDay(number), { state: entry.of({ isUnprinted: true }) })
  return (
    <>
      <Head
        back={{ href: tabsUrl, label: t('common.toBoard') }}
        title={t('days.title')}
        beside={[
          formatDay(forgotten ?? today, language),
          ...(lastEntry === null
            ? []
            : [
                t('days.since', { moment: formatMoment(day.from, timeZone, language) }),
                t('common.orderCount', { count: day.orders }),
              ]),
        ].join(' · ')}
      />
      {forgotten && (
        <Notice icon={<CircleAlert />} tone="pending">
          {t('days.forgotten', { day: formatDay(forgotten, language) })}
        </Notice>
      )}
      <div className="grid grid-cols-1 items-start gap-x-4 @tab/page:grid-cols-[minmax(0,1fr)_22rem] @tab/page:grid-rows-[auto_1fr] @wide/page:grid-cols-[minmax(0,1fr)_27rem]">
        <div className="min-w-0">
          <ToSettle day={day} />
          <Part>{(fiscal || day.fiscal) && <DayReceipts />}</Part>
          <Till day={day} />
        </div>
        <div className="mb-4 @tab/page:col-start-2 @tab/page:row-span-2 @tab/page:row-start-1">
          {lastEntry === null ? (
            <Card>
              <EmptyState icon={<Receipt />} title={t('days.nothing')} description={t('days.nothingDescription')} />
            </Card>
          ) : (
            <CashCount day={{ ...day, lastEntry }} onClosed={showReport} {...{ counting, reportHeading }} />
          )}
        </div>
        {counting.count.confirmed !== null && (
          <div className="min-w-0 gap-4 @wide/page:columns-2">
            {sectionsOf(day, t, language).map((section) => (
              <SectionCard key={section.title} section={section} currency={currency} />
            ))}
          </div>
        )}
      </div>
    </>
  )
}

/** The orders with something due; none of them keeps the day from being closed. */
function ToSettle({ day }: { day: OpenDay }) {
  const sections = (['open', 'withoutPayment'] as const)
    .map((name) => ({ name, owing: owingOf(day, name) }))
    .filter(({ owing }) => owing.length > 0)
  const [settledId, setSettledId] = useState<number | null>(null)
  const settled = [...day.open, ...day.withoutPayment].find(({ orderId }) => orderId === settledId)
  const settle = ({ orderId, due }: OpenDay['open'][number]) => (
    <Button
      variant="outline"
      aria-haspopup="dialog"
      aria-label={t(due < 0 ? 'days.giveBackOf' : 'days.settleOf', { id: orderId })}
      onClick={() => setSettledId(orderId)}
    >
      {t(due < 0 ? 'days.giveBackNow' : 'due.take')}
    </Button>
  )
  return (
    <>
      {sections.map(({ name, owing }) => (
        <SectionCard
          key={name}
          section={owingSection(day, name, t, timeZone)}
          currency={day.currency}
          actionOf={(i) => owing[i] && settle(owing[i])}
        />
      ))}
      <p className="mb-4 px-1 text-muted text-sm">{t(sections.length > 0 ? 'days.mayStay' : 'days.allSettled')}</p>
      {settled && (
        <OrderSheet
          key={settled.orderId}
          open
          order={{ id: settled.orderId, due: settled.due, currency: day.currency }}
          title={orderName(settled, t)}
          onClose={() => setSettledId(null)}
        />
      )}
    </>
  )
}

function Till({ day }: { day: OpenDay }) {
  const labelOf = (kind: (typeof TILL_KINDS)[number]) => t(kind === 'in' ? 'days.putIn' : 'days.takeOut')
  const record = (kind: (typeof TILL_KINDS)[number]) =>
    showDialog({
      title: labelOf(kind),
      content: (close) => (
        <TillForm kind={kind} label={labelOf(kind)} currency={day.currency} onClose={() => close()} />
      ),
    })
  return (
    <SectionCard section={tillSection(day, t)} currency={day.currency}>
      <div className="mt-2 flex flex-wrap gap-2">
        {TILL_KINDS.map((one) => (
          <Button key={one} variant="outline" onClick={() => void record(one)}>
            {labelOf(one)}
          </Button>
        ))}
      </div>
    </SectionCard>
  )
}

function Report({ number, heading }: { number: number; heading: HeadingRef }) {
  const query = useClosedDay(number)
  const day = query.data
  const moment = (at: string) => formatMoment(at, timeZone, language)
  return (
    <>
      <Head
        ref={heading}
        back={{ href: addressOfDay(), label: t('days.back') }}
        title={t('days.report', { number: reportNumber(number) })}
        beside={day && `${moment(day.from)} – ${moment(day.to)} · ${t('days.by')} ${day.by}`}
      >
        {day && (
          <>
            <PrintDay day={day} />
            <a
              href={addressOf(getDay, { params: { number: String(number) }, query: { as: 'csv', lang: language } })}
              download
              className={buttonClass({ variant: 'outline' })}
            >
              <Download className="size-5" />
              {t('reports.csv')}
            </a>
          </>
        )}
      </Head>
      {!day && <NotLoaded queries={[query]} shapes={SHAPES} className="space-y-4" />}
      {day?.fiscal && (
        <p>
          <span className="text-muted">{t('settings.tabs.fiscal')}:</span> {t('days.receiptCounts', day.fiscal)}
        </p>
      )}
      {day?.note && (
        <p className="break-words">
          <span className="text-muted">{t('days.note')}:</span> {day.note}
        </p>
      )}
      {day && (
        <div className="gap-4 md:columns-2 xl:columns-3">
          {reportSections(day, t, language, timeZone).map((section) => (
            <SectionCard key={section.title} section={section} currency={day.currency} />
          ))}
        </div>
      )}
    </>
  )
}

function ClosedDays() {
  const settings = useSettings()
  const list = useClosedDays()
  const { data: days } = list
  if (days?.length === 0) return null
  return (
    <section aria-label={t('days.history')} className="mt-2">
      <h3 className="display mb-2 text-xl leading-tight">{t('days.history')}</h3>
      {!days && <NotLoaded queries={[list]} shapes={['h-40 rounded-card']} />}
      {days && (
        <Card>
          <ul className="divide-y divide-line">
            {days.map((day) => (
              <li key={day.number}>
                <Link
                  href={addressOfDay(day.number)}
                  className="flex min-h-12 flex-wrap items-baseline gap-x-3 px-5 py-2.5 hover:bg-sunk"
                >
                  <span className="figures font-semibold">{reportNumber(day.number)}</span>
                  <span className="min-w-0 flex-1 basis-44">
                    {formatDay(dayOfReport(day, settings), language)}{' '}
                    <span className="text-muted text-sm">
                      {t('days.closedAt', { moment: formatMoment(day.to, timeZone, language).replace(/ \d{4}/, '') })} ·{' '}
                      {day.by}
                    </span>
                  </span>
                  {day.difference !== 0 && (
                    <span className="text-pending text-sm">
                      {t('days.difference')} {formatMoney(day.difference, day.currency)}
                    </span>
                  )}
                  <Money parts={moneyParts(takenBy(day.methods), day.currency)} className="ml-auto font-semibold" />
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <MorePages list={list} more={t('journal.older')} />
    </section>
  )
}
