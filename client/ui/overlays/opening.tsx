import { X } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { cx } from '../cx.ts'
import { IconButton } from '../parts/button.tsx'
import { useTranslation } from '../translation.ts'

/** Whether the value was ever true: a dialog that was opened once stays mounted, so that its closing is animated. */
export function useEverOpened(isTrue: boolean): boolean {
  const [ever, setEver] = useState(isTrue)
  if (isTrue && !ever) setEver(true)
  return ever || isTrue
}

/** The value while a dialog is open, and its last one while it fades out. @param value referentially stable */
export function useWhileOpen<Value>(isOpen: boolean, value: Value): Value {
  const [last, setLast] = useState(value)
  if (isOpen && !Object.is(last, value)) setLast(value)
  return isOpen ? value : last
}

/** How often a dialog was opened: the key of its form, which is then new even if it is reopened while fading out. */
export function useOpeningCount(isOpen: boolean): number {
  const [count, setCount] = useState(0)
  const [wasOpen, setWasOpen] = useState(false)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    if (isOpen) setCount(count + 1)
  }
  return count
}

export function CloseButton({ className, ...rest }: Omit<ComponentProps<'button'>, 'aria-label' | 'children'>) {
  const { t } = useTranslation()
  return (
    <IconButton
      label={t('common.close')}
      variant="sunk"
      className={cx('-mr-1 size-10 rounded-full', className)}
      {...rest}
    >
      <X className="size-5" />
    </IconButton>
  )
}
