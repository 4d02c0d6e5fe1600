import { useLocation } from 'wouter'
import { paths } from '../../lib/browser/paths.ts'
import { openDialog } from '../../lib/dialogs/open-dialog.ts'
import {
  usePutStepsAway,
  useSetNoTables,
  useSetPayments,
  useSetRegistration,
} from '../../lib/settings/change-settings.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { useStartBackup } from '../backups/index.ts'
import { useTestOrder } from '../board/index.ts'
import { useSampleImport } from '../menu-editor/index.ts'
import {
  dismissScreenAdvice,
  useBoardOrders,
  useIsBoardLive,
  useIsBoardLoaded,
  useScreenAwake,
  useSound,
} from '../orders/index.ts'
import { usePrinterStatus, useTestPage } from '../printing/index.ts'
import { useResumeOrders } from '../settings/index.ts'

/** State and actions of other areas that the screen "Before service" uses. */
export function useServiceParts() {
  const putStepsAway = usePutStepsAway()
  const [, navigate] = useLocation()
  return {
    sound: useSound(),
    screen: { ...useScreenAwake(), dismissAdvice: dismissScreenAdvice },
    printer: { ...usePrinterStatus(), test: useTestPage(useSettings()) },
    isLive: useIsBoardLive(),
    resuming: useResumeOrders(),
    backingUp: useStartBackup(),
    setNoTables: useSetNoTables(),
    setRegistration: useSetRegistration(),
    openWhatsapp: () => openDialog('settings', { tab: 'whatsapp' }),
    openHours: () => openDialog('settings', { tab: 'hours' }),
    showFirstSteps: () => {
      putStepsAway(false)
      navigate(paths.dashboardTab('orders'))
    },
  }
}
export type ServiceParts = ReturnType<typeof useServiceParts>

/** State and actions of other areas that the first steps use. */
export function useStepParts() {
  const isLoaded = useIsBoardLoaded()
  const hasOrders = useBoardOrders().length > 0
  return {
    sound: useSound(),
    /** Whether the board has ever received an order; undefined until it is loaded. */
    hasOrders: isLoaded ? hasOrders : undefined,
    test: useTestOrder(),
    resuming: useResumeOrders(),
    putAway: usePutStepsAway(),
    setNoTables: useSetNoTables(),
    setRegistration: useSetRegistration(),
    setPayments: useSetPayments(),
    sample: useSampleImport(),
  }
}
export type StepParts = ReturnType<typeof useStepParts>
