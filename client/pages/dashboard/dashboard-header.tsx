import { LogOut, Settings } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../../entities/settings/index.ts'
import { useLogout } from '../../features/accounts/index.ts'
import { LivePill, SoundButton } from '../../features/orders/index.ts'
import { PrinterButton } from '../../features/printing/index.ts'
import { PauseSwitch, SettingsDialog } from '../../features/settings/index.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Wordmark } from '../../ui/wordmark.tsx'

export function DashboardHeader() {
  const { t } = useTranslation()
  const { restaurantName } = useSettings()
  const { mutate: logOut, isPending } = useLogout()
  const [settingsOpen, setSettingsOpen] = useState(false)
  return (
    <header className="border-b border-line bg-card">
      <div className="mx-auto flex min-h-16 max-w-[1760px] items-center gap-1.5 px-4 py-2.5 max-sm:[&_button]:size-10 sm:gap-3.5 sm:px-6">
        <h1 className="mr-auto min-w-0">
          <Wordmark name={restaurantName} className="max-w-full max-[23rem]:[&>span]:sr-only" />
          <span className="sr-only"> {t('dashboard.title')}</span>
        </h1>
        <LivePill />
        <SoundButton />
        <PrinterButton />
        <PauseSwitch />
        <IconButton label={t('dashboard.settings')} look="outline" onClick={() => setSettingsOpen(true)}>
          <Settings aria-hidden="true" className="size-5" />
        </IconButton>
        <IconButton label={t('dashboard.logout')} look="outline" disabled={isPending} onClick={() => logOut()}>
          <LogOut aria-hidden="true" className="size-5" />
        </IconButton>
      </div>
      <SettingsDialog open={settingsOpen} onOpenChange={setSettingsOpen} />
    </header>
  )
}
