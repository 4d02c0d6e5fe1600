import { fireEvent } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { expect, it } from 'vitest'
import { render, screen } from '../testing/render.tsx'
import { ignoreSecondTaps } from './second-taps.ts'

/** A button in whose place another one comes. */
function Steps() {
  useEffect(ignoreSecondTaps, [])
  const [step, setStep] = useState(0)
  const [count, setCount] = useState(0)
  return (
    <>
      <button key={step} type="button" onClick={() => setStep(step + 1)}>
        Step {step}
      </button>
      <ul>
        <li>
          <button key={count} type="button" onClick={() => setCount(count + 1)}>
            Count {count}
          </button>
        </li>
      </ul>
    </>
  )
}

interface Press {
  pointerType?: string
  detail?: number
  clientX?: number
}

/** Presses what has a name, as a finger does. */
function tap(name: RegExp, timeStamp: number, { pointerType = 'touch', detail = 1, clientX = 100 }: Press = {}) {
  const button = screen.getByRole('button', { name })
  const press = (type: string, init: object) => {
    const event = new MouseEvent(type, { bubbles: true, cancelable: true, clientX, clientY: 700, detail })
    Object.defineProperties(event, Object.fromEntries(Object.entries(init).map(([key, value]) => [key, { value }])))
    fireEvent(button, event)
  }
  press('pointerdown', { pointerType })
  press('click', { timeStamp })
}
const shown = () => screen.getAllByRole('button').map(({ textContent }) => textContent)

it('a second tap presses no button that came to the place of the first', () => {
  render(<Steps />)
  tap(/Step/, 1_000)
  tap(/Step/, 1_400)
  expect(shown()).toEqual(['Step 1', 'Count 0'])
  tap(/Step/, 2_000)
  expect(shown()).toEqual(['Step 2', 'Count 0'])
  tap(/Step/, 2_100, { clientX: 200 })
  expect(shown()).toEqual(['Step 3', 'Count 0'])
})

it('taps on the buttons of one row count each, and so do clicks that the browser counts as single', () => {
  render(<Steps />)
  for (const time of [1_000, 1_100, 1_200]) tap(/Count/, time)
  expect(shown()).toEqual(['Step 0', 'Count 3'])
  for (const time of [2_000, 2_100]) tap(/Step/, time, { pointerType: 'mouse' })
  expect(shown()).toEqual(['Step 2', 'Count 3'])
  tap(/Step/, 2_200, { pointerType: 'mouse', detail: 2 })
  expect(shown()).toEqual(['Step 2', 'Count 3'])
})

it('a press of a key is no tap', () => {
  render(<Steps />)
  tap(/Step/, 1_000)
  fireEvent.click(screen.getByRole('button', { name: /Step/ }))
  expect(shown()).toEqual(['Step 2', 'Count 0'])
})
