import { MonitorSmartphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { storedWord } from '../../lib/storage.ts'
import { CloseButton } from '../../ui/close-button.tsx'

const advice = storedWord('screen-advice', ['read'] as const)

/**
 * Keeps the screen on as long as the board is there. Where the browser cannot, which needs https, or may not, the board
 * says once on each device how (docs/product.md#board-awake).
 */
export function ScreenAwake() {
  const { t } = useTranslation()
  const isKept = useWakeLock()
  const [isRead, setRead] = useState(() => advice.read() === 'read')
  if (isKept || isRead) return null
  const close = () => {
    advice.write('read')
    setRead(true)
  }
  return (
    <div className="flex items-center gap-3 rounded-control border border-line bg-sunk py-1 pr-1 pl-4">
      <MonitorSmartphone aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <p className="min-w-0 flex-1 py-1.5 text-[15px]">{t('orders.awake')}</p>
      <CloseButton onClick={close} />
    </div>
  )
}

/** @returns whether the screen stays on by itself; true, too, until that is known */
function useWakeLock(): boolean {
  const [isKept, setKept] = useState(true)
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let left = false
    const keep = async () => {
      if (document.visibilityState === 'hidden') return
      try {
        // Absent on plain http. A browser lets go of it whenever the page is out of sight.
        const held = await (navigator.wakeLock as WakeLock | undefined)?.request('screen')
        if (left) void held?.release()
        else {
          lock = held
          setKept(held !== undefined)
        }
      } catch {
        // Not with a low battery, for example.
        setKept(false)
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
  return isKept
}
