import { Check, TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { Printer } from '#shared/contracts/printers.ts'
import { lackingGroups, type SoldKind } from '#shared/domain/fiscal/fiscal-text.ts'
import { nameIn } from '#shared/domain/language.ts'
import { DEFAULT_METHODS } from '#shared/domain/payments/methods.ts'
import { formatTime } from '#shared/i18n/format.ts'
import type { SettingsTab } from '../../../lib/browser/dashboard.ts'
import { paths } from '../../../lib/browser/paths.ts'
import { closeDialog } from '../../../lib/dialogs/open-dialog.ts'
import { NotLoaded } from '../../../lib/loading/list.tsx'
import { timeZone, useSettings } from '../../../lib/settings/settings.ts'
import { Button, buttonClass, cx, language, Notice, t } from '../../../ui/index.ts'
import { useCategories, useDishes } from '../../menu/index.ts'
import { usePrinters } from '../print-document.ts'
import { openPrinterForm } from '../printer-form.tsx'
import { openAddress } from '../printer-settings.tsx'
import { printerList } from '../printer-state.tsx'

const MAX_NAMES = 3

function firstNames(named: readonly Parameters<typeof nameIn>[1][]): string {
  const more = named.length - MAX_NAMES
  const names = named.slice(0, MAX_NAMES).map((one) => nameIn(language, one))
  return [...names, ...(more > 0 ? [t('orders.unfold', { count: more })] : [])].join(', ')
}

interface Step {
  title: string
  /** What there is, or what to know. */
  text?: string | undefined
  /** What fiscal receipts cannot be switched on without. */
  missing?: readonly string[]
  isDone: boolean
  ways: ReactNode
}

const isConnected = ({ state, seenAt }: Printer) => state === 'ready' && seenAt !== null

/** What receipts that are on mean while nothing fetches them (docs/product/fiscal.md#fiscal-setting). @param isNew they were just switched on */
export function UnconnectedNotice({ isNew }: { isNew: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  // On a phone the switch is the last thing in sight.
  useEffect(() => {
    if (isNew) box.current?.scrollIntoView({ block: 'nearest' })
  }, [isNew])
  const device = usePrinters().data?.find(({ kind }) => kind === 'fiscal')
  if (!device || isConnected(device)) return null
  return (
    <div ref={box} className="pb-4">
      <Notice icon={<TriangleAlert />} tone="pending">
        {t(device.seenAt ? 'fiscalSteps.connectorLost' : 'fiscalSteps.switchedEarly')}{' '}
        <button
          type="button"
          className="touch font-semibold underline underline-offset-3"
          onClick={() => void openAddress(device)}
        >
          {t('fiscalSteps.toConnector')}
        </button>
      </Notice>
    </div>
  )
}

/** The four things that fiscal receipts need, each with its state and its way (docs/product/fiscal.md#fiscal-setting). */
export function FiscalSteps({ onShowTab }: { onShowTab: (tab: SettingsTab) => void }) {
  const printers = usePrinters()
  const categories = useCategories()
  const dishes = useDishes()
  const settings = useSettings()
  if (!printers.data || !categories.data || !dishes.data)
    return <NotLoaded queries={[printers, categories, dishes]} shapes={['h-80']} />
  const used = categories.data.filter(({ hasItems }) => hasItems)
  const withoutRate = used.filter(({ vatRate }) => vatRate == null)
  const device = printers.data.find(({ kind }) => kind === 'fiscal')
  const { profile, isActive = false } = device ?? {}
  const { payments, currency, cashRounding = 0, paymentMethods = DEFAULT_METHODS } = settings
  const wrong = [
    ...(payments ? [] : (['payments'] as const)),
    ...(currency === 'lei' ? [] : (['currency'] as const)),
    ...(cashRounding === 0 ? [] : (['rounding'] as const)),
  ]
  const sold: SoldKind[] = [...new Set(used.map(({ vatRate }) => vatRate ?? null))].map((vat) => ({
    kind: 'item',
    vat,
  }))
  if (dishes.data.some(({ takeawayFee }) => takeawayFee?.deposit)) sold.push({ kind: 'deposit', vat: null })
  const lacking = profile ? lackingGroups(sold, paymentMethods, profile, language) : []
  const rates = used.flatMap(({ vatRate }) => vatRate ?? [])
  const way = (label: string, onClick: () => unknown) => (
    <Button key={label} size="small" variant="outline" onClick={() => void onClick()}>
      {label}
    </Button>
  )
  const addDevice = async () => {
    const added = await openPrinterForm(null, 'fiscal')
    if (added) void openAddress(added)
  }
  const isRated = withoutRate.length === 0 || Boolean(profile?.groups.none)
  const steps: Step[] = [
    {
      title: t('settings.tabs.payments'),
      text: wrong.length === 0 ? t('fiscalSteps.paymentsDone') : undefined,
      missing: wrong.map((what) => t(`fiscal.missing.${what}`)),
      isDone: wrong.length === 0,
      ways: [...new Set(wrong.map((what) => (what === 'currency' ? what : 'payments')))].map((tab) =>
        way(t(`settings.tabs.${tab}`), () => onShowTab(tab)),
      ),
    },
    {
      title: t('fiscalSteps.rates'),
      text: isRated
        ? rates.length > 0
          ? t('fiscalSteps.ratesDone', { rates: [...new Set(rates)].map((rate) => `${rate}\u00a0%`).join(', ') })
          : t('fiscalDevice.ofNone')
        : t('fiscalSteps.ratesMissing', { names: firstNames(withoutRate) }),
      isDone: isRated,
      ways: (
        <Link
          href={paths.dashboardTab('menu', { open: 'categories' })}
          onClick={() => closeDialog('settings')}
          className={buttonClass({ variant: 'outline', size: 'small' })}
        >
          {t('fiscalSteps.toCategories')}
        </Link>
      ),
    },
    {
      title: t('fiscalSteps.device'),
      text: device?.name ?? t('fiscalSteps.deviceMissing'),
      missing: isActive
        ? lacking.map(({ what, name }) => t(`fiscal.missing.${what}`, { rate: name, name }))
        : [t('fiscal.missing.device')],
      isDone: isActive && lacking.length === 0,
      ways: device ? (
        <>
          {way(t('fiscalSteps.openDevice'), () => openPrinterForm(device))}
          {!isActive && way(t('printers.switchOn'), () => printerList.change(device, { isActive: true }))}
        </>
      ) : (
        way(t('fiscalSteps.addDevice'), addDevice)
      ),
    },
    {
      title: t('fiscalSteps.connector'),
      text: device?.seenAt
        ? t('fiscalSteps.connectorSeen', { time: formatTime(device.seenAt, timeZone) })
        : t('fiscalSteps.connectorMissing'),
      isDone: device !== undefined && isConnected(device),
      ways: device && way(t('fiscalSteps.toConnector'), () => openAddress(device)),
    },
  ]
  return (
    <ol aria-label={t('fiscalSteps.label')} className="divide-y divide-line card-face">
      {steps.map(({ title, text, missing = [], isDone, ways }, i) => (
        <li key={title} aria-label={title} className="flex gap-3 px-4 py-3.5">
          <span
            className={cx(
              'figures grid size-7 shrink-0 place-items-center rounded-full font-bold text-sm',
              isDone ? 'bg-ready-soft text-ready' : 'bg-sunk text-muted',
            )}
          >
            <span className="sr-only">{t(isDone ? 'fiscalSteps.done' : 'fiscalSteps.open')}</span>
            {isDone ? <Check className="size-4.5" /> : <span aria-hidden="true">{i + 1}</span>}
          </span>
          <div className="min-w-0 flex-1">
            <p className="font-semibold text-base leading-7">{title}</p>
            {text && <p className="break-words text-muted text-sm">{text}</p>}
            {missing.length > 0 && (
              <p className="font-medium text-pending text-sm">
                {t('fiscalDevice.lacking', { what: missing.join('; ') })}
              </p>
            )}
            <div className="mt-2 flex flex-wrap gap-2 empty:hidden">{ways}</div>
          </div>
        </li>
      ))}
    </ol>
  )
}
