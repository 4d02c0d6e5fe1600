import { Download, Merge, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Customer, exportCustomer } from '#shared/contracts/customers.ts'
import { useLanguage } from '../../lib/words/use-language.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Button, buttonClass } from '../../ui/parts/button.tsx'
import { useEraseCustomer } from './customer-calls.ts'
import { useCustomerFormat } from './customer-words.ts'
import { MergeDialog } from './merge-dialog.tsx'

interface CustomerDataProps {
  customer: Customer
  onMerged: (into: Customer) => void
  onErased: () => void
}

/** Actions on a customer's data: download, merge with another customer, erase. */
export function CustomerData({ customer, onMerged, onErased }: CustomerDataProps) {
  const { t } = useTranslation()
  const { nameOf } = useCustomerFormat()
  const language = useLanguage()
  const [openDialog, setOpenDialog] = useState<'merge' | 'erase' | null>(null)
  const erase = useEraseCustomer(customer.id, () => {
    setOpenDialog(null)
    onErased()
  })
  const file = exportCustomer.path.replace(':id', String(customer.id))
  return (
    <div className="flex flex-wrap gap-2.5">
      <a href={file} download className={buttonClass({ variant: 'outline' })}>
        <Download aria-hidden="true" className="size-4.5" />
        {t('customers.exportJson')}
      </a>
      <a href={`${file}?as=text&lang=${language}`} download className={buttonClass({ variant: 'outline' })}>
        <Download aria-hidden="true" className="size-4.5" />
        {t('customers.exportText')}
      </a>
      <Button variant="outline" onClick={() => setOpenDialog('merge')}>
        <Merge aria-hidden="true" className="size-4.5" />
        {t('customers.merge')}
      </Button>
      <Button variant="outline" className="text-cancelled!" onClick={() => setOpenDialog('erase')}>
        <Trash2 aria-hidden="true" className="size-4.5" />
        {t('customers.erase')}
      </Button>
      <MergeDialog
        customer={customer}
        open={openDialog === 'merge'}
        onOpenChange={(open) => setOpenDialog(open ? 'merge' : null)}
        onMerged={onMerged}
      />
      <ConfirmDialog
        open={openDialog === 'erase'}
        onOpenChange={(open) => setOpenDialog(open ? 'erase' : null)}
        destructive
        title={t('customers.eraseTitle', { name: nameOf(customer) })}
        description={t('customers.eraseDescription')}
        confirmLabel={t('customers.eraseConfirm')}
        pending={erase.isPending}
        onConfirm={() => erase.mutate()}
      />
    </div>
  )
}
