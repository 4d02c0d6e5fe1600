import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/parts/button.tsx'

interface RememberChoiceProps {
  /** Whether this phone keeps the guest's name and number already. */
  isKept: boolean
  checked: boolean
  onCheck: (checked: boolean) => void
  onForget: () => void
}

/** Whether this phone keeps the guest's name and number for the next order (docs/product/checkout.md#checkout-remember). */
export function RememberChoice({ isKept, checked, onCheck, onForget }: RememberChoiceProps) {
  const { t } = useTranslation()
  if (isKept)
    return (
      <p className="flex min-h-11 items-center justify-between gap-3 text-sm text-muted">
        {t('checkout.kept')}
        <Button variant="quiet" size="small" className="-mr-3 shrink-0" onClick={onForget}>
          {t('checkout.forget')}
        </Button>
      </p>
    )
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 text-[15px]">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-accent"
        checked={checked}
        onChange={({ target }) => onCheck(target.checked)}
      />
      {t('checkout.remember')}
    </label>
  )
}
