import type { Page } from '@playwright/test'

/** Chooses an entry of the menu at the end of the dashboard's header, in English. */
export async function chooseInHeaderMenu(
  dashboard: Page,
  entry: 'Before service' | 'Settings' | 'Log out',
): Promise<void> {
  await dashboard.getByRole('banner').getByRole('button', { name: 'More', exact: true }).click()
  await dashboard.getByRole('menuitem', { name: entry, exact: true }).click()
}
