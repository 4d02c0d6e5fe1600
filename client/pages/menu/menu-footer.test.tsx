import { expect, it } from 'vitest'
import { render, screen } from '../../testing/render.tsx'
import { MenuFooter } from './index.tsx'

it('the footer mentions delivery unless the owner has switched that off', () => {
  const first = render(<MenuFooter hasPlace={false} />)
  expect(screen.getByText(first.t('menu.noDelivery'))).toBeDefined()
  first.unmount()
  render(<MenuFooter hasPlace={false} />, { settings: { deliveryNote: false } })
  expect(document.body.textContent).not.toMatch(/deliver|livrar/i)
})
