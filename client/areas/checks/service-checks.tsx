import {
  ArrowLeft,
  ChevronDown,
  CircleAlert,
  CircleCheck,
  CircleHelp,
  CircleMinus,
  CircleX,
  type LucideIcon,
  RefreshCw,
} from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { BeforeService } from '#shared/contracts/before-service.ts'
import { CHECK_GROUPS, type CheckState, needsAttention } from '#shared/domain/checks.ts'
import type { TFunction } from '#shared/i18n/translate.ts'
import { refetchChanged } from '../../lib/api/query.ts'
import { errorMessage } from '../../lib/api/request-error.ts'
import { NotLoaded } from '../../lib/loading/list.tsx'
import { serviceKey, useBeforeService } from '../../lib/settings/change-settings.tsx'
import { Badge, type BadgeTone, Button, buttonClass, Card, cx, Spinner, useTranslation } from '../../ui/index.ts'
import { type Check, Remedy, type ServiceParts, useServiceParts, wayOf } from './server-checks.tsx'

const STYLES: Record<CheckState, { Icon: LucideIcon; colour: string; tone: BadgeTone }> = {
  ok: { Icon: CircleCheck, colour: 'text-ready', tone: 'ready' },
  look: { Icon: CircleAlert, colour: 'text-pending', tone: 'pending' },
  wrong: { Icon: CircleX, colour: 'text-cancelled', tone: 'cancelled' },
  unknown: { Icon: CircleHelp, colour: 'text-preparing', tone: 'preparing' },
  unused: { Icon: CircleMinus, colour: 'text-muted', tone: 'neutral' },
}

/** What may change by itself: screen readers announce the new text. */
const READ_ALOUD: ReadonlySet<string> = new Set(['sound', 'printer', 'live', 'phone', 'paused', 'backup', 'server'])

/** One check: its state as icon, text and colour, a sentence, and the remedy. */
function CheckRow({ name, title, state, text, remedy }: Check) {
  const { t } = useTranslation()
  const { Icon, colour, tone } = STYLES[state]
  const row = useFocusFallback<HTMLLIElement>()
  return (
    <li ref={row} tabIndex={-1} aria-label={title} className="flex gap-3.5 px-4 py-4 outline-none sm:px-5">
      <Icon className={cx('size-6 shrink-0', colour)} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <p className="text-base leading-6 font-semibold">{title}</p>
          <Badge tone={tone}>{t(`beforeService.states.${state}`)}</Badge>
        </div>
        <div role={READ_ALOUD.has(name) ? 'status' : undefined} className="mt-1 text-body text-pretty text-muted">
          {text}
        </div>
        {remedy && <div className="mt-3 flex flex-wrap items-center gap-2.5">{remedy}</div>}
      </div>
    </li>
  )
}

/** Moves the focus to the row if a focused button in it is removed. */
function useFocusFallback<Row extends HTMLElement>() {
  const row = useRef<Row>(null)
  const hasFocus = useRef(false)
  useEffect(() => {
    const onFocusMoved = ({ target }: Event) => {
      hasFocus.current = row.current?.contains(target as Node) ?? false
    }
    // A tap on something that cannot have the focus leaves the row as well.
    document.addEventListener('focusin', onFocusMoved)
    document.addEventListener('pointerdown', onFocusMoved)
    return () => {
      document.removeEventListener('focusin', onFocusMoved)
      document.removeEventListener('pointerdown', onFocusMoved)
    }
  }, [])
  // After each render: any may have removed the focused element.
  useEffect(() => {
    if (hasFocus.current && document.activeElement === document.body) row.current?.focus({ preventScroll: true })
  })
  return row
}

interface ServiceChecksProps {
  /** The URL of the dashboard's tabs, for the link back. */
  tabsUrl: string
}

/** All checks to make before the restaurant opens (docs/product/before-service.md#before-service-screen). */
export default function BeforeServiceView({ tabsUrl }: ServiceChecksProps) {
  return <ServiceChecks tabsUrl={tabsUrl} parts={useServiceParts()} />
}

export function ServiceChecks({ tabsUrl, parts }: ServiceChecksProps & { parts: ServiceParts }) {
  const { t } = useTranslation()
  const query = useBeforeService()
  const { data, error, isFetching } = query
  const checkAgain = () => void refetchChanged(serviceKey)
  return (
    <div className="mx-auto max-w-4xl px-4 pt-4 sm:px-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2.5">
        <Link href={tabsUrl} className={cx(buttonClass({ variant: 'quiet' }), '-ml-3 px-3!')}>
          <ArrowLeft className="size-5" />
          {t('common.toBoard')}
        </Link>
        {/* Not disabled while fetching: a disabled button would lose the focus. */}
        <Button size="small" variant="outline" aria-busy={isFetching} onClick={checkAgain}>
          {isFetching ? (
            <Spinner className="size-4 max-[24rem]:hidden" />
          ) : (
            <RefreshCw className="size-4 max-[24rem]:hidden" />
          )}
          {t(isFetching ? 'common.checking' : 'beforeService.checkAgain')}
        </Button>
      </div>
      {data || error ? (
        <Checks parts={parts} facts={error ? undefined : data} error={error} />
      ) : (
        <NotLoaded queries={[query]} label={t('common.checking')} shapes={['h-14 max-w-xs', 'h-[26rem]']} />
      )}
    </div>
  )
}

interface ChecksProps {
  parts: ServiceParts
  /** Undefined if the server has not responded; the device's own checks do not need it. */
  facts: BeforeService | undefined
  error: unknown
}

function Checks({ parts, facts, error }: ChecksProps) {
  const { t } = useTranslation()
  const lost: Check = {
    ...{ name: 'server', group: 'system', state: 'wrong', title: t('beforeService.server.name') },
    text: t('beforeService.server.lost', { reason: errorMessage(error) }),
  }
  const ofServer = facts ? facts.checks.map((check) => ({ ...check, remedy: wayOf(check, parts) })) : [lost]
  const checks: Check[] = [...useDeviceChecks(parts), ...ofServer]
  const count = checks.filter(needsAttention).length
  const listed = useListed(checks)
  const folded = checks.filter((check) => !listed.includes(check))
  const unusedCount = folded.filter(({ state }) => state === 'unused').length
  return (
    <>
      <Heading>{count === 0 ? t('beforeService.allReady') : t('beforeService.toLookAt', { count })}</Heading>
      {listed.length > 0 && <Rows title={t('beforeService.attention')} checks={listed} />}
      <details className="group mt-4" open={count === 0}>
        <summary className="mb-2 flex min-h-11 cursor-pointer list-none items-center gap-1.5 font-semibold text-body">
          <CircleCheck className="size-5 text-ready" />
          {t('beforeService.ready', { count: folded.length - unusedCount })}
          {unusedCount > 0 && (
            <span className="font-normal text-muted">· {t('beforeService.unused', { count: unusedCount })}</span>
          )}
          <ChevronDown className="size-4.5 text-muted group-open:rotate-180" />
        </summary>
        {/* On wide screens, the guests' group is beside the other two. */}
        <div className="grid items-start gap-x-6 gap-y-5 @wide/page:grid-cols-2 @wide/page:grid-rows-[auto_1fr]">
          {CHECK_GROUPS.map((group) => {
            const rows = folded.filter((check) => check.group === group)
            const title = t(`beforeService.groups.${group}`)
            return (
              rows.length > 0 && (
                <section key={group} className={group === 'guests' ? '@wide/page:row-span-2' : undefined}>
                  <h3 className="mb-2 text-body font-semibold text-muted">{title}</h3>
                  <Rows title={title} checks={rows} />
                </section>
              )
            )
          })}
        </div>
      </details>
      <p className="mt-4 text-center">
        <Button variant="quiet" onClick={parts.showFirstSteps}>
          {t('firstSteps.back')}
        </Button>
      </p>
    </>
  )
}

/** Gets the focus when the screen opens, so that a screen reader begins with the result. */
function Heading({ children }: { children: string }) {
  const { t } = useTranslation()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h2 ref={heading} tabIndex={-1} className="mb-5 outline-none">
      <span className="block text-body font-semibold text-muted">{t('beforeService.title')}</span>{' '}
      <span role="status" className="display block text-figure leading-tight">
        {children}
      </span>
    </h2>
  )
}

const BY_URGENCY: readonly CheckState[] = ['wrong', 'look', 'unknown', 'ok', 'unused']

/** What is to be looked at, red before amber, a restored copy before all else. What was mended meanwhile keeps its place under the finger. */
function useListed(checks: Check[]): Check[] {
  const [seen, setSeen] = useState<Record<string, CheckState>>({})
  const news = checks.filter((check) => needsAttention(check) && seen[check.name] !== check.state)
  if (news.length > 0) setSeen({ ...seen, ...Object.fromEntries(news.map(({ name, state }) => [name, state])) })
  const rank = ({ name, state }: Check) => (name === 'restored' ? -1 : BY_URGENCY.indexOf(seen[name] ?? state))
  return checks
    .filter((check) => seen[check.name] || needsAttention(check))
    .sort((one, other) => rank(one) - rank(other))
}

function Rows({ title, checks }: { title: string; checks: Check[] }) {
  return (
    <Card>
      <ul aria-label={title} className="divide-y divide-line">
        {checks.map((check) => (
          <CheckRow key={check.name} {...check} />
        ))}
      </ul>
    </Card>
  )
}

type Found = Pick<Check, 'state' | 'text' | 'remedy'>

/** The checks that only this device can make. */
function useDeviceChecks(parts: ServiceParts): Check[] {
  const { t } = useTranslation()
  const row = (name: 'sound' | 'screen' | 'printer' | 'live', found: Found) => ({
    ...{ name, group: 'device' as const, title: t(`beforeService.${name}.name`) },
    ...found,
  })
  return [
    row('sound', soundCheck(parts.sound, t)),
    row('screen', screenCheck(parts.screen, t)),
    row('printer', printerCheck(parts.printer, t)),
    row('live', {
      state: parts.isLive ? 'ok' : 'wrong',
      text: t(`beforeService.live.${parts.isLive ? 'live' : 'lost'}`),
    }),
  ]
}

function screenCheck({ state, isAdviceRead, dismissAdvice }: ServiceParts['screen'], t: TFunction): Found {
  if (state === 'requesting') return { state: 'unknown', text: t('beforeService.screen.asking') }
  if (state === 'awake') return { state: 'ok', text: t('beforeService.screen.kept') }
  if (isAdviceRead) return { state: 'ok', text: t('beforeService.screen.settled') }
  const remedy = <Remedy label="beforeService.screen.settle" onClick={dismissAdvice} />
  return { state: 'look', text: t(`beforeService.screen.${state}`), remedy }
}

/** Whether it is loud enough, a person hears. */
function soundCheck({ isOn, turnOn, play }: ServiceParts['sound'], t: TFunction): Found {
  return {
    state: isOn ? 'ok' : 'wrong',
    text: t(`beforeService.sound.${isOn ? 'on' : 'off'}`),
    remedy: <Remedy label={`beforeService.sound.${isOn ? 'play' : 'turnOn'}`} onClick={isOn ? play : turnOn} />,
  }
}

const PRINTER_STATES = { ready: 'ok', browser: 'ok', queue: 'look', blocked: 'wrong', failed: 'wrong' } as const

/** A printer of the device reports that it is ready; whether any other prints, a test page shows. */
function printerCheck({ ready, queueLength, test }: ServiceParts['printer'], t: TFunction): Found {
  const finding = ((): keyof typeof PRINTER_STATES => {
    if (test.state === 'blocked' || test.state === 'failed') return test.state
    if (queueLength > 0) return 'queue'
    return ready ? 'ready' : 'browser'
  })()
  return {
    state: PRINTER_STATES[finding],
    text: t(`beforeService.printer.${finding}`, { count: queueLength }),
    remedy: <Remedy label="printing.silent.try" pending={test.state === 'trying'} onClick={test.print} />,
  }
}
