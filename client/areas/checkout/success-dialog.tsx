import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { SUCCESS_COUNTDOWN_S } from '#shared/domain/time/timing.ts'
import { money } from '../../lib/settings/settings.ts'
import { Dialog, t } from '../../ui/index.ts'

interface SuccessDialogProps {
  open: boolean
  order: { id: number; total: number }
  onDone: () => void
  children?: ReactNode
}

/** Confirms that the order was placed, and counts down until the page returns to the menu. */
export default function SuccessDialog({ open, order, onDone, children }: SuccessDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        if (!next) onDone()
      }}
      title={t('checkout.success')}
      description={
        <>
          {t('checkout.successDescription', { id: order.id, total: money(order.total) })}
          {/* Announced once: announcing every second would hide the order's status from screen readers. */}
          <span className="sr-only">. {t('checkout.returning', { count: SUCCESS_COUNTDOWN_S })}</span>
        </>
      }
    >
      <div className="mx-auto mb-4 grid size-14 animate-rise place-items-center rounded-full bg-ready-soft text-ready">
        <Check className="size-7" strokeWidth={2.6} />
      </div>
      {children}
      <ReturnCountdown running={open} onDone={onDone} />
    </Dialog>
  )
}

/**
 * The countdown. It is mounted with the dialog, so it restarts on each opening, and stops while the dialog fades out.
 */
function ReturnCountdown({ running, onDone }: { running: boolean; onDone: () => void }) {
  const [secondsLeft, setSecondsLeft] = useState(SUCCESS_COUNTDOWN_S)
  useEffect(() => {
    if (!running) return
    const started = Date.now()
    const timer = setInterval(() => {
      const seconds = SUCCESS_COUNTDOWN_S - Math.floor((Date.now() - started) / 1000)
      setSecondsLeft(Math.max(0, seconds))
      if (seconds <= 0) {
        clearInterval(timer)
        onDone()
      }
    }, 250)
    return () => clearInterval(timer)
  }, [running, onDone])
  return (
    <p role="timer" aria-live="off" className="figures mt-4 text-center text-muted">
      {t('checkout.returning', { count: secondsLeft })}
    </p>
  )
}
