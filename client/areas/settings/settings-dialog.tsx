import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CURRENCIES } from '#shared/domain/money.ts'
import { SETTINGS_TABS, type SettingsTab } from '../../lib/browser/settings-opening.ts'
import { ThemeChoice } from '../../lib/browser/theme-choice.tsx'
import { useChangeSettings } from '../../lib/settings/change-settings.ts'
import { SettingSwitch } from '../../lib/settings/setting-switch.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { Field } from '../../ui/inputs/field.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'
import { HoursSettings } from './hours-settings.tsx'
import { KitchenSettings } from './kitchen-settings.tsx'
import { LanguageSettings } from './language-settings.tsx'
import { RestaurantSettings } from './restaurant-settings.tsx'
import { RetentionForm } from './retention-form.tsx'
import { WhatsappSettings } from './whatsapp-settings.tsx'

function CurrencySettings() {
  const { t } = useTranslation()
  const { currency } = useSettings()
  const { mutate, isPending } = useChangeSettings()
  return (
    <Field label={t('settings.currencyLabel')} hint={t('settings.currencyHint')}>
      {({ id }) => (
        <Select
          id={id}
          value={currency}
          disabled={isPending}
          onValueChange={(chosen) => mutate({ currency: chosen })}
          options={CURRENCIES.map((value) => ({ value, label: t(`settings.${value}`) }))}
        />
      )}
    </Field>
  )
}

/** What guests see or can do that not every restaurant wants (docs/product/settings.md#settings-guests). */
const GUEST_SWITCHES = ['tableCalls', 'suggestions', 'deliveryNote'] as const

interface SettingsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The tab that is open initially. */
  firstTab?: SettingsTab
  /** The content of the first tab, which belongs to another feature. */
  users: ReactNode
  /** The last part of the last tab, rendered only while that is open. */
  backups: ReactNode
}

/** The dialog for the settings of the restaurant and of this device. */
export function SettingsDialog({ open, onOpenChange, firstTab = 'users', users, backups }: SettingsDialogProps) {
  const { t } = useTranslation()
  const [tab, setTab] = useState<SettingsTab>(firstTab)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('settings.title')}
      // As high on each tab, so that the tabs stay where they are.
      className="h-[92dvh] sm:h-[min(46rem,92dvh)] sm:max-w-xl!"
      footer={
        <div className="-my-2.5 flex items-center justify-between gap-4 sm:-my-1">
          <span className="text-sm font-semibold">{t('settings.theme')}</span>
          <ThemeChoice />
        </div>
      }
    >
      <Tabs
        variant="chips"
        wraps
        value={tab}
        onValueChange={setTab}
        label={t('settings.sections')}
        options={SETTINGS_TABS.map((value) => ({ value, label: t(`settings.tabs.${value}`) }))}
      >
        <TabPanel value="users" className="pt-5">
          {users}
        </TabPanel>
        <TabPanel value="language" className="pt-5">
          <LanguageSettings />
        </TabPanel>
        <TabPanel value="currency" className="pt-5">
          <CurrencySettings />
        </TabPanel>
        <TabPanel value="whatsapp" keepMounted className="pt-5">
          <WhatsappSettings />
        </TabPanel>
        <TabPanel value="restaurant" keepMounted className="pt-5">
          <RestaurantSettings />
          {GUEST_SWITCHES.map((name) => (
            <SettingSwitch key={name} name={name} className="mt-4 first-of-type:mt-6" />
          ))}
          <KitchenSettings />
          <RetentionForm isShown={tab === 'restaurant'} />
          {tab === 'restaurant' && backups}
        </TabPanel>
        <TabPanel value="hours" className="pt-5">
          <HoursSettings />
        </TabPanel>
      </Tabs>
    </Dialog>
  )
}
