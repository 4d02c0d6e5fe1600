import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../parts/icon-button.tsx'
import { TextInput } from './field.tsx'

/** A password input with a button that shows the characters. */
export function PasswordInput(props: ComponentProps<'input'>) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="relative">
      <TextInput {...props} type={shown ? 'text' : 'password'} className="pr-12" />
      <IconButton
        label={t('auth.showCharacters')}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute top-0.5 right-0.5 text-muted"
      >
        <Icon aria-hidden="true" className="size-5" />
      </IconButton>
    </div>
  )
}
