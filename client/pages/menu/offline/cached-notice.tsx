import { useQueryClient } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { getMenu } from '#shared/contracts/menu.ts'
import { ageOf } from '#shared/domain/cached-answers.ts'
import { localTime } from '#shared/domain/local-time.ts'
import { useSettings } from '../../../entities/settings/index.ts'
import '../../../lib/words/deferred-words.ts'
import { useCachedAnswers } from '../../../lib/api/cached-answers.ts'
import { refetchNow } from '../../../lib/api/query.ts'
import { formatMoment, formatTime } from '../../../lib/words/format.ts'
import { useLanguage } from '../../../lib/words/use-language.ts'

const ASK_AGAIN_MS = 10_000

/** Says how old a menu is that was kept, and asks for what was kept until the server answers. */
export default function KeptNotice() {
  const { t } = useTranslation()
  const kept = useCachedAnswers()
  useAskAgain(kept)
  const age = useAge(kept[getMenu.path])
  if (age === undefined) return null
  return (
    <div role="status" className="mt-4 flex gap-3 rounded-card bg-sunk px-4 py-3 text-[15px]">
      <CloudOff aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
      <p>
        <strong className="font-semibold">
          {t('offline.youAre')} {age}
        </strong>{' '}
        {t('offline.ordering')}
      </p>
    </div>
  )
}

/** Of when the menu is, in words; undefined for one that is not kept. */
function useAge(cameAt: string | undefined): string | undefined {
  const { t } = useTranslation()
  const language = useLanguage()
  const { timeZone } = useSettings()
  if (cameAt === undefined) return undefined
  const now = new Date()
  const came = ageOf(cameAt, now.getTime())
  if (!came) return t('offline.menuOfBefore')
  const isToday = localTime(came, timeZone).day === localTime(now, timeZone).day
  return isToday
    ? t('offline.menuOfTime', { time: formatTime(came, timeZone) })
    : t('offline.menuOfDay', { moment: formatMoment(came, timeZone, language) })
}

function useAskAgain(kept: Readonly<Record<string, string>>): void {
  const client = useQueryClient()
  useEffect(() => {
    const ask = () => {
      for (const path of Object.keys(kept)) void refetchNow(client, [path])
    }
    const asking = setInterval(ask, ASK_AGAIN_MS)
    addEventListener('online', ask)
    return () => {
      clearInterval(asking)
      removeEventListener('online', ask)
    }
  }, [kept, client])
}
