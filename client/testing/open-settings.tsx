import { expect } from 'vitest'
import { changeSettings, getSettings, type Settings } from '#shared/contracts/settings.ts'
import { getTableAddresses, getTables, type TableAddresses } from '#shared/contracts/tables.ts'
import { getWhatsapp } from '#shared/contracts/whatsapp.ts'
import type { Language } from '#shared/domain/language.ts'
import { SettingsDialog } from '../areas/settings/index.ts'
import type { SettingsTab } from '../lib/browser/dashboard.ts'
import type { Dialogs } from '../lib/dialogs/open-dialog.ts'
import { fakeApi, render, SETTINGS, screen, waitFor, within } from './render.tsx'
import { NOT_CONFIGURED } from './samples.ts'

const NO_ADDRESS: TableAddresses = { publicUrl: null, isFixed: false, network: [] }

/** What was sent to change settings. */
export const bodies = () => fakeApi.callsOf(changeSettings).map(({ body }) => body)

/** Opens the settings at a tab, and waits until the dialog has the focus. */
export async function openSettingsAt(
  firstTab: Dialogs['settings'],
  language: Language,
  settings: Partial<Settings> = {},
  addresses = NO_ADDRESS,
) {
  fakeApi.answers(getWhatsapp, NOT_CONFIGURED)
  fakeApi.answers(getTableAddresses, addresses)
  fakeApi.answers(getTables, [])
  const stored = { ...SETTINGS, ...settings }
  const rendered = render(
    <SettingsDialog open firstTab={firstTab} onOpenChange={() => {}} users="Ana" printers="Star" backups="Backups" />,
    { language, settings: stored },
  )
  const { t, user } = rendered
  const dialog = await screen.findByRole('dialog', { name: t('dashboard.settings') })
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  const saveButton = () => screen.getByRole('button', { name: t('common.save') })
  return {
    ...rendered,
    form: within(dialog),
    saveButton,
    press: (name: string) => user.click(screen.getByRole('button', { name })),
    flip: (name: string) => user.click(screen.getByRole('switch', { name })),
    show: (tab: SettingsTab) => user.click(screen.getByRole('tab', { name: t(`settings.tabs.${tab}`) })),
    save: () => user.click(saveButton()),
    /** Lets the server accept the next change. */
    accept(changed: Partial<Settings> = {}) {
      for (const endpoint of [changeSettings, getSettings]) fakeApi.answers(endpoint, { ...stored, ...changed })
    },
  }
}
