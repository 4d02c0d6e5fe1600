import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod/mini'
import { recordTill, type TILL_KINDS } from '#shared/contracts/payments.ts'
import type { Currency } from '#shared/domain/money.ts'
import { REASON_MAX } from '#shared/domain/payments/methods.ts'
import { AmountInput, amountSchema } from '../../../lib/changes/amount-field.tsx'
import { DraftNotice } from '../../../lib/changes/draft-notice.tsx'
import { useEditor } from '../../../lib/changes/use-editor.ts'
import { Button, Dialog, TextField, useTranslation, useWhileOpen } from '../../../ui/index.ts'
import { useRecordTill } from './calls.ts'

type TillKind = (typeof TILL_KINDS)[number]

interface TillDialogProps {
  /** Whether cash is put in or taken out; null closes the dialog. */
  kind: TillKind | null
  currency: Currency
  onClose: () => void
}

export function TillDialog({ kind, currency, onClose }: TillDialogProps) {
  const { t } = useTranslation()
  const shown = useWhileOpen(kind !== null, kind)
  return (
    <Dialog open={kind !== null} onOpenChange={onClose} title={t(shown === 'in' ? 'days.putIn' : 'days.takeOut')}>
      {shown && <TillForm kind={shown} currency={currency} onDone={onClose} />}
    </Dialog>
  )
}

const START = { amount: '', reason: '' }

function TillForm({ kind, currency, onDone }: { kind: TillKind; currency: Currency; onDone: () => void }) {
  const { t } = useTranslation()
  const { mutateAsync } = useRecordTill()
  const { amount, reason } = recordTill.body.shape
  const schema = z.object({ amount: amountSchema(currency, amount), reason })
  const { register, submit, isPending, draft } = useEditor({
    name: `till.${kind}`,
    resolver: zodResolver(schema),
    saved: null as { id: number } | null,
    valuesOf: () => START,
    start: START,
    add: (input: z.output<typeof schema>, key) => mutateAsync({ input: { kind, ...input }, key }),
    // An entry never changes.
    change: ({ saved }) => Promise.resolve(saved),
    onDone,
  })
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <DraftNotice draft={draft} className="-mb-4" />
      <TextField as={AmountInput} label={t('days.amount', { unit: currency.toUpperCase() })} {...register('amount')} />
      <TextField label={t('days.reason')} {...register('reason')} maxLength={REASON_MAX} />
      <Button type="submit" pending={isPending}>
        {t(kind === 'in' ? 'days.putIn' : 'days.takeOut')}
      </Button>
    </form>
  )
}
