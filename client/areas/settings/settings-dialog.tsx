import { type FormEvent, Fragment, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { isRetentionShorter } from '#shared/domain/customers/retention.ts'
import { FormContext } from '../../kit/form.ts'
import { SETTINGS_TABS, type SettingsTab } from '../../lib/browser/dashboard.ts'
import { useIsWide } from '../../lib/browser/environment.ts'
import { ConflictNotice, DraftNotice } from '../../lib/changes/editor-form.tsx'
import { useSettings } from '../../lib/settings/settings.ts'
import { Button, Dialog, StickyFooter, TabPanel, Tabs, t } from '../../ui/index.ts'
import { HoursSettings, PickupSettings } from './hours-settings.tsx'
import { FiscalSettings, PaymentSettings } from './payment-settings.tsx'
import { ReservationSettings } from './reservation-settings.tsx'
import { CurrencySettings, LanguageSettings, RestaurantSettings } from './restaurant-settings.tsx'
import { confirmRetention, RetentionSettings } from './retention-form.tsx'
import { useSettingTexts } from './setting-texts.ts'
import { settingsForm, tabsOf, useSettingsEditor } from './settings-form.tsx'
import { WhatsappSettings } from './whatsapp-settings.tsx'

/** The tabs of which other features have all or a part, rendered only while they are shown. */
type OwnTabs = Record<'users' | 'printers' | 'backups', ReactNode>

interface SettingsDialogProps extends OwnTabs {
  open: boolean
  onOpenChange: (open: boolean) => void
  firstTab?: SettingsTab
}

export function SettingsDialog({ open, onOpenChange, firstTab = 'users', ...own }: SettingsDialogProps) {
  const [tab, setTab] = useState<SettingsTab>(firstTab)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('dashboard.settings')}
      // As high on each tab, so that the tabs stay where they are.
      className="h-[92dvh] sm:max-w-xl! md:max-w-4xl!"
    >
      <AllTabs tab={tab} onTabChange={setTab} {...own} />
    </Dialog>
  )
}

const sectionsWith = (showTab: (tab: SettingsTab) => void): Partial<Record<SettingsTab, ReactNode>> => ({
  language: <LanguageSettings />,
  currency: <CurrencySettings />,
  whatsapp: <WhatsappSettings />,
  restaurant: <RestaurantSettings />,
  hours: (
    <>
      <HoursSettings />
      <PickupSettings />
    </>
  ),
  reservations: <ReservationSettings />,
  payments: <PaymentSettings />,
  fiscal: <FiscalSettings onShowTab={showTab} />,
  data: <RetentionSettings />,
})

interface AllTabsProps extends OwnTabs {
  tab: SettingsTab
  onTabChange: (tab: SettingsTab) => void
}

/** One form whose sections are the tabs, with one button below, always in sight. */
function AllTabs({ tab, onTabChange, users, printers, backups }: AllTabsProps) {
  const isWide = useIsWide()
  const formId = useId()
  const settings = useSettings()
  const editor = useSettingsEditor(tab)
  const texts = useSettingTexts()
  const { form, errors, submit, isPending } = editor
  const top = useRef<HTMLDivElement>(null)
  // Before the effect that shows a wrong field, which may be far below.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each tab begins at its start, wherever the last one was left.
  useLayoutEffect(() => {
    const scrolled = top.current?.parentElement
    if (scrolled) scrolled.scrollTop = 0
  }, [tab])
  /** Whether the first wrong field is to be shown, in whichever tab it is. */
  const isSought = useRef(false)
  useEffect(() => {
    const wrong = tabsOf(Object.keys(errors))
    if (!isSought.current || isPending || !wrong[0]) return
    if (!wrong.includes(tab)) return onTabChange(wrong[0])
    isSought.current = false
    top.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  })
  const ask = form.handleSubmit(async ({ retentionMonths = null }) => {
    if (retentionMonths !== null && isRetentionShorter(settings.retentionMonths ?? null, retentionMonths))
      confirmRetention(retentionMonths, submit)
    else await submit()
  })
  const save = (event: FormEvent) => {
    isSought.current = true
    void ask(event)
  }
  const sections = sectionsWith(onTabChange)
  const own: Partial<Record<SettingsTab, ReactNode>> = { users, printers, data: backups }
  return (
    <FormContext value={{ form, maxLengthOf: settingsForm.maxLengthOf, said: new Map() }}>
      <div ref={top} className="flex min-h-full flex-col">
        <Tabs
          variant="chips"
          // Beside the fields it stays in sight; a phone shows all of it.
          orientation={isWide ? 'vertical' : 'horizontal'}
          wraps
          value={tab}
          onValueChange={onTabChange}
          label={t('settings.sections')}
          options={SETTINGS_TABS.map((value) => ({ value, label: t(`settings.tabs.${value}`) }))}
        >
          {SETTINGS_TABS.map((value) => (
            <TabPanel key={value} value={value} className="max-md:pt-2">
              {sections[value] && (
                <form id={formId} noValidate className="flex flex-col gap-5" onSubmit={save}>
                  <DraftNotice editor={editor} className="-mb-5" />
                  {editor.theirs && <ConflictNotice editor={editor} title={t('settings.conflict')} fields={texts} />}
                  <Fragment key={editor.begun}>{sections[value]}</Fragment>
                </form>
              )}
              {own[value]}
            </TabPanel>
          ))}
        </Tabs>
        {sections[tab] && (
          <StickyFooter className="mt-auto flex justify-end">
            <Button type="submit" form={formId} pending={isPending} className="max-md:w-full md:min-w-40">
              {t('common.save')}
            </Button>
          </StickyFooter>
        )}
      </div>
    </FormContext>
  )
}
