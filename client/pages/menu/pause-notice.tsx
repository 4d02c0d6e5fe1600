import { useTranslation } from 'react-i18next'
import { usePauseText } from '../../lib/settings/use-pause-text.ts'

/** Says above the menu that orders are paused, and until when. Part of the first view, hence without an icon. */
export function PauseNotice() {
  const { t } = useTranslation()
  const text = usePauseText()
  if (!text) return null
  return (
    <p role="status" className="mt-4 rounded-card bg-pending-soft px-4 py-3 text-[15px]">
      <strong className="font-semibold">{text}</strong> {t('menu.pausedDescription')}
    </p>
  )
}
