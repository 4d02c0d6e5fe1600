import { ArrowLeft, ChevronDown, CircleCheck, RefreshCw } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { CHECK_GROUPS, type CheckState, needsAttention } from '#shared/contracts/before-service.ts'
import { refetchChanged } from '../../lib/api/query.ts'
import { errorMessage } from '../../lib/api/request-error.ts'
import { paths } from '../../lib/browser/paths.ts'
import { NotLoaded } from '../../lib/loading/list.tsx'
import { serviceKey, useChangeSettings } from '../../lib/settings/change-settings.tsx'
import { Button, buttonClass, Card, cx, Spinner, t } from '../../ui/index.ts'
import { CheckRow } from './check-row.tsx'
import { type Check, type Device, deviceChecks, useDevice, useServerChecks } from './checks.tsx'

interface BeforeServiceProps {
  /** The URL of the dashboard's tabs, for the link back. */
  tabsUrl: string
}

/** All checks to make before the restaurant opens (docs/product/before-service.md#before-service-screen). */
export default function BeforeServiceView({ tabsUrl }: BeforeServiceProps) {
  return <AllChecks tabsUrl={tabsUrl} device={useDevice()} />
}

export function AllChecks({ tabsUrl, device }: BeforeServiceProps & { device: Device }) {
  const { query, checks } = useServerChecks()
  const { error, isFetching } = query
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
      {checks || error ? (
        <Checks device={device} ofServer={error ? undefined : checks} error={error} />
      ) : (
        <NotLoaded queries={[query]} label={t('common.checking')} shapes={['h-14 max-w-xs', 'h-[26rem]']} />
      )}
    </div>
  )
}

interface ChecksProps {
  device: Device
  /** Undefined if the server has not responded; the device's own checks do not need it. */
  ofServer: Check[] | undefined
  error: unknown
}

function Checks({ device, ofServer, error }: ChecksProps) {
  const [, navigate] = useLocation()
  const { mutate: change } = useChangeSettings()
  const lost: Check = {
    ...{ name: 'server', group: 'system', state: 'wrong', title: t('beforeService.server.name') },
    text: t('beforeService.server.lost', { reason: errorMessage(error) }),
  }
  const checks = [...deviceChecks(device), ...(ofServer ?? [lost])]
  const count = checks.filter(needsAttention).length
  const listed = useListed(checks)
  const folded = checks.filter((check) => !listed.includes(check))
  const unusedCount = folded.filter(({ state }) => state === 'unused').length
  return (
    <>
      <Heading>{count === 0 ? t('beforeService.allReady') : t('beforeService.toLookAt', { count })}</Heading>
      {listed.length > 0 && <Rows title={t('beforeService.attention')} checks={listed} />}
      <details className="group mt-4" open={count === 0}>
        <summary className="mb-2 flex min-h-11 cursor-pointer no-marker items-center gap-1.5 font-semibold text-body">
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
        <Button
          variant="quiet"
          onClick={() => {
            change({ firstStepsAway: false })
            navigate(paths.dashboardTab('orders'))
          }}
        >
          {t('firstSteps.back')}
        </Button>
      </p>
    </>
  )
}

/** Gets the focus when the screen opens, so that a screen reader begins with the result. */
function Heading({ children }: { children: string }) {
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
