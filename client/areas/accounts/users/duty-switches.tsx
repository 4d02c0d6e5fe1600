import { useTranslation } from 'react-i18next'
import { DUTIES, type Duty } from '#shared/domain/access.ts'
import { Switch } from '../../../ui/inputs/switch.tsx'

interface DutySwitchesProps {
  value: readonly Duty[]
  onChange: (duties: Duty[]) => void
  /** Whether the dialog's title says already what they are. */
  isTitled?: boolean
}

/** A switch for each duty, with what it opens (docs/product/accounts.md#accounts-duties). */
export function DutySwitches({ value, onChange, isTitled = false }: DutySwitchesProps) {
  const { t } = useTranslation()
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className={isTitled ? 'sr-only' : 'text-sm font-semibold'}>{t('users.duties')}</legend>
      {DUTIES.map((duty) => (
        <Switch
          key={duty}
          label={t(`users.duty.${duty}`)}
          hint={t(`users.dutyHint.${duty}`)}
          checked={value.includes(duty)}
          onCheckedChange={(on) => onChange(DUTIES.filter((other) => (other === duty ? on : value.includes(other))))}
        />
      ))}
    </fieldset>
  )
}
