import { expect, it } from 'vitest'
import { LANGUAGES } from '#shared/domain/language.ts'
import { render, screen } from '../../testing/render.tsx'
import { MenuFooter } from './index.tsx'

it.each(LANGUAGES)('the footer mentions delivery unless the owner has switched that off (%s)', (language) => {
  const first = render(<MenuFooter />, { language })
  expect(screen.getByText(first.t('menu.noDelivery'))).toBeDefined()
  first.unmount()
  render(<MenuFooter />, { language, settings: { deliveryNote: false } })
  expect(document.body.textContent).not.toMatch(/deliver|livrar/i)
})
