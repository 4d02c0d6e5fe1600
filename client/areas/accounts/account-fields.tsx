import { PasswordInput, TextField, t } from '../../ui/index.ts'

interface AccountFieldProps {
  register: () => object
  error: string | undefined
}

/** The field for a username; `autoComplete` is for a person's own. */
export function UsernameField(props: AccountFieldProps & { autoComplete?: 'username' }) {
  const typed = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false, maxLength: 50 }
  return <TextField label={t('auth.username')} {...typed} {...props} />
}

/** The field for a password that somebody chooses. */
export function NewPasswordField(props: AccountFieldProps & { label?: string }) {
  return (
    <TextField
      as={PasswordInput}
      label={t('auth.password')}
      hint={t('auth.passwordHint')}
      autoComplete="new-password"
      maxLength={200}
      {...props}
    />
  )
}
