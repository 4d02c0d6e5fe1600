import { describe, expect, it, vi } from 'vitest'
import { checksIn, device } from './checks.fixture.tsx'

describe('the checks of the device', () => {
  const { open, rowOf, stateOf, button } = checksIn('en')

  it('plays the sound of a device that rings', async () => {
    const view = await open()
    const { t, user, used } = view
    expect(stateOf(view, 'sound')).toBe('ok')
    await user.click(button(view, 'sound', t('beforeService.sound.play')))
    expect(used.sound.play).toHaveBeenCalledOnce()
  })

  it.each([
    [false, 'wrong', 'sound.turnOn'],
    [true, 'unknown', 'beforeService.sound.play'],
  ] as const)('offers a sound that nobody has chosen on this device (audible: %s)', async (isOn, state, label) => {
    const view = await open({ device: { sound: { ...device().sound, isOn, isChosen: false } } })
    const { t, user, used } = view
    expect(stateOf(view, 'sound')).toBe(state)
    await user.click(button(view, 'sound', t(label)))
    expect(used.sound.turnOn).toHaveBeenCalledOnce()
  })

  it.each([
    ['awake', false, 'ok', 'kept'],
    ['requesting', false, 'unknown', 'asking'],
    ['unsupported', false, 'look', 'unsupported'],
    ['refused', false, 'look', 'refused'],
    ['unsupported', true, 'ok', 'settled'],
  ] as const)(
    'rates a screen lock that is %s, with the advice read: %s, as %s',
    async (screenState, isAdviceRead, state, textKey) => {
      const dismissAdvice = vi.fn()
      const view = await open({ device: { screen: { state: screenState, isAdviceRead, dismissAdvice } } })
      const { t, user } = view
      expect(stateOf(view, 'screen')).toBe(state)
      expect(rowOf(view, 'screen').textContent).toContain(t(`beforeService.screen.${textKey}`))
      if (state !== 'look') return
      await user.click(button(view, 'screen', t('beforeService.screen.settle')))
      expect(dismissAdvice).toHaveBeenCalledOnce()
    },
  )

  it('prints a test page, and shows that it failed', async () => {
    const printer = { ...device().printer, ready: false }
    const view = await open({ device: { printer } })
    const { t, user, change } = view
    expect(stateOf(view, 'printer')).toBe('ok')
    expect(rowOf(view, 'printer').textContent).toContain(t('beforeService.printer.browser'))
    await user.click(button(view, 'printer', t('printing.silent.try')))
    expect(printer.test.print).toHaveBeenCalledOnce()
    for (const state of ['blocked', 'failed'] as const) {
      change({ printer: { ...printer, test: { ...printer.test, state } } })
      expect(stateOf(view, 'printer')).toBe('wrong')
      expect(rowOf(view, 'printer').textContent).toContain(t(`beforeService.printer.${state}`))
    }
  })

  it('shows that a device’s own printer is ready, or how many documents wait for it', async () => {
    const view = await open()
    expect(stateOf(view, 'printer')).toBe('ok')
    view.change({ printer: { ...device().printer, queueLength: 3 } })
    expect(stateOf(view, 'printer')).toBe('look')
    expect(rowOf(view, 'printer').textContent).toContain(view.t('beforeService.printer.queue', { count: 3 }))
  })

  it('shows that the board is not live', async () => {
    const view = await open()
    expect(stateOf(view, 'live')).toBe('ok')
    view.change({ isLive: false })
    expect(stateOf(view, 'live')).toBe('wrong')
    expect(rowOf(view, 'live').textContent).toContain(view.t('beforeService.live.lost'))
  })
})
