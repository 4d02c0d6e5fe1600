import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LANGUAGES } from '#shared/domain/language.ts'
import { withPrinter } from '../../testing/fake-printer.ts'
import { act, render, screen } from '../../testing/render.tsx'
import { useFailedPrints } from './print-order.tsx'
import { PrinterButton } from './printer-button.tsx'
import { useDeviceQueue, useThisDevice } from './this-device.tsx'

const reset = () => {
  useDeviceQueue.setState({ length: 0 })
  useFailedPrints.setState({ orders: new Set() })
  useThisDevice.setState({ byItself: false, isSilent: false, stations: null, leftUntil: '' })
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
    const { t, button, name, offline } = open()
    expect(name()).toBe(offline)
    // In words that are seen at every width.
    expect(button.textContent).toBe(t('printing.printer.isOffline'))
    expect(button.querySelector('.hidden')).toBeNull()
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

describe.each(LANGUAGES)('the choice of stations (%s)', (language) => {
  const STATIONS = [
    { id: 1, name: 'Kitchen', nameRo: 'Bucătărie' },
    { id: 2, name: 'Bar', nameRo: '' },
  ]
  const open = async (stations: typeof STATIONS, stored: number[] | null = null) => {
    vi.useRealTimers()
    withPrinter()
    useThisDevice.setState({ byItself: true, stations: stored })
    const view = render(<PrinterButton />, { language, settings: { stations } })
    await view.user.click(screen.getByRole('button'))
    await screen.findByText(view.t('printing.byItself.hint'))
    const chips = () =>
      screen
        .queryAllByRole<HTMLInputElement>('checkbox')
        .map(({ parentElement, checked }) => [parentElement?.textContent, checked])
    const toggle = (name: string) => view.user.click(screen.getByRole('checkbox', { name }))
    return { ...view, chips, toggle }
  }
  const kitchen = language === 'ro' ? 'Bucătărie' : 'Kitchen'

  it('is not shown where there is one station', async () => {
    const { chips } = await open(STATIONS.slice(0, 1), [2])
    expect(chips()).toEqual([])
  })

  it('is all of them at first, and never none', async () => {
    const { chips, toggle } = await open(STATIONS)
    expect(chips()).toEqual([
      [kitchen, true],
      ['Bar', true],
    ])
    await toggle(kitchen)
    expect(useThisDevice.getState().stations).toEqual([2])
    await toggle('Bar')
    expect(chips()).toEqual([
      [kitchen, false],
      ['Bar', true],
    ])
    await toggle(kitchen)
    // Stations that are added later are printed too.
    expect(useThisDevice.getState().stations).toBeNull()
  })

  it('shows that a chosen station was removed, and what the device prints instead', async () => {
    const { t, chips, toggle } = await open(STATIONS, [7])
    expect(chips()).toEqual([
      [kitchen, true],
      ['Bar', false],
    ])
    expect(screen.getByText(t('printing.stations.removed', { station: kitchen }))).toBeDefined()
    await toggle('Bar')
    expect(screen.queryByText(t('printing.stations.removed', { station: kitchen }))).toBeNull()
  })
})
