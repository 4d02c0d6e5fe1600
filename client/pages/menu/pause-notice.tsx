import { PauseCircle } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { usePauseText } from '../../entities/settings/index.ts'

/** Says above the menu that orders are paused, and until when. */
export default function PauseNotice() {
  const { t } = useTranslation()
  const text = usePauseText()
  if (!text) return null
  return (
    <div role="status" className="mt-4 flex gap-3 rounded-card bg-pending-soft px-4 py-3 text-[15px]">
      <PauseCircle aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-pending" />
      <p>
        <strong className="font-semibold">{text}</strong> {t('menu.pausedDescription')}
      </p>
    </div>
  )
}
