import { useState } from 'react'
import { expect, it } from 'vitest'
import { render, screen } from '../../testing/render.tsx'
import { Stepper } from './stepper.tsx'

function People() {
  const [people, setPeople] = useState(3)
  return <Stepper name="people" quantity={people} min={2} max={3} onChange={setPeople} />
}

it('keeps within its minimum and its maximum, with the focus where it was', async () => {
  const { user, t } = render(<People />)
  const press = async (words: 'menu.less' | 'menu.more') => {
    const button = screen.getByRole('button', { name: t(words, { name: 'people' }) })
    await user.click(button)
    expect(document.activeElement).toBe(button)
    return `${screen.getByRole('status').textContent} ${button.getAttribute('aria-disabled')}`
  }
  expect(await press('menu.more')).toBe('3 true')
  expect(await press('menu.less')).toBe('2 true')
  expect(await press('menu.less')).toBe('2 true')
  expect(await press('menu.more')).toBe('3 true')
})
