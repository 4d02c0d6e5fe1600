import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useWhatsapp } from '../../entities/service/index.ts'
import { useSettings } from '../../entities/settings/index.ts'
import { Button } from '../../ui/button.tsx'

/** Says on the board that messages are stopped, where somebody wants them (docs/product.md#settings-whatsapp-stopped). */
export function WhatsappBanner({ onOpenSettings }: { onOpenSettings: () => void }) {
  const { t } = useTranslation()
  const { whatsappNotificationsEnabled } = useSettings()
  const { data } = useWhatsapp()
  if (!data?.configured || !data.reason || !whatsappNotificationsEnabled) return null
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border border-cancelled bg-cancelled-soft px-4 py-2.5 text-cancelled"
    >
      <CircleAlert aria-hidden="true" className="size-5 shrink-0" />
      <p className="min-w-0 flex-1 basis-60 text-[15px] font-medium">
        {t('whatsapp.stopped')}. <span className="font-normal">{t(`whatsapp.reasons.${data.reason}`)}</span>
      </p>
      <Button size="small" look="outline" onClick={onOpenSettings}>
        {t('whatsapp.openSettings')}
      </Button>
    </div>
  )
}
