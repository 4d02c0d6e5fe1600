import { useTranslation } from 'react-i18next'
import { cx } from '../../ui/cx.ts'
import { Switch } from '../../ui/inputs/switch.tsx'
import { useChangeSettings } from './change-settings.ts'
import { useSettings } from './settings.ts'

interface SettingSwitchProps {
  name: 'tableCalls' | 'suggestions' | 'deliveryNote'
  className?: string
}

/** A switch for something that guests see or can do; it applies at once. */
export function SettingSwitch({ name, className }: SettingSwitchProps) {
  const { t } = useTranslation()
  const isOn = useSettings()[name]
  const isCalls = name === 'tableCalls'
  const { mutate, isPending } = useChangeSettings(undefined, isCalls ? t('tables.keys.failed') : undefined)
  return (
    <div className={cx('max-w-2xl rounded-card border border-line bg-card px-5 py-3', className)}>
      <Switch
        label={t(isCalls ? 'tables.calls.label' : `settings.${name}.label`)}
        hint={t(isCalls ? (isOn ? 'tables.calls.on' : 'tables.calls.off') : `settings.${name}.hint`)}
        checked={isOn}
        disabled={isPending}
        onCheckedChange={(on) => mutate({ [name]: on })}
      />
    </div>
  )
}
