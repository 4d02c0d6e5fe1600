import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#shared/contracts/orders.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { useWhileOpen } from '../../ui/overlays/use-while-open.ts'
import { AutoPrinter } from './auto-printer.ts'
import { setThisDevice, type ThisDevice } from './this-device.ts'
import type { WaitingTicket } from './waiting-tickets.ts'

interface RunningPrinterProps {
  orders: readonly Order[]
  settings: Settings
  device: ThisDevice
}

/** Prints tickets as they arrive; renders only the confirmation for late ones. */
export default function RunningPrinter({ orders, settings, device }: RunningPrinterProps) {
  const { t } = useTranslation()
  const [late, setLate] = useState<readonly WaitingTicket[]>([])
  const [printer] = useState(() => new AutoPrinter(setLate))
  useEffect(() => {
    printer.start()
    return () => printer.stop()
  }, [printer])
  useEffect(() => printer.update(orders, settings, device), [printer, orders, settings, device])
  const count = useWhileOpen(late.length > 0, late.length)
  return (
    <ConfirmDialog
      open={late.length > 0}
      onOpenChange={(open) => {
        if (!open) setThisDevice({ leftUntil: late.at(-1)?.ticket.at ?? device.leftUntil })
      }}
      title={t('printing.late.title', { count })}
      description={t('printing.late.description')}
      confirmLabel={t('printing.late.print')}
      cancelLabel={t('printing.late.leave')}
      onConfirm={() => printer.printLate(late)}
    />
  )
}
