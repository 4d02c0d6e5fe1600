import { MonitorSmartphone } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import { storedWord } from '../../../lib/browser/storage.ts'
import { CloseButton } from '../../../ui/parts/close-button.tsx'

const advice = storedWord('screen-advice', ['read'] as const)

interface ScreenAwake {
  /** `unsupported`: not in this browser, or not without https. `refused`: not now, with a low battery for example. */
  state: 'asking' | 'kept' | 'unsupported' | 'refused'
  /** Whether the owner has read on this device how to set it. */
  isSettled: boolean
}

/** Whether the screen of this device stays on. */
export const useScreenAwake = create<ScreenAwake>(() => ({ state: 'asking', isSettled: false }))

/** The owner knows: this device needs no advice any more. */
export function settleScreen(): void {
  advice.write('read')
  useScreenAwake.setState({ isSettled: true })
}

/** Where the screen does not stay on by itself, says once on each device how (docs/product.md#board-awake). */
export function ScreenAdvice() {
  const { t } = useTranslation()
  const { state, isSettled } = useScreenAwake()
  if (state === 'asking' || state === 'kept' || isSettled) return null
  return (
    <div className="flex items-center gap-3 rounded-control border border-line bg-sunk py-1 pr-1 pl-4">
      <MonitorSmartphone aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <p className="min-w-0 flex-1 py-1.5 text-[15px]">{t('orders.awake')}</p>
      <CloseButton onClick={settleScreen} />
    </div>
  )
}

/** Keeps the screen on as long as the board is there. Where the browser cannot, which needs https, or may not, it says so. */
export function useScreenWakeLock(): void {
  useEffect(() => {
    useScreenAwake.setState({ state: 'asking', isSettled: advice.read() === 'read' })
    let lock: WakeLockSentinel | undefined
    let left = false
    const keep = async () => {
      if (!isInSight()) return
      try {
        // Absent on plain http. A browser lets go of it whenever the page is out of sight.
        const held = await (navigator.wakeLock as WakeLock | undefined)?.request('screen')
        if (left) return void held?.release()
        void lock?.release()
        lock = held
        useScreenAwake.setState({ state: held ? 'kept' : 'unsupported' })
        // The device may end it as well, with a low battery for example.
        if (held) {
          held.onrelease = () => {
            if (!left && lock === held && isInSight()) useScreenAwake.setState({ state: 'refused' })
          }
        }
      } catch {
        if (!left) useScreenAwake.setState({ state: 'refused' })
      }
    }
    void keep()
    document.addEventListener('visibilitychange', keep)
    return () => {
      left = true
      document.removeEventListener('visibilitychange', keep)
      void lock?.release()
    }
  }, [])
}

const isInSight = () => document.visibilityState !== 'hidden'
