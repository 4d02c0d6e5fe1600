import { fireEvent } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { render, screen } from '../testing/render.tsx'
import { ignoreSecondTaps } from './second-taps.ts'

let isStaffs = true
beforeEach(() => {
  isStaffs = true
})

/** A button in whose place another one comes. */
function Steps() {
  useEffect(() => ignoreSecondTaps(() => isStaffs), [])
  const [step, setStep] = useState(0)
  const [count, setCount] = useState(0)
  const [status, setStatus] = useState(0)
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
      <ul data-taps="single">
        <li>
          <button type="button" onClick={() => setStatus(status + 1)}>
            Status {status}
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
const shown = () =>
  screen
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
    .join(', ')

it('a second tap presses no button that came to the place of the first', () => {
  render(<Steps />)
  tap(/Step/, 1_000)
  tap(/Step/, 1_400)
  expect(shown()).toBe('Step 1, Count 0, Status 0')
  tap(/Step/, 2_000)
  expect(shown()).toBe('Step 2, Count 0, Status 0')
  tap(/Step/, 2_100, { clientX: 200 })
  expect(shown()).toBe('Step 3, Count 0, Status 0')
})

it('taps on the buttons of one row count each, and so do clicks that the browser counts as single', () => {
  render(<Steps />)
  for (const time of [1_000, 1_100, 1_200]) tap(/Count/, time)
  expect(shown()).toBe('Step 0, Count 3, Status 0')
  for (const time of [2_000, 2_100]) tap(/Step/, time, { pointerType: 'mouse' })
  expect(shown()).toBe('Step 2, Count 3, Status 0')
  tap(/Step/, 2_200, { pointerType: 'mouse', detail: 2 })
  expect(shown()).toBe('Step 2, Count 3, Status 0')
})

it('a press of a key is no tap', () => {
  render(<Steps />)
  tap(/Step/, 1_000)
  fireEvent.click(screen.getByRole('button', { name: /Step/ }))
  expect(shown()).toBe('Step 2, Count 0, Status 0')
})

it('in a row whose taps are single, a second tap at the same position presses nothing', () => {
  render(<Steps />)
  for (const [time, clientX, steps] of [
    [1_000, 100, 1],
    [1_400, 100, 1],
    [1_600, 130, 2],
    [2_200, 130, 3],
  ] as const) {
    tap(/Status/, time, { clientX })
    expect([time, shown()]).toEqual([time, `Step 0, Count 0, Status ${steps}`])
  }
})

it('on a page of guests, every tap counts', () => {
  render(<Steps />)
  isStaffs = false
  for (const time of [1_000, 1_100]) tap(/Step/, time)
  expect(shown()).toBe('Step 2, Count 0, Status 0')
})
