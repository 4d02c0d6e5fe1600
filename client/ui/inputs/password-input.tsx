import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../parts/icon-button.tsx'
import { TextInput } from './field.tsx'

/** A password input with a button that shows the characters. */
export function PasswordInput(props: ComponentProps<'input'>) {
  const { t } = useTranslation()
  const [isShown, setIsShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <div className="relative">
      <TextInput {...props} type={isShown ? 'text' : 'password'} className="pr-12" />
      <IconButton
        label={t('auth.showCharacters')}
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
        className="absolute top-0.5 right-0.5 text-muted"
      >
        <Icon aria-hidden="true" className="size-5" />
      </IconButton>
    </div>
  )
}
