import { Download, Merge, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Customer, exportCustomer } from '#shared/contracts/customers.ts'
import { useLanguage } from '../../lib/words/use-language.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Button, buttonClass } from '../../ui/parts/button.tsx'
import { useCustomerWords } from './customer-words.ts'
import { useEraseCustomer } from './customers.ts'
import { MergeDialog } from './merge-dialog.tsx'

interface CustomerDataProps {
  customer: Customer
  onMerged: (into: Customer) => void
  onErased: () => void
}

/** What can be done with all that is kept of a person: take it along, unite it with another's, erase it. */
export function CustomerData({ customer, onMerged, onErased }: CustomerDataProps) {
  const { t } = useTranslation()
  const { nameOf } = useCustomerWords()
  const language = useLanguage()
  const [asked, ask] = useState<'merge' | 'erase' | null>(null)
  const erase = useEraseCustomer(customer.id, () => {
    ask(null)
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
      <Button variant="outline" onClick={() => ask('merge')}>
        <Merge aria-hidden="true" className="size-4.5" />
        {t('customers.merge')}
      </Button>
      <Button variant="outline" className="text-cancelled!" onClick={() => ask('erase')}>
        <Trash2 aria-hidden="true" className="size-4.5" />
        {t('customers.erase')}
      </Button>
      <MergeDialog
        customer={customer}
        open={asked === 'merge'}
        onOpenChange={(open) => ask(open ? 'merge' : null)}
        onMerged={onMerged}
      />
      <ConfirmDialog
        open={asked === 'erase'}
        onOpenChange={(open) => ask(open ? 'erase' : null)}
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
