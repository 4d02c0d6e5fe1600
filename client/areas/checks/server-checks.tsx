import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'wouter'
import type { BeforeService } from '#shared/contracts/before-service.ts'
import { nameIn } from '#shared/domain/language.ts'
import { paths } from '../../lib/browser/paths.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { formatBytes, formatMoment, formatTime } from '../../lib/words/format.ts'
import { currentLanguage } from '../../lib/words/language.ts'
import { buttonClass } from '../../ui/parts/button.tsx'
import { useToday } from './confirmed.ts'
import { RemedyButton } from './device-checks.tsx'
import { type Check, databaseState, diskState, lastBackupState, whatsappState } from './rules.ts'
import type { BeforeServiceSlots } from './slots.ts'

/** The number of dishes listed by name; the menu tab shows all. */
const MAX_NAMES = 5

/** The menu, of which nothing can be ready while it is empty. */
export function useMenuCheck(count: number): Check {
  const { t } = useTranslation()
  if (count > 0) return { state: 'ok', text: t('beforeService.menu.some', { count }) }
  return {
    state: 'wrong',
    text: t('beforeService.menu.none'),
    remedy: <TabLink tab="menu">{t('beforeService.openMenu')}</TabLink>,
  }
}

/** The tables, which a restaurant with takeaway only does not need. */
export function useTablesCheck(count: number, onNoTables: () => void): Check {
  const { t } = useTranslation()
  const { noTables } = useSettings()
  if (count > 0) return { state: 'ok', text: t('beforeService.tables.some', { count }) }
  const tablesTab = <TabLink tab="tables">{t('beforeService.tables.open')}</TabLink>
  if (noTables) return { state: 'unused', text: t('beforeService.tables.unused'), remedy: tablesTab }
  return {
    state: 'look',
    text: t('beforeService.tables.none'),
    remedy: (
      <>
        {tablesTab}
        <RemedyButton onClick={onNoTables}>{t('firstSteps.tables.none')}</RemedyButton>
      </>
    ),
  }
}

function TabLink({ tab, children }: { tab: 'menu' | 'tables'; children: ReactNode }) {
  return (
    <Link href={paths.dashboardTab(tab)} className={buttonClass({ variant: 'outline', size: 'small' })}>
      {children}
    </Link>
  )
}

type Pause = Pick<BeforeService, 'ordersPaused' | 'ordersPausedUntil'>

export function usePausedCheck(
  { ordersPaused, ordersPausedUntil }: Pause,
  { resume, isPending }: BeforeServiceSlots['resuming'],
): Check {
  const { t } = useTranslation()
  const { timeZone } = useSettings()
  if (!ordersPaused) return { state: 'ok', text: t('beforeService.paused.taken'), isReadAloud: true }
  const text = ordersPausedUntil
    ? t('beforeService.paused.until', { time: formatTime(ordersPausedUntil, timeZone) })
    : t('beforeService.paused.untilResumed')
  const remedy = (
    <RemedyButton pending={isPending} onClick={resume}>
      {t('dashboard.resumeOrders')}
    </RemedyButton>
  )
  return { state: 'wrong', text, remedy, isReadAloud: true }
}

/** Dishes that are on the guests' menu although sold out, without a price, or without declared allergens. */
export function useDishesCheck(which: 'soldOut' | 'unpriced' | 'undeclared', dishes: BeforeService['soldOut']): Check {
  const { t } = useTranslation()
  const { language } = useSettings()
  if (dishes.length === 0) return { state: 'ok', text: t(`beforeService.${which}.none`) }
  const names = dishes.slice(0, MAX_NAMES).map((dish) => nameIn(language, dish))
  const hiddenCount = dishes.length - names.length
  const text = t(`beforeService.${which}.some`, {
    count: dishes.length,
    // Names may contain commas.
    names: [...names, ...(hiddenCount > 0 ? [t('beforeService.more', { count: hiddenCount })] : [])].join('; '),
  })
  const remedy = <TabLink tab="menu">{t('beforeService.openMenu')}</TabLink>
  return { state: which === 'unpriced' ? 'wrong' : 'look', text, remedy }
}

export function useWhatsappCheck(whatsapp: BeforeService['whatsapp'], onOpenSettings: () => void): Check {
  const { t } = useTranslation()
  const { ownerPhoneNumber } = useSettings()
  const { state, why } = whatsappState(whatsapp, Boolean(ownerPhoneNumber))
  const remedy = <RemedyButton onClick={onOpenSettings}>{t('whatsapp.openSettings')}</RemedyButton>
  if (why === 'stopped') {
    const text = `${t('whatsapp.stopped')}. ${t(`whatsapp.reasons.${whatsapp.reason ?? 'refused'}`)}`
    return { state, text, remedy }
  }
  const { waiting } = whatsapp
  const text = t(`beforeService.whatsapp.${why}`)
  const waitingText = why === 'ok' && waiting > 0 ? ` ${t('beforeService.whatsapp.waiting', { count: waiting })}` : ''
  return { state, text: text + waitingText, remedy: why === 'unused' ? undefined : remedy }
}

/** @param result the response time of the database, in milliseconds, and whether the restaurant is there; or why it is unknown */
export function useDatabaseCheck(result: { ms: number; place: BeforeService['place'] } | { reason: string }): Check {
  const { t } = useTranslation()
  if ('reason' in result) return { state: 'wrong', text: t('beforeService.database.lost', result), isReadAloud: true }
  const { phase, to } = result.place
  if (phase !== 'here') return { state: 'wrong', text: t(`beforeService.database.${phase}`, { to }), isReadAloud: true }
  const state = databaseState(result.ms)
  return { state, text: t(`beforeService.database.${state === 'ok' ? 'fine' : 'slow'}`, result) }
}

/** @param endsAt when this browser's login session ends; null while that is far away */
export function useSignInCheck(endsAt: string | null): Check {
  const { t } = useTranslation()
  const { timeZone } = useSettings()
  if (endsAt === null) return { state: 'ok', text: t('beforeService.signIn.lasts') }
  const moment = formatMoment(endsAt, timeZone, currentLanguage())
  return { state: 'look', text: t('beforeService.signIn.ends', { moment }) }
}

export function useDiskCheck(disk: BeforeService['disk']): Check {
  const { t } = useTranslation()
  if (!disk) return { state: 'unused', text: t('beforeService.disk.unknown') }
  const state = diskState(disk)
  const language = currentLanguage()
  const sizes = { free: formatBytes(disk.free, language), total: formatBytes(disk.total, language) }
  const keys = { ok: 'free', look: 'little', wrong: 'full' } as const
  return { state, text: t(`beforeService.disk.${keys[state as keyof typeof keys]}`, sizes) }
}

export function useBackupCheck(
  backup: BeforeService['backup'],
  { start, isPending }: BeforeServiceSlots['backingUp'],
): Check {
  const { t } = useTranslation()
  const { timeZone } = useSettings()
  const { now } = useToday()
  const { state, why } = lastBackupState(backup, now)
  const moment = backup.lastAt === null ? '' : formatMoment(backup.lastAt, timeZone, currentLanguage())
  const words = t(`beforeService.backup.${why}`, { moment })
  const text = why === 'failed' ? `${words} ${t(`backups.failures.${backup.reason ?? 'other'}`)}` : words
  if (backup.running)
    return { state, text: why === 'none' ? t('beforeService.backup.running') : text, isReadAloud: true }
  const helps = why === 'none' || why === 'failed' || why === 'old'
  const remedy = helps ? (
    <RemedyButton pending={isPending} onClick={start}>
      {t('backups.make')}
    </RemedyButton>
  ) : undefined
  return { state, text, remedy, isReadAloud: true }
}
