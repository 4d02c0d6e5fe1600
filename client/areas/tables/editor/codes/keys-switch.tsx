import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../../../../lib/settings/settings.ts'
import { Switch } from '../../../../ui/inputs/switch.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { Button } from '../../../../ui/parts/button.tsx'
import { useTableSetting } from '../table-calls.ts'

/** The switch that makes orders require the table's key. Switching it on warns that the codes must be printed again. */
export function KeysSwitch({ onPrint }: { onPrint: () => void }) {
  const { t } = useTranslation()
  const { tableKeysRequired } = useSettings()
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useTableSetting()
  const switchOn = (then?: () => void) =>
    mutate(
      { tableKeysRequired: true },
      {
        onSuccess() {
          setAsking(false)
          then?.()
        },
      },
    )
  return (
    <div className="max-w-2xl rounded-card border border-line bg-card px-5 py-3">
      <Switch
        label={t('tables.keys.label')}
        hint={t(tableKeysRequired ? 'tables.keys.on' : 'tables.keys.off')}
        checked={tableKeysRequired}
        disabled={isPending}
        onCheckedChange={(on) => (on ? setAsking(true) : mutate({ tableKeysRequired: false }))}
      />
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        dismissible={!isPending}
        title={t('tables.keys.askTitle')}
        description={t('tables.keys.askDescription')}
        footer={
          <div className="flex flex-col gap-2.5">
            <Button pending={isPending} onClick={() => switchOn(onPrint)}>
              {t('tables.keys.onAndPrint')}
            </Button>
            <Button variant="outline" disabled={isPending} onClick={() => switchOn()}>
              {t('tables.keys.onOnly')}
            </Button>
          </div>
        }
      >
        <p className="text-[15px]">{t('tables.keys.print')}</p>
      </Dialog>
    </div>
  )
}
