import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { BeforeService } from '#shared/contracts/before-service.ts'
import {
  type CheckName,
  type CheckState,
  type Finding,
  SERVER_CHECKS,
  type ServerCheck,
  stateOf,
} from '#shared/domain/checks/findings.ts'
import { nameIn } from '#shared/domain/language.ts'
import type { TextKey, TFunction } from '#shared/i18n/translate.ts'
import { errorMessage } from '../../lib/api/request-error.ts'
import { paths } from '../../lib/browser/paths.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { formatBytes, formatDay, formatMoment, formatTime, hoursText } from '../../lib/words/format.ts'
import { currentLanguage } from '../../lib/words/language.ts'
import { Button, buttonClass, useTranslation } from '../../ui/index.ts'
import type { ServiceParts } from './parts.ts'

const MAX_NAMES = 5

interface Sources {
  t: TFunction
  facts: BeforeService
  parts: ServiceParts
  nameOf: (dish: BeforeService['soldOut'][number]) => string
  moment: (moment: string | null) => string
  time: (moment: string | null) => string
}

/** What stands in the sentence for a finding of the server, and the remedy. */
const ROWS: { [Name in ServerCheck]: (finding: Finding<Name>, sources: Sources) => CheckRow } = {
  signIn: (_, { facts, moment }) => ({ values: { moment: moment(facts.signInEndsAt) } }),
  menu: (finding, { facts }) => ({
    values: { count: facts.dishes },
    remedy: finding === 'none' && <TabLink tab="menu" />,
  }),
  tables: (finding, { facts, parts }) => ({
    values: { count: facts.tables },
    remedy: finding !== 'some' && (
      <>
        <TabLink tab="tables" />
        {finding === 'none' && <Remedy label="firstSteps.tables.none" onClick={() => parts.setNoTables(true)} />}
      </>
    ),
  }),
  paused: (_, { facts, time, parts: { resuming } }) => ({
    values: { time: time(facts.ordersPausedUntil) },
    remedy: facts.ordersPaused && (
      <Remedy label="dashboard.resumeOrders" pending={resuming.isPending} onClick={resuming.resume} />
    ),
    isReadAloud: true,
  }),
  hours(finding, { t, facts, parts }) {
    const { today = [], exceptions = [] } = facts.hours ?? {}
    const language = currentLanguage()
    const ofDate = ({ date, hours }: (typeof exceptions)[number]) =>
      `${formatDay(date, language)}: ${hoursText(hours) || t('settings.hours.closed')}`
    return {
      values: { hours: hoursText(today), dates: exceptions.map(ofDate).join('; ') },
      remedy: finding !== 'unused' && <Remedy label="beforeService.hours.change" onClick={parts.openHours} />,
    }
  },
  soldOut: (_, sources) => dishesRow('soldOut', sources),
  unpriced: (_, sources) => dishesRow('unpriced', sources),
  undeclared: (_, sources) => dishesRow('undeclared', sources),
  registration: (finding, { parts }) => ({
    remedy: finding === 'open' && (
      <Remedy label="beforeService.registration.close" onClick={() => parts.setRegistration(false)} />
    ),
  }),
  whatsapp(finding, { t, facts, parts }) {
    const { reason, waiting } = facts.whatsapp
    const stopped = () => `${t('whatsapp.stopped')}. ${t(`whatsapp.reasons.${reason ?? 'refused'}`)}`
    const ok = () => `${t('beforeService.whatsapp.ok')} ${t('beforeService.whatsapp.waiting', { count: waiting })}`
    return {
      text: finding === 'stopped' ? stopped() : finding === 'ok' && waiting > 0 ? ok() : undefined,
      remedy: finding !== 'unused' && <Remedy label="whatsapp.openSettings" onClick={parts.openWhatsapp} />,
    }
  },
  database: (_, { facts: { databaseMs } }) => ({ values: { ms: databaseMs } }),
  disk(_, { facts: { disk } }) {
    const size = (bytes = 0) => formatBytes(bytes, currentLanguage())
    return { values: { free: size(disk?.free), total: size(disk?.total) } }
  },
  backup(finding, { t, facts: { backup }, moment, parts: { backingUp } }) {
    const { running, reason, lastAt } = backup
    const helps = !running && (finding === 'none' || finding === 'failed' || finding === 'old')
    const failed = () => `${t('beforeService.backup.failed')} ${t(`backups.failures.${reason ?? 'other'}`)}`
    return {
      values: { moment: moment(lastAt) },
      text:
        finding === 'failed' ? failed() : running && finding === 'none' ? t('beforeService.backup.running') : undefined,
      remedy: helps && <Remedy label="backups.make" pending={backingUp.isPending} onClick={backingUp.start} />,
      isReadAloud: true,
    }
  },
  printers: (_, { facts: { printers } }) => ({
    values: { names: printers?.notReady.join(', '), idle: printers?.idle.join(', '), count: printers?.undecided },
  }),
  dayEnd(_, { facts: { dayEnd } }) {
    const forgotten = dayEnd?.forgotten ?? undefined
    return {
      values: { day: forgotten && formatDay(forgotten, currentLanguage()) },
      remedy: forgotten && <DayEndLink />,
    }
  },
}

export function DayEndLink() {
  const { t } = useTranslation()
  return (
    <Link href={paths.dashboardView('day-end')} className={buttonClass({ variant: 'outline', size: 'small' })}>
      {t('beforeService.dayEnd.go')}
    </Link>
  )
}

/** Dishes that are on the guests' menu although sold out, without a price, or without declared allergens. */
function dishesRow(name: 'soldOut' | 'unpriced' | 'undeclared', { t, facts, nameOf }: Sources): CheckRow {
  const dishes = facts[name]
  const hiddenCount = dishes.length - MAX_NAMES
  const names = dishes.slice(0, MAX_NAMES).map(nameOf)
  if (hiddenCount > 0) names.push(t('beforeService.more', { count: hiddenCount }))
  // Names may contain commas.
  return {
    values: { count: dishes.length, names: names.join('; ') },
    remedy: dishes.length > 0 && <TabLink tab="menu" />,
  }
}

function TabLink({ tab }: { tab: 'menu' | 'tables' }) {
  const { t } = useTranslation()
  return (
    <Link href={paths.dashboardTab(tab)} className={buttonClass({ variant: 'outline', size: 'small' })}>
      {t(tab === 'menu' ? 'beforeService.openMenu' : 'beforeService.tables.open')}
    </Link>
  )
}

/** The checks of the server. @param error why there are no facts */
export function useServerChecks(
  facts: BeforeService | undefined,
  error: unknown,
  parts: ServiceParts,
): Record<ServerCheck, Check> {
  const { t } = useTranslation()
  const { language, timeZone } = useSettings()
  const checkOf = (name: ServerCheck): Check => {
    if (!facts) return NO_ANSWER
    const judged = facts.checks[name]
    if (judged.finding === 'noDishes') return { ...judged, text: t('beforeService.menu.none') }
    const rowOf = ROWS[name] as (finding: string, sources: Sources) => CheckRow
    const row = rowOf(judged.finding, {
      ...{ t, facts, parts },
      nameOf: (dish) => nameIn(language, dish),
      moment: (moment) => (moment === null ? '' : formatMoment(moment, timeZone, currentLanguage())),
      time: (moment) => (moment === null ? '' : formatTime(moment, timeZone)),
    })
    return { ...judged, ...row }
  }
  const checks = Object.fromEntries(SERVER_CHECKS.map((name) => [name, checkOf(name)])) as Record<ServerCheck, Check>
  if (facts) return checks
  return {
    ...checks,
    database: found('database', 'lost', { values: { reason: errorMessage(error) }, isReadAloud: true }),
  }
}

/** One row of the screen: what was found, and buttons to fix it. */
export interface Check extends CheckRow {
  state: CheckState
  /** Names the sentence: `beforeService.<check>.<finding>`. */
  finding: string
}
export interface CheckRow {
  /** What stands in the sentence. */
  values?: Record<string, string | number | undefined>
  /** In place of the sentence. */
  text?: ReactNode
  remedy?: ReactNode
  /** Whether screen readers announce a change of the text, because it may change by itself. */
  isReadAloud?: boolean
}

export function found<Name extends CheckName>(name: Name, finding: Finding<Name>, row: CheckRow): Check {
  return { state: stateOf(name, finding), finding, ...row }
}

/** The row for what the server has not told. */
export const NO_ANSWER: Check = { state: 'unknown', finding: 'noAnswer' }

/** A button that fixes or repeats a check. */
export function Remedy({ label, ...props }: { label: TextKey; onClick: () => void; pending?: boolean }) {
  const { t } = useTranslation()
  return (
    <Button size="small" variant="outline" {...props}>
      {t(label)}
    </Button>
  )
}
