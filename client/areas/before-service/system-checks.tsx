import { useTranslation } from 'react-i18next'
import type { BeforeService } from '#shared/contracts/before-service.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { formatBytes, formatMoment } from '../../lib/words/format.ts'
import { currentLanguage } from '../../lib/words/language.ts'
import type { Check } from './check.ts'
import { useToday } from './confirmed.ts'
import { RemedyButton } from './device-checks.tsx'
import { databaseState, diskState, lastBackupState, whatsappState } from './rules.ts'
import type { BeforeServiceSlots } from './slots.ts'

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
