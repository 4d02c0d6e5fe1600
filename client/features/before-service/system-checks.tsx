import { useTranslation } from 'react-i18next'
import type { BeforeService } from '#shared/contracts/before-service.ts'
import type { Language } from '#shared/domain/language.ts'
import { useSettings } from '../../entities/settings/index.ts'
import { formatMoment, formatNumber } from '../../lib/words/format.ts'
import { currentLanguage } from '../../lib/words/language.ts'
import type { Check } from './check.ts'
import { Remedy } from './device-checks.tsx'
import { databaseState, diskState, whatsappState } from './rules.ts'

export function useWhatsappCheck(whatsapp: BeforeService['whatsapp'], onOpenSettings: () => void): Check {
  const { t } = useTranslation()
  const { ownerPhoneNumber } = useSettings()
  const { state, why } = whatsappState(whatsapp, Boolean(ownerPhoneNumber))
  const remedy = <Remedy onClick={onOpenSettings}>{t('whatsapp.openSettings')}</Remedy>
  if (why === 'stopped') {
    const says = `${t('whatsapp.stopped')}. ${t(`whatsapp.reasons.${whatsapp.reason ?? 'refused'}`)}`
    return { state, says, remedy }
  }
  const { waiting } = whatsapp
  const says = t(`beforeService.whatsapp.${why}`)
  const waits = why === 'ok' && waiting > 0 ? ` ${t('beforeService.whatsapp.waiting', { count: waiting })}` : ''
  return { state, says: says + waits, remedy: why === 'unused' ? undefined : remedy }
}

/** @param answer how long the database took, in milliseconds, or why nothing is known of it */
export function useDatabaseCheck(answer: { ms: number } | { reason: string }): Check {
  const { t } = useTranslation()
  if ('reason' in answer) return { state: 'wrong', says: t('beforeService.database.lost', answer), isReadAloud: true }
  const state = databaseState(answer.ms)
  return { state, says: t(`beforeService.database.${state === 'ok' ? 'fine' : 'slow'}`, answer) }
}

/** @param endsAt when this browser's sign-in ends; null while that is far away */
export function useSignInCheck(endsAt: string | null): Check {
  const { t } = useTranslation()
  const { timeZone } = useSettings()
  if (endsAt === null) return { state: 'ok', says: t('beforeService.signIn.lasts') }
  const moment = formatMoment(endsAt, timeZone, currentLanguage())
  return { state: 'look', says: t('beforeService.signIn.ends', { moment }) }
}

export function useDiskCheck(disk: BeforeService['disk']): Check {
  const { t } = useTranslation()
  if (!disk) return { state: 'unused', says: t('beforeService.disk.unknown') }
  const state = diskState(disk)
  const language = currentLanguage()
  const room = { free: formatBytes(disk.free, language), total: formatBytes(disk.total, language) }
  const says = { ok: 'free', look: 'little', wrong: 'full' } as const
  return { state, says: t(`beforeService.disk.${says[state as keyof typeof says]}`, room) }
}

const [MB, GB] = [1_000_000, 1_000_000_000]

function formatBytes(bytes: number, language: Language): string {
  const [unit, name] = bytes < GB ? ([MB, 'MB'] as const) : ([GB, 'GB'] as const)
  const count = bytes / unit
  return `${formatNumber(count < 10 ? Math.floor(count * 10) / 10 : Math.floor(count), language)} ${name}`
}
