import { useState } from 'react'
import type { Settings } from '#shared/contracts/settings.ts'
import { getTables, type Table } from '#shared/contracts/tables.ts'
import type { Language } from '#shared/domain/language.ts'
import { queryClient } from '../../lib/api/query.ts'
import { dialog, fakeApi, render } from '../../testing/render.tsx'
import { DrawerPanel, DrawerShell } from '../../ui/overlays/drawer.tsx'
import { tablesQuery } from '../tables/index.ts'
import OrderDetails from './order-details.tsx'
import { checkout, endGuestDraft, guestDraft } from './use-checkout.ts'

const LINES = [
  {
    dish: { id: 7, name: 'Sour soup', nameRo: 'Ciorbă', price: 2850, imageUrl: '', tags: [] },
    quantity: 2,
    notes: ' fără ceapă ',
  },
]

// As the menu's page does.
checkout.follow({ placed: ({ body }) => endGuestDraft(body) })

/** The draft outlives the page. */
function resetCheckout(): void {
  guestDraft.drop()
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

/** The drawer with a button that reopens it. */
function Page({ table, mayRemember = true }: PageProps) {
  const [open, setOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        reopen
      </button>
      <DrawerShell open={open} onOpenChange={setOpen}>
        <OrderDetails
          Panel={DrawerPanel}
          open={open}
          onBack={() => setOpen(false)}
          lines={LINES}
          table={table}
          mayRemember={mayRemember}
          nameOf={() => undefined}
          onRemove={() => {}}
        />
      </DrawerShell>
    </>
  )
}

/** Opens the form of an order of two soups. */
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

const TABLES: Table[] = [
  { id: 31, number: 4, label: 'Terasa 3', capacity: 2, status: 'occupied' },
  { id: 32, number: 5, label: null, capacity: 4, status: 'available' },
]

/** To be called before each test: the draft and the tables outlive the page. */
export function beginAnew(): void {
  resetCheckout()
  queryClient.removeQueries({ queryKey: tablesQuery.queryKey })
  fakeApi.answers(getTables, TABLES)
}
