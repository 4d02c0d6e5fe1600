import { Switch } from '../../ui/inputs/switch.tsx'
import { useTranslation } from '../../ui/translation.ts'
import { useChangeSettings } from './change-settings.ts'
import { useSettings } from './settings.ts'

/** The settings for what guests see or can do. */
export type SwitchName = 'tableCalls' | 'suggestions' | 'deliveryNote'

interface SwitchCardProps {
  name: SwitchName | 'registration'
  isOn: boolean
  disabled?: boolean
  onChange: (on: boolean) => void
}

export function SwitchCard({ name, isOn, disabled, onChange }: SwitchCardProps) {
  const { t } = useTranslation()
  const isCalls = name === 'tableCalls'
  return (
    <div className="max-w-2xl rounded-card border border-line bg-card px-5 py-3">
      <Switch
        label={t(isCalls ? 'tables.calls.label' : `settings.${name}.label`)}
        hint={t(isCalls ? (isOn ? 'tables.calls.on' : 'tables.calls.off') : `settings.${name}.hint`)}
        checked={isOn}
        disabled={disabled}
        onCheckedChange={onChange}
      />
    </div>
  )
}

export function CallsSwitch() {
  const { t } = useTranslation()
  const { tableCalls } = useSettings()
  const { mutate, isPending } = useChangeSettings(undefined, t('tables.keys.failed'))
  return (
    <SwitchCard
      name="tableCalls"
      isOn={tableCalls}
      disabled={isPending}
      onChange={(on) => mutate({ tableCalls: on })}
    />
  )
}

export function RegistrationSwitch() {
  const { registration = true } = useSettings()
  const { mutate, isPending } = useChangeSettings()
  return (
    <SwitchCard
      name="registration"
      isOn={registration}
      disabled={isPending}
      onChange={(on) => mutate({ registration: on })}
    />
  )
}
