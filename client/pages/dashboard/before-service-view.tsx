import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useStartBackup } from '../../areas/backups/index.ts'
import { ServiceChecks } from '../../areas/checks/owner.ts'
import { dismissScreenAdvice, useIsBoardLive, useScreenAwake, useSound } from '../../areas/orders/index.ts'
import { usePrinterStatus, useTestPage } from '../../areas/printing/index.ts'
import { usePutStepsAway, useResumeOrders, useSetNoTables } from '../../areas/settings/index.ts'
import { paths } from '../../lib/browser/paths.ts'
import { openSettings } from '../../lib/browser/settings-opening.ts'
import { serviceKey } from '../../lib/service/service.ts'
import { useSettings } from '../../lib/settings/settings.ts'

/** The screen "Before service", with the state and the actions that it needs from other features. */
export default function BeforeServiceView({ tabsUrl }: { tabsUrl: string }) {
  const queryClient = useQueryClient()
  const putStepsAway = usePutStepsAway()
  const setNoTables = useSetNoTables()
  const [, navigate] = useLocation()
  const test = useTestPage(useSettings())
  return (
    <ServiceChecks
      tabsUrl={tabsUrl}
      sound={useSound()}
      screen={{ ...useScreenAwake(), dismissAdvice: dismissScreenAdvice }}
      printer={{ ...usePrinterStatus(), test }}
      isLive={useIsBoardLive()}
      // Refetched here too, because without a live connection no announcement is received.
      resuming={useResumeOrders(() => void queryClient.invalidateQueries({ queryKey: serviceKey }))}
      backingUp={useStartBackup()}
      onOpenWhatsapp={() => openSettings('whatsapp')}
      onNoTables={() => setNoTables(true)}
      onShowFirstSteps={() => {
        putStepsAway(false)
        navigate(paths.dashboardTab('orders'))
      }}
    />
  )
}
