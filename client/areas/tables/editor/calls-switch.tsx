import { useTranslation } from 'react-i18next'
import { useSettings } from '../../../lib/settings/settings.ts'
import { Switch } from '../../../ui/inputs/switch.tsx'
import { useTableSetting } from './table-calls.ts'

/** The switch that lets guests at a table call the waiter and ask for the bill. */
export default function CallsSwitch() {
  const { t } = useTranslation()
  const { tableCalls } = useSettings()
  const { mutate, isPending } = useTableSetting()
  return (
    <div className="max-w-2xl rounded-card border border-line bg-card px-5 py-3">
      <Switch
        label={t('tables.calls.label')}
        hint={t(tableCalls ? 'tables.calls.on' : 'tables.calls.off')}
        checked={tableCalls}
        disabled={isPending}
        onCheckedChange={(on) => mutate({ tableCalls: on })}
      />
    </div>
  )
}
