import { X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { IconButton } from '../parts/button.tsx'
import { t } from '../translation.ts'

/** The button in the corner of a dialog or drawer. */
export function CloseButton({ className, ...rest }: Omit<ComponentProps<'button'>, 'aria-label' | 'children'>) {
  return (
    <IconButton
      label={t('common.close')}
      variant="sunk"
      data-kept-free=""
      className={cx('-mr-1 size-10 rounded-full', className)}
      {...rest}
    >
      <X className="size-5" />
    </IconButton>
  )
}
