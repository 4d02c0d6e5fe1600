import type { Page } from '@playwright/test'

/** Taps the logo five times in a row, which opens the table dialog; menu.test.ts proves the time limit between taps. */
export async function openTableDialog(page: Page): Promise<void> {
  const logo = page.getByRole('banner').getByRole('button').first()
  await logo.evaluate(async (element: HTMLElement) => {
    for (let tap = 0; tap < 5; tap++) {
      element.click()
      await new Promise((resolve) => setTimeout(resolve))
    }
  })
}
