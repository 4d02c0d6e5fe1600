import { type ReactNode, useState } from 'react'
import { CURRENCIES } from '#shared/domain/money.ts'
import { SETTINGS_TABS, type SettingsTab } from '../../lib/browser/dashboard.ts'
import { useIsWide } from '../../lib/browser/environment.ts'
import { Dialog, TabPanel, Tabs, useTranslation } from '../../ui/index.ts'
import { HoursSettings, PickupSettings } from './hours-settings.tsx'
import { PaymentSettings } from './payment-settings.tsx'
import { LanguageSettings, RestaurantSettings } from './restaurant-settings.tsx'
import { RetentionForm } from './retention-form.tsx'
import { ChoiceForm, SavedTogether, SwitchesForm } from './settings-form.tsx'
import { KitchenSettings } from './station-list.tsx'
import { WhatsappSettings } from './whatsapp-settings.tsx'

/** What guests see or can do that not every restaurant wants (docs/product/settings.md#settings-guests). */
const GUEST_SWITCHES = ['tableCalls', 'suggestions', 'deliveryNote'] as const

interface SettingsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  firstTab?: SettingsTab
  /** The content of the first tab, which belongs to another feature. */
  users: ReactNode
  printers: ReactNode
  /** The last part of the last tab, rendered only while it is open. */
  backups: ReactNode
}

export function SettingsDialog({
  open,
  onOpenChange,
  firstTab = 'users',
  users,
  printers,
  backups,
}: SettingsDialogProps) {
  const { t } = useTranslation()
  const isWide = useIsWide()
  const [tab, setTab] = useState<SettingsTab>(firstTab)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('dashboard.settings')}
      // As high on each tab, so that the tabs stay where they are.
      className="h-[92dvh] sm:max-w-xl! md:max-w-4xl!"
    >
      <SavedTogether isShown={tab !== 'users' && tab !== 'printers'}>
        <Tabs
          variant="chips"
          // Beside the fields it stays in sight; a phone shows all of it.
          orientation={isWide ? 'vertical' : 'horizontal'}
          wraps
          value={tab}
          onValueChange={setTab}
          label={t('settings.sections')}
          options={SETTINGS_TABS.map((value) => ({ value, label: t(`settings.tabs.${value}`) }))}
        >
          <TabPanel value="users" className="max-md:pt-2">
            {users}
          </TabPanel>
          <TabPanel value="language" className="max-md:pt-2">
            <LanguageSettings />
          </TabPanel>
          <TabPanel value="currency" className="max-md:pt-2">
            <ChoiceForm
              name="currency"
              options={CURRENCIES.map((value) => ({ value, label: t(`settings.${value}`) }))}
              failureTitle={t('settings.currencyFailed')}
            />
          </TabPanel>
          <TabPanel value="whatsapp" keepMounted className="max-md:pt-2">
            <WhatsappSettings />
          </TabPanel>
          <TabPanel value="restaurant" keepMounted className="max-md:pt-2">
            <RestaurantSettings />
            <SwitchesForm names={GUEST_SWITCHES} />
            <KitchenSettings />
          </TabPanel>
          <TabPanel value="hours" className="max-md:pt-2">
            <HoursSettings />
            <PickupSettings />
          </TabPanel>
          <TabPanel value="payments" className="max-md:pt-2">
            <PaymentSettings />
          </TabPanel>
          <TabPanel value="printers" className="max-md:pt-2">
            {printers}
          </TabPanel>
          <TabPanel value="data" keepMounted className="max-md:pt-2 *:first:mt-0 *:first:border-0 *:first:pt-0">
            <RetentionForm isShown={tab === 'data'} />
            {tab === 'data' && backups}
          </TabPanel>
        </Tabs>
      </SavedTogether>
    </Dialog>
  )
}
