import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useWhatsapp } from '../../lib/service/service.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { StoppedBanner } from './stopped-banner.tsx'

/** The banner that shows why messages are stopped (docs/product/settings.md#settings-whatsapp-stopped). */
export function WhatsappBanner({ onOpenSettings }: { onOpenSettings: () => void }) {
  const { t } = useTranslation()
  const { whatsappNotificationsEnabled } = useSettings()
  const { data } = useWhatsapp()
  if (!data?.configured || !data.reason || !whatsappNotificationsEnabled) return null
  return (
    <StoppedBanner
      role="alert"
      Icon={CircleAlert}
      remedy={{ label: t('whatsapp.openSettings'), onClick: onOpenSettings }}
    >
      {t('whatsapp.stopped')}. <span className="font-normal">{t(`whatsapp.reasons.${data.reason}`)}</span>
    </StoppedBanner>
  )
}
