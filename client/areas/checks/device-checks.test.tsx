import { describe, expect, it, vi } from 'vitest'
import { LANGUAGES } from '#shared/domain/language.ts'
import { checksIn, NOW, serviceParts } from './service-checks.fixture.tsx'
import { storeAnswer } from './service-checks.tsx'

describe.each(LANGUAGES)('the checks of the device (%s)', (language) => {
  const { open, rowOf, stateOf, button } = checksIn(language)

  it('plays the sound, and asks whether it was heard', async () => {
    const view = await open()
    const { t, user, parts, change } = view
    expect(stateOf(view, 'sound')).toBe('unknown')
    await user.click(button(view, 'sound', t('beforeService.sound.play')))
    expect(parts.sound.play).toHaveBeenCalledOnce()
    expect(rowOf(view, 'sound').textContent).toContain(t('beforeService.sound.question'))
    // The focus stays on the play button, because pressing it again does not confirm the sound.
    expect(document.activeElement).toBe(button(view, 'sound', t('beforeService.sound.playAgain')))
    await user.click(button(view, 'sound', t('beforeService.sound.notHeard')))
    expect(stateOf(view, 'sound')).toBe('wrong')
    expect(rowOf(view, 'sound').textContent).toContain(t('beforeService.sound.remedy'))
    // The pressed button is removed, so the row gets the focus.
    expect(document.activeElement).toBe(rowOf(view, 'sound'))
    // After a tap elsewhere, the focus does not return to the row.
    await user.click(document.body)
    change({ isLive: false })
    expect(document.activeElement).toBe(document.body)
    await user.click(button(view, 'sound', t('beforeService.sound.playAgain')))
    await user.click(button(view, 'sound', t('beforeService.sound.heard')))
    expect(stateOf(view, 'sound')).toBe('ok')
    expect(rowOf(view, 'sound').textContent).toContain(t('beforeService.sound.heardAt', { time: '17:00' }))
    expect(localStorage.getItem('masa.before-service')).toContain(NOW.toISOString())
  })

  it('ignores what was confirmed before the business day', async () => {
    storeAnswer({ heardAt: '2026-11-21T01:59:00.000Z', printedAt: '2026-11-21T01:59:00.000Z' })
    const view = await open({ parts: { printer: { ...serviceParts().printer, ready: false } } })
    expect(stateOf(view, 'sound')).toBe('unknown')
    expect(stateOf(view, 'printer')).toBe('unknown')
  })

  it('offers to switch on a sound that is off', async () => {
    const view = await open({ parts: { sound: { ...serviceParts().sound, isOn: false } } })
    const { t, user, parts } = view
    expect(stateOf(view, 'sound')).toBe('wrong')
    await user.click(button(view, 'sound', t('beforeService.sound.turnOn')))
    expect(parts.sound.turnOn).toHaveBeenCalledOnce()
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
      const view = await open({ parts: { screen: { state: screenState, isAdviceRead, dismissAdvice } } })
      const { t, user } = view
      expect(stateOf(view, 'screen')).toBe(state)
      expect(rowOf(view, 'screen').textContent).toContain(t(`beforeService.screen.${textKey}`))
      if (state !== 'look') return
      await user.click(button(view, 'screen', t('beforeService.screen.settle')))
      expect(dismissAdvice).toHaveBeenCalledOnce()
    },
  )

  it('prints a test page, and asks whether it was printed', async () => {
    const printer = { ...serviceParts().printer, ready: false }
    const view = await open({ parts: { printer } })
    const { t, user, change } = view
    expect(stateOf(view, 'printer')).toBe('unknown')
    await user.click(button(view, 'printer', t('printing.silent.try')))
    expect(printer.test.print).toHaveBeenCalledOnce()
    for (const state of ['blocked', 'failed'] as const) {
      change({ printer: { ...printer, test: { ...printer.test, state } } })
      expect(stateOf(view, 'printer')).toBe('wrong')
      expect(rowOf(view, 'printer').textContent).toContain(t(`beforeService.printer.${state}`))
    }
    change({ printer: { ...printer, test: { ...printer.test, state: 'tried' } } })
    await user.click(button(view, 'printer', t('beforeService.printer.nothing')))
    expect(stateOf(view, 'printer')).toBe('wrong')
    expect(rowOf(view, 'printer').textContent).toContain(t('beforeService.printer.remedy'))
    await user.click(button(view, 'printer', t('printing.silent.try')))
    await user.click(button(view, 'printer', t('beforeService.printer.cameOut')))
    expect(stateOf(view, 'printer')).toBe('ok')
    expect(rowOf(view, 'printer').textContent).toContain(t('beforeService.printer.cameOutAt', { time: '17:00' }))
  })

  it('shows that a device’s own printer is ready, or how many documents wait for it', async () => {
    const view = await open()
    expect(stateOf(view, 'printer')).toBe('ok')
    view.change({ printer: { ...serviceParts().printer, queueLength: 3 } })
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
