import { useState } from 'react'
import type { Settings } from '#shared/contracts/settings.ts'
import type { Language } from '#shared/domain/language.ts'
import { dialog, render } from '../../testing/render.tsx'
import OrderDetailsDialog from './order-details-dialog.tsx'
import { checkout, draft } from './use-checkout.ts'

const LINES = [
  {
    dish: { id: 7, name: 'Sour soup', nameRo: 'Ciorbă', price: 2850, imageUrl: '', tags: [] },
    quantity: 2,
    notes: ' fără ceapă ',
  },
]

/** To be called before each test: the draft outlives the page. */
export function resetCheckout(): void {
  Object.assign(draft, { customer: {}, dining: 'takeaway', remember: false, table: {} })
  checkout.acknowledge()
}

interface RenderOptions {
  language: Language
  table?: { id: number; number: number; label: string | null; key: string | null }
  settings?: Partial<Settings>
  mayRemember?: boolean
}

interface PageProps {
  table: NonNullable<RenderOptions['table']> | null
  mayRemember?: boolean | undefined
}

/** The dialog with a button that reopens it. */
function Page({ table, mayRemember = true }: PageProps) {
  const [open, setOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        reopen
      </button>
      <OrderDetailsDialog
        open={open}
        onClose={() => setOpen(false)}
        lines={LINES}
        table={table}
        mayRemember={mayRemember}
        nameOf={() => undefined}
        onRemove={() => {}}
      />
    </>
  )
}

export async function openForm({ language, table, settings, mayRemember }: RenderOptions) {
  const rendered = render(<Page table={table ?? null} mayRemember={mayRemember} />, { language, settings })
  const form = await dialog()
  const { t } = rendered
  return {
    ...rendered,
    form,
    name: () => form.getByRole('textbox', { name: t('checkout.name') }),
    phone: () => form.getByRole('textbox', { name: t('checkout.phone') }),
    email: () => form.getByRole('textbox', { name: new RegExp(`^${t('checkout.email')}`) }),
    notes: () => form.getByRole('textbox', { name: new RegExp(`^${t('checkout.notes')}`) }),
    send: (choice: 'payTakeaway' | 'payDineIn' = 'payTakeaway') =>
      form.getByRole('button', { name: t(`checkout.${choice}`, { total: '57.00 LEI' }) }),
  }
}
