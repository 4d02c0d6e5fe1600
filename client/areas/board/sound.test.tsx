import { beforeEach, describe, expect, it, vi } from 'vitest'
import { act, render, screen, waitFor } from '../../testing/render.tsx'
import { prepareBell, SoundButton, useBell } from '../orders/index.ts'
import { NoOrders } from './board.tsx'

const play = vi.fn()
// Its own modules too: the bell keeps the first sound that it makes.
vi.mock('../../lib/browser/environment.ts', async (original) => ({
  ...(await original<object>()),
  logProblem: () => {},
}))

beforeEach(() => {
  vi.stubGlobal(
    'Audio',
    class extends EventTarget {
      load() {}
      async play() {
        play()
        queueMicrotask(() => this.dispatchEvent(new Event('ended')))
      }
    },
  )
  play.mockClear()
  useBell.setState({ on: true, needsTouch: true })
  prepareBell()
})

describe('the sound of new orders, on a page that nobody has touched', () => {
  it.each(['a click', 'the space bar', 'the enter key'])(
    'is heard, and not muted, after %s on its button',
    async (way) => {
      const { user, t } = render(<SoundButton />)
      const button = screen.getByRole('button', { name: t('sound.name'), pressed: false })
      if (way === 'a click') await user.click(button)
      else {
        button.focus()
        await user.keyboard(way === 'the space bar' ? ' ' : '{Enter}')
      }
      expect(await screen.findByRole('button', { name: t('sound.name'), pressed: true })).toBeDefined()
      expect(useBell.getState()).toEqual({ on: true, isChosen: true, needsTouch: false })
      expect(play).toHaveBeenCalled()
      await user.click(button)
      await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('false'))
      expect(useBell.getState().on).toBe(false)
    },
  )

  it.each(['pending', 'all'] as const)('is promised by the empty board only while it is heard (%s)', (subTab) => {
    const { t } = render(<NoOrders subTab={subTab} onNewOrder={() => {}} />)
    const sentence = (sound: string) => `${t(`orders.emptyDescription.${subTab}`)} ${sound}`
    expect(screen.getByText(sentence(t('sound.silent')))).toBeDefined()
    act(() => useBell.setState({ needsTouch: false }))
    expect(screen.getByText(sentence(t('sound.rings')))).toBeDefined()
    act(() => useBell.setState({ on: false }))
    expect(screen.getByText(sentence(t('sound.silent')))).toBeDefined()
  })
})
