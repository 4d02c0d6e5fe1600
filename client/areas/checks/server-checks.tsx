import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import type { ServerCheck } from '#shared/contracts/before-service.ts'
import type { SettingsChange } from '#shared/contracts/settings.ts'
import type { CheckWay } from '#shared/domain/checks.ts'
import type { TextKey } from '#shared/i18n/translate.ts'
import { paths } from '../../lib/browser/paths.ts'
import { openDialog } from '../../lib/dialogs/open-dialog.ts'
import { useChangeSettings } from '../../lib/settings/change-settings.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { Button, buttonClass, useTranslation } from '../../ui/index.ts'
import { useConfirmRestored, useStartBackup } from '../backups/index.ts'
import { useTestOrder } from '../board/index.ts'
import { LocalWarning, localHostOf, QrCode, useAddresses } from '../codes/index.ts'
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

const CODE_PIXELS = 188

/** One row of the screen, as the server answers it and as the device finds it; `remedy` mends or repeats the check. */
export interface Check extends Omit<ServerCheck, 'name' | 'text' | 'way'> {
  name: string
  text: ReactNode
  remedy?: ReactNode
}

/** The buttons of a check's way. */
export function wayOf(check: ServerCheck, parts: ServiceParts): ReactNode {
  const ways: Record<CheckWay, () => ReactNode> = {
    firstSteps: () => <Remedy label="firstSteps.back" onClick={parts.showFirstSteps} />,
    menu: () => <WayLink href={paths.dashboardTab('menu')} label="beforeService.ways.menu" />,
    tables: () => (
      <>
        <WayLink href={paths.dashboardTab('tables')} label="beforeService.ways.tables" />
        {check.state === 'look' && (
          <Remedy label="firstSteps.tables.none" onClick={() => parts.change({ noTables: true })} />
        )}
      </>
    ),
    phone: () => <PhoneCode />,
    resume: () => (
      <Remedy label="kitchen.menu.resume" pending={parts.resuming.isPending} onClick={parts.resuming.resume} />
    ),
    hours: () => <Remedy label="beforeService.ways.hours" onClick={parts.openHours} />,
    registration: () => (
      <Remedy label="beforeService.ways.registration" onClick={() => parts.change({ registration: false })} />
    ),
    whatsapp: () => <Remedy label="whatsapp.openSettings" onClick={parts.openWhatsapp} />,
    backup: () => <Remedy label="backups.make" pending={parts.backingUp.isPending} onClick={parts.backingUp.start} />,
    dayEnd: () => <WayLink href={paths.dashboardView('day-end')} label="beforeService.ways.dayEnd" />,
    restored: () => <Remedy label="beforeService.ways.restored" onClick={parts.confirmRestored} />,
  }
  return check.way && ways[check.way]()
}

function WayLink({ href, label }: { href: string; label: TextKey }) {
  const { t } = useTranslation()
  return (
    <Link href={href} className={buttonClass({ variant: 'outline', size: 'small' })}>
      {t(label)}
    </Link>
  )
}

/** The code to scan with a phone; in place of one that no phone can reach, the choice of another address. */
function PhoneCode() {
  const { t } = useTranslation()
  const { data: addresses } = useAddresses()
  if (!addresses) return null
  const { origin } = new URL(addresses.origin)
  if (localHostOf(origin)) return <LocalWarning addresses={addresses} />
  const address = `${origin}/menu`
  // The white border is the code's quiet zone: four modules of the coarsest code that an address has.
  return (
    <div className="basis-full">
      <div className="inline-block rounded-control border border-line bg-code-ground p-5">
        <QrCode address={address} label={t('beforeService.phoneCode', { address })} size={CODE_PIXELS} />
      </div>
      <p className="mt-1.5 text-xs break-all text-muted">{address}</p>
    </div>
  )
}

/** A button that mends or repeats a check. */
export function Remedy({ label, ...props }: { label: TextKey; onClick: () => void; pending?: boolean }) {
  const { t } = useTranslation()
  return (
    <Button size="small" variant="outline" {...props}>
      {t(label)}
    </Button>
  )
}

/** State and actions of other areas that the screen "Before service" uses. */
export function useServiceParts() {
  const { mutate: change } = useChangeSettings()
  const [, navigate] = useLocation()
  return {
    sound: useSound(),
    screen: { ...useScreenAwake(), dismissAdvice: dismissScreenAdvice },
    printer: { ...usePrinterStatus(), test: useTestPage(useSettings()) },
    isLive: useIsBoardLive(),
    resuming: useResumeOrders(),
    backingUp: useStartBackup(),
    confirmRestored: useConfirmRestored(),
    change: change as (change: SettingsChange) => void,
    openWhatsapp: () => openDialog('settings', 'whatsapp'),
    openHours: () => openDialog('settings', 'hours'),
    showFirstSteps: () => {
      change({ firstStepsAway: false })
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
    change: useChangeSettings().mutate as (change: SettingsChange) => void,
    sample: useSampleImport(),
  }
}
export type StepParts = ReturnType<typeof useStepParts>
