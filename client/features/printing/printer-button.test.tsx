import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LANGUAGES } from '#shared/domain/language.ts'
import { useDeviceQueue } from '../../entities/printer/index.ts'
import { withPrinter } from '../../testing/fake-printer.ts'
import { act, render, screen } from '../../testing/render.tsx'
import { useFailedPrints } from './print-order.ts'
import { PrinterButton } from './printer-button.tsx'
import { useThisDevice } from './this-device.ts'

const reset = () => {
  useDeviceQueue.setState({ length: 0 })
  useFailedPrints.setState({ orders: new Set() })
  useThisDevice.setState({ byItself: false, isSilent: false, leftUntil: '' })
}
beforeEach(() => {
  reset()
  vi.useFakeTimers()
})
afterEach(() => {
  reset()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe.each(LANGUAGES)('the printer’s button (%s)', (language) => {
  const open = () => {
    const { t } = render(<PrinterButton />, { language })
    const button = screen.getByRole('button')
    const name = () => button.getAttribute('aria-label')
    const title = t('printing.printer.title')
    const offline = `${title}, ${t('printing.printer.isOffline')}`
    return { t, button, name, title, offline }
  }

  it('says that the printer is offline, and that it is back, within 15 seconds', () => {
    withPrinter()
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
    const { name, title, offline } = open()
    onLine.mockReturnValue(false)
    act(() => vi.advanceTimersByTime(14_999))
    expect(name()).toBe(title)
    act(() => vi.advanceTimersByTime(1))
    expect(name()).toBe(offline)
    onLine.mockReturnValue(true)
    act(() => vi.advanceTimersByTime(15_000))
    expect(name()).toBe(title)
    onLine.mockRestore()
  })

  it('says it if this device is to print by itself and its printer is gone', () => {
    act(() => useThisDevice.setState({ byItself: true }))
    const { name, offline } = open()
    expect(name()).toBe(offline)
  })

  it('shows how many documents wait: queued ones, and orders whose last print failed', () => {
    withPrinter()
    const { t, button, name, title } = open()
    expect(button.textContent).not.toMatch(/\d/)
    act(() => useDeviceQueue.setState({ length: 2 }))
    act(() => useFailedPrints.setState({ orders: new Set([7]) }))
    expect(button.textContent).toMatch(/3/)
    expect(name()).toBe(`${title}, ${t('printing.printer.queue', { count: 3 })}`)
  })
})
