import { useDeferredValue } from 'react'
import type { Table } from '#shared/contracts/tables.ts'
import { withLabel } from '#shared/domain/table.ts'
import { paths } from '../../../lib/browser/paths.ts'
import { confirm } from '../../../lib/dialogs/confirm.tsx'
import { useChangeSettings } from '../../../lib/settings/change-settings.tsx'
import { useSettings } from '../../../lib/settings/settings.ts'
import { Dialog, i18n, Switch, t } from '../../../ui/index.ts'
import {
  CODES_PER_PAGE,
  CodeFiles,
  LocalWarning,
  localHostOf,
  PrintCodesButton,
  QrCode,
  type useAddresses,
} from '../../codes/index.ts'

/** The menu's address of a table, with its key if keys are required (docs/product/tables.md#tables-codes). */
function codeAddress(origin: string, { id, key }: Pick<Table, 'id' | 'key'>, hasKey: boolean): string {
  return origin + paths.menuOfTable(id, hasKey ? key : null)
}

const CODE_PIXELS = 128

interface CodeProps {
  table: Table
  /** The public address if one is set, else the browser's. */
  origin: string
}

/** A table's code, to scan from the screen. Drawn after the cards, because the codes of many tables take a while. */
export function TableCode({ table, origin }: CodeProps) {
  const { tableKeysRequired } = useSettings()
  const address = useDeferredValue(codeAddress(origin, table, tableKeysRequired), '')
  return (
    // The white border is the code's quiet zone: four modules.
    <div className="box-content size-32 shrink-0 rounded-control border border-line bg-code-ground p-4">
      {address && <QrCode address={address} label={t('tables.code', { number: table.number })} size={CODE_PIXELS} />}
    </div>
  )
}

interface CodeDialogProps extends CodeProps {
  open: boolean
  onClose: () => void
}

/** Saves a table's code, and shows its address (docs/product/tables.md#tables-codes). */
export function CodeDialog({ open, table, origin, onClose }: CodeDialogProps) {
  const { tableKeysRequired } = useSettings()
  const { number } = table
  return (
    <Dialog open={open} onOpenChange={onClose} title={t('tables.code', { number })}>
      {/* The number in the address is not the table's. */}
      <p className="mb-4 text-center font-semibold text-body">{t('tables.leadsTo', { number })}</p>
      <CodeFiles
        address={codeAddress(origin, table, tableKeysRequired)}
        caption={withLabel(t('common.table', { number }), table.label)}
        fileName={t('tables.fileName', { number })}
      />
    </Dialog>
  )
}

/** The switch that makes orders require the table's key. Switching it on warns that the codes must be printed again. */
export function KeysSwitch({ onPrint }: { onPrint: () => void }) {
  const { tableKeysRequired } = useSettings()
  const { mutate, mutateAsync, isPending } = useChangeSettings(undefined, t('common.notChanged'))
  const switchOn = async () => {
    const isOn = await confirm({
      title: t('tables.keys.askTitle'),
      description: t('tables.keys.askDescription'),
      body: <p className="text-body">{t('tables.keys.print')}</p>,
      confirm: t('tables.keys.onAndPrint'),
      action: () => mutateAsync({ tableKeysRequired: true }),
    })
    if (isOn) onPrint()
  }
  return (
    <div className="max-w-2xl card-face px-5 py-3">
      <Switch
        label={t('tables.keys.label')}
        hint={t(tableKeysRequired ? 'tables.keys.on' : 'tables.keys.off')}
        checked={tableKeysRequired}
        disabled={isPending}
        onCheckedChange={(on) => (on ? void switchOn() : mutate({ tableKeysRequired: false }))}
      />
    </div>
  )
}

interface PrintCodesDialogProps {
  open: boolean
  tables: readonly Table[]
  addresses: NonNullable<ReturnType<typeof useAddresses>['data']>
  onClose: () => void
}

/** Says what is printed, and prints it (docs/product/tables.md#tables-codes). */
export function PrintCodesDialog({ open, tables, addresses, onClose }: PrintCodesDialogProps) {
  const { tableKeysRequired, language } = useSettings()
  const isLocal = localHostOf(addresses.origin) !== undefined
  const labels = tables.map((table) => ({
    address: codeAddress(addresses.origin, table, tableKeysRequired),
    caption: i18n.getFixedT(language)('common.table', { number: table.number }),
    label: table.label,
    invitation: 'tables.codes.invitation' as const,
  }))
  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title={t('tables.codes.title')}
      footer={
        <PrintCodesButton labels={labels} variant={isLocal ? 'outline' : 'primary'}>
          {isLocal ? t('tables.codes.printAnyway') : t('tables.codes.printThese', { count: tables.length })}
        </PrintCodesButton>
      }
    >
      <div className="flex flex-col gap-3">
        <LocalWarning addresses={addresses} />
        <p className="figures font-semibold text-body">
          {t('tables.codes.codes', { count: tables.length })} ·{' '}
          {t('tables.codes.pages', { count: Math.ceil(tables.length / CODES_PER_PAGE) })}
        </p>
        <p className="text-body">{t('tables.codes.about')}</p>
        <p className="text-sm text-muted">{t('tables.codes.hint')}</p>
      </div>
    </Dialog>
  )
}
