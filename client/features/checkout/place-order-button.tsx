import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'

interface PlaceOrderButtonProps {
  /** The id of the form that it sends: the button stands below it, always in sight. */
  form: string
  takeaway: boolean
  total: string
  pending: boolean
}

/** Says what pressing it does: ordering takeaway obliges to pay, and the law wants that on the button itself. */
export function PlaceOrderButton({ form, takeaway, total, pending }: PlaceOrderButtonProps) {
  const { t } = useTranslation()
  return (
    <Button
      type="submit"
      form={form}
      size="large"
      pending={pending}
      className="w-full px-2 text-[15px] tracking-[-0.01em]"
    >
      {pending ? t('checkout.sending') : t(takeaway ? 'checkout.payTakeaway' : 'checkout.payDineIn', { total })}
    </Button>
  )
}
