import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { icon } from './icon.tsx'

it('draws the path, hidden from screen readers unless it has a role of its own', () => {
  const Sample = icon('sample', 'M1 2h3')
  const { container } = render(
    <>
      <Sample className="size-4" strokeWidth={undefined} />
      <Sample role="img" aria-label="Allergy" strokeWidth={3} />
    </>,
  )
  const [plain, named] = container.querySelectorAll('svg')
  expect(plain?.outerHTML).toContain('class="lucide-sample size-4"><path d="M1 2h3"></path>')
  expect([plain?.getAttribute('aria-hidden'), plain?.getAttribute('stroke-width')]).toEqual(['true', '2'])
  expect(screen.getByRole('img', { name: 'Allergy' })).toBe(named)
  expect([named?.getAttribute('aria-hidden'), named?.getAttribute('stroke-width')]).toEqual([null, '3'])
})
