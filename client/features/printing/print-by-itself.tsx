import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#shared/contracts/orders.ts'
import type { Settings } from '#shared/contracts/settings.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { useWhileOpen } from '../../ui/overlays/use-while-open.ts'
import { SelfPrinter } from './self-printer.ts'
import { canPrintByItself, setThisDevice, useThisDevice } from './this-device.ts'
import type { WaitingTicket } from './waiting-tickets.ts'

interface PrintByItselfProps {
  /** All that the board knows; the same list until one changes. */
  orders: readonly Order[]
  settings: Settings
}

/** Prints tickets as they come, where this device does so, and asks about those that are late. It draws only the question. */
export function PrintByItself({ orders, settings }: PrintByItselfProps) {
  const device = useThisDevice()
  const isOn = device.byItself && canPrintByItself(device)
  return isOn ? <SelfPrinting orders={orders} settings={settings} leftUntil={device.leftUntil} /> : null
}

function SelfPrinting({ orders, settings, leftUntil }: PrintByItselfProps & { leftUntil: string }) {
  const { t } = useTranslation()
  const [late, setLate] = useState<readonly WaitingTicket[]>([])
  const [printer] = useState(() => new SelfPrinter(setLate))
  useEffect(() => {
    printer.begin()
    return () => printer.end()
  }, [printer])
  useEffect(() => printer.take(orders, settings, leftUntil), [printer, orders, settings, leftUntil])
  const count = useWhileOpen(late.length > 0, late.length)
  return (
    <ConfirmDialog
      open={late.length > 0}
      onOpenChange={(open) => {
        if (!open) setThisDevice({ leftUntil: late.at(-1)?.ticket.at ?? leftUntil })
      }}
      title={t('printing.late.title', { count })}
      description={t('printing.late.description')}
      confirmLabel={t('printing.late.print')}
      cancelLabel={t('printing.late.leave')}
      onConfirm={() => printer.printLate(late)}
    />
  )
}
