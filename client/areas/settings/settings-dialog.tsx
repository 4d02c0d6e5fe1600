import { ChevronLeft, ChevronRight } from 'lucide-react'
import {
  type FormEvent,
  Fragment,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createPortal } from 'react-dom'
import { isRetentionShorter } from '#shared/domain/customers/retention.ts'
import { FormContext } from '../../kit/form.ts'
import { SETTINGS_TABS, type SettingsTab } from '../../lib/browser/dashboard.ts'
import { useIsWide } from '../../lib/browser/environment.ts'
import { ConflictNotice, DraftNotice } from '../../lib/changes/editor-form.tsx'
import type { Dialogs } from '../../lib/dialogs/open-dialog.ts'
import { useSettings } from '../../lib/settings/settings.ts'
import { Button, Dialog, IconButton, StickyFooter, TabPanel, Tabs, t, useBackCloses } from '../../ui/index.ts'
import { HoursSettings, PickupSettings } from './hours-settings.tsx'
import { FiscalSettings, PaymentSettings } from './payment-settings.tsx'
import { ReservationSettings } from './reservation-settings.tsx'
import { CurrencySettings, LanguageSettings, RestaurantSettings } from './restaurant-settings.tsx'
import { confirmRetention, RetentionSettings } from './retention-form.tsx'
import { useSettingTexts } from './setting-texts.ts'
import { namesOf, settingsForm, useSettingsEditor } from './settings-form.tsx'
import { WhatsappSettings } from './whatsapp-settings.tsx'

/** The tabs of which other features have all or a part, rendered only while they are shown. */
type OwnTabs = Record<'users' | 'printers' | 'backups', ReactNode>

interface SettingsDialogProps extends OwnTabs {
  open: boolean
  onOpenChange: (open: boolean) => void
  firstTab?: Dialogs['settings']
}

/** The tabs beside the fields; on a phone their list, which leads to one at a time (docs/product/settings.md#settings-forms). */
export function SettingsDialog({ open, onOpenChange, firstTab = 'first', ...own }: SettingsDialogProps) {
  const isWide = useIsWide()
  const [chosen, setTab] = useState(firstTab === 'first' ? null : firstTab)
  const tab = chosen ?? (isWide ? 'users' : null)
  const isAlone = !isWide && tab !== null
  const back = useRef<HTMLButtonElement>(null)
  const top = useRef<HTMLDivElement>(null)
  const showList = () => setTab(null)
  useBackCloses(open && isAlone && firstTab === 'first', showList)
  const last = useRef(tab)
  useEffect(() => {
    const left = last.current
    last.current = tab
    if (left === tab) return
    // What had the focus is out of sight.
    if (left === null) back.current?.focus()
    if (tab === null && left)
      top.current?.querySelectorAll<HTMLElement>('[role=tab]')[SETTINGS_TABS.indexOf(left)]?.focus()
  }, [tab])
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={[t('dashboard.settings'), isAlone && t(`settings.tabs.${tab}`)].filter(Boolean).join(' · ')}
      back={
        isAlone && (
          <IconButton ref={back} label={t('settings.toList')} className="-my-2 -ml-3" onClick={showList}>
            <ChevronLeft className="size-6" />
          </IconButton>
        )
      }
      // As high on each tab, so that the tabs stay where they are.
      className="h-[92dvh] sm:max-w-xl! md:max-w-4xl!"
    >
      <AllTabs tab={tab} onTabChange={setTab} top={top} {...own} />
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
  reservations: <ReservationSettings onShowTab={showTab} />,
  payments: <PaymentSettings />,
  fiscal: <FiscalSettings onShowTab={showTab} />,
  data: <RetentionSettings />,
})

interface AllTabsProps extends OwnTabs {
  /** Null while a phone lists them. */
  tab: SettingsTab | null
  onTabChange: (tab: SettingsTab) => void
  top: RefObject<HTMLDivElement | null>
}

/** The tabs, each with a form and a draft of its own where it has settings to save. */
function AllTabs({ tab, onTabChange, top, users, printers, backups }: AllTabsProps) {
  const isWide = useIsWide()
  const [footer, setFooter] = useState<HTMLElement | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each tab begins at its start, wherever the last one was left.
  useLayoutEffect(() => {
    const scrolled = top.current?.parentElement
    if (scrolled) scrolled.scrollTop = 0
  }, [tab])
  const sections = sectionsWith(onTabChange)
  const own: Partial<Record<SettingsTab, ReactNode>> = { users, printers, data: backups }
  return (
    <div ref={top} className="flex min-h-full flex-col">
      <Tabs
        variant={isWide ? 'chips' : 'rows'}
        orientation="vertical"
        listClass={!isWide && tab ? 'hidden!' : undefined}
        value={tab}
        onValueChange={onTabChange}
        label={t('settings.sections')}
        options={SETTINGS_TABS.map((value) => ({
          value,
          label: isWide ? (
            t(`settings.tabs.${value}`)
          ) : (
            <>
              {t(`settings.tabs.${value}`)}
              <ChevronRight className="size-5 text-muted" />
            </>
          ),
        }))}
      >
        {SETTINGS_TABS.map((value) => (
          <TabPanel key={value} value={value}>
            {sections[value] && (
              <TabForm tab={value} footer={footer}>
                {sections[value]}
              </TabForm>
            )}
            {own[value]}
          </TabPanel>
        ))}
      </Tabs>
      <div ref={setFooter} className="contents" />
    </div>
  )
}

interface TabFormProps {
  tab: SettingsTab
  /** The end of the dialog, where the button stays in sight. */
  footer: HTMLElement | null
  children: ReactNode
}

function TabForm({ tab, footer, children }: TabFormProps) {
  const formId = useId()
  const fields = useRef<HTMLFormElement>(null)
  const settings = useSettings()
  const editor = useSettingsEditor(tab)
  const texts = useSettingTexts(namesOf(tab))
  const { form, errors, submit, isPending } = editor
  /** Whether the first wrong field is to be shown. */
  const isSought = useRef(false)
  useEffect(() => {
    if (!isSought.current || isPending || Object.keys(errors).length === 0) return
    isSought.current = false
    const wrong = fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    wrong?.focus()
    // With its message, which would otherwise be behind the button.
    wrong?.scrollIntoView({ block: 'center' })
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
  return (
    <FormContext value={{ form, maxLengthOf: settingsForm.maxLengthOf, said: new Map() }}>
      <form ref={fields} id={formId} noValidate className="flex flex-col gap-5" onSubmit={save}>
        <DraftNotice editor={editor} className="-mb-5" />
        {editor.theirs && <ConflictNotice editor={editor} fields={texts} />}
        <Fragment key={editor.begun}>{children}</Fragment>
      </form>
      {footer &&
        createPortal(
          <StickyFooter className="mt-auto flex justify-end">
            <Button type="submit" form={formId} pending={isPending} className="max-md:w-full md:min-w-40">
              {t('common.save')}
            </Button>
          </StickyFooter>,
          footer,
        )}
    </FormContext>
  )
}
