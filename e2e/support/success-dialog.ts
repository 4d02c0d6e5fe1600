import { expect, type Locator } from '@playwright/test'
import type { TFunction } from 'i18next'

/** Closes the confirmation of an order, which also closes by itself after five seconds. */
export async function closeSuccess(success: Locator, t: TFunction): Promise<void> {
  const close = success.getByRole('button', { name: t('common.close') })
  await close.click({ timeout: 6_000 }).catch(() => {})
  await expect(success).toBeHidden()
}
