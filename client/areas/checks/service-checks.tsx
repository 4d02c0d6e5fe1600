import { useQueryClient } from '@tanstack/react-query'
import {
  ArrowLeft,
  CircleAlert,
  CircleCheck,
  CircleHelp,
  CircleMinus,
  CircleX,
  type LucideIcon,
  RefreshCw,
} from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { BeforeService } from '#shared/contracts/before-service.ts'
import {
  CHECKS,
  type CheckGroup,
  type CheckName,
  type CheckState,
  needsAttention,
} from '#shared/domain/checks/findings.ts'
import { refetchChanged } from '../../lib/api/query.ts'
import { serviceKey, useBeforeService } from '../../lib/service/service.ts'
import { cx } from '../../ui/cx.ts'
import { Badge, type BadgeTone } from '../../ui/parts/badge.tsx'
import { Button, buttonClass } from '../../ui/parts/button.tsx'
import { Card } from '../../ui/parts/card.tsx'
import { Skeleton, Spinner } from '../../ui/parts/loading.tsx'
import { type Check, NO_ANSWER } from './check.tsx'
import { useDeviceChecks } from './device-checks.tsx'
import { type ServiceParts, useServiceParts } from './parts.ts'
import { usePhoneCheck } from './phone-check.tsx'
import { useServerChecks } from './server-checks.tsx'

const STYLES: Record<CheckState, { Icon: LucideIcon; colour: string; tone: BadgeTone }> = {
  ok: { Icon: CircleCheck, colour: 'text-ready', tone: 'ready' },
  look: { Icon: CircleAlert, colour: 'text-pending', tone: 'pending' },
  wrong: { Icon: CircleX, colour: 'text-cancelled', tone: 'cancelled' },
  unknown: { Icon: CircleHelp, colour: 'text-preparing', tone: 'preparing' },
  unused: { Icon: CircleMinus, colour: 'text-muted', tone: 'neutral' },
}

/** One check: its state as icon, text and colour, a sentence, and the remedy. */
function CheckRow({ name, check }: { name: CheckName; check: Check }) {
  const { t } = useTranslation()
  const { state, finding, values, text, remedy, isReadAloud } = check
  const { Icon, colour, tone } = STYLES[state]
  const row = useFocusFallback<HTMLLIElement>()
  const title = t(`beforeService.${name}.name`)
  // A test looks for the words of all findings.
  const sentence = (
    check === NO_ANSWER ? 'beforeService.noAnswer' : `beforeService.${name}.${finding}`
  ) as 'beforeService.live.live'
  return (
    <li ref={row} tabIndex={-1} aria-label={title} className="flex gap-3.5 px-4 py-4 outline-none sm:px-5">
      <Icon aria-hidden="true" className={cx('size-6 shrink-0', colour)} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <p className="text-base leading-6 font-semibold">{title}</p>
          <Badge tone={tone}>{t(`beforeService.states.${state}`)}</Badge>
        </div>
        <div role={isReadAloud ? 'status' : undefined} className="mt-1 text-[15px] text-pretty text-muted">
          {text ?? t(sentence, values)}
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

/**
 * The screen with all checks to make before the restaurant opens
 * (docs/product/before-service.md#before-service-screen).
 */
export default function BeforeServiceView({ tabsUrl }: ServiceChecksProps) {
  return <ServiceChecks tabsUrl={tabsUrl} parts={useServiceParts()} />
}

export function ServiceChecks({ tabsUrl, parts }: ServiceChecksProps & { parts: ServiceParts }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { data, error, isFetching } = useBeforeService()
  const checkAgain = () => void refetchChanged(queryClient, serviceKey)
  return (
    <div className="mx-auto max-w-6xl px-4 pt-4 sm:px-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2.5">
        <Link href={tabsUrl} className={cx(buttonClass({ variant: 'quiet' }), '-ml-3 px-3!')}>
          <ArrowLeft aria-hidden="true" className="size-5" />
          {t('beforeService.back')}
        </Link>
        {/* Not disabled while fetching: a disabled button would lose the focus. */}
        <Button size="small" variant="outline" aria-busy={isFetching} onClick={checkAgain}>
          {isFetching ? (
            <Spinner className="size-4 max-[24rem]:hidden" />
          ) : (
            <RefreshCw aria-hidden="true" className="size-4 max-[24rem]:hidden" />
          )}
          {t(isFetching ? 'beforeService.checking' : 'beforeService.checkAgain')}
        </Button>
      </div>
      {data || error ? <Checks parts={parts} facts={error ? undefined : data} error={error} /> : <ChecksSkeleton />}
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
  const checks: Record<CheckName, Check> = {
    ...useDeviceChecks(parts),
    phone: usePhoneCheck(facts?.phone),
    ...useServerChecks(facts, error, parts),
  }
  const count = Object.values(checks).filter(needsAttention).length
  return (
    <>
      <Heading>{count === 0 ? t('beforeService.allReady') : t('beforeService.toLookAt', { count })}</Heading>
      {/* On wide screens, the guests' group is beside the other two. */}
      <div className="grid items-start gap-x-6 gap-y-5 lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
        <Group group="device" checks={checks} />
        <Group group="guests" checks={checks} className="lg:row-span-2" />
        <Group group="system" checks={checks} />
      </div>
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
      <span className="block text-[15px] font-semibold text-muted">{t('beforeService.title')}</span>{' '}
      <span role="status" className="display block text-[28px] leading-tight">
        {children}
      </span>
    </h2>
  )
}

interface GroupProps {
  group: CheckGroup
  checks: Record<CheckName, Check>
  className?: string
}

function Group({ group, checks, className }: GroupProps) {
  const { t } = useTranslation()
  const title = t(`beforeService.groups.${group}`)
  // Where payments are off, nothing speaks of them.
  const isShown = (name: CheckName) =>
    (name !== 'dayEnd' && name !== 'printers') || !['off', 'unused', undefined].includes(checks[name]?.finding)
  return (
    <section className={className}>
      <h3 className="mb-2 text-[15px] font-semibold text-muted">{title}</h3>
      <Card>
        <ul aria-label={title} className="divide-y divide-line">
          {CHECKS[group].filter(isShown).map((name) => (
            <CheckRow key={name} name={name} check={checks[name]} />
          ))}
        </ul>
      </Card>
    </section>
  )
}

function ChecksSkeleton() {
  const { t } = useTranslation()
  return (
    <div role="status">
      <span className="sr-only">{t('beforeService.checking')}</span>
      <Skeleton className="mb-5 h-14 max-w-xs" />
      <div className="grid gap-x-6 gap-y-5 lg:grid-cols-2">
        <Skeleton className="h-[26rem] rounded-card!" />
        <Skeleton className="h-[26rem] rounded-card!" />
      </div>
    </div>
  )
}
