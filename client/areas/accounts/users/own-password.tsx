import { useEffect, useMemo, useRef, useState } from 'react'
import { RequestError } from '../../../lib/api/request-error.ts'
import { PasswordInput, TextField, useTranslation } from '../../../ui/index.ts'

/** Whether the server rejected a request because it requires the owner's own password. */
export function requiresOwnPassword(error: Error): boolean {
  return error instanceof RequestError && error.code === 'wrong_password'
}

export interface OwnPassword {
  /** How often the server rejected a missing or wrong password; the field is shown after the first time. */
  rejections: number
  typed: string
  type(password: string): void
  /** The password to send with the request; undefined until the server has required it. */
  sent: string | undefined
  recordError(error: Error): void
  forget(): void
}

/** State of the owner's own password, which the server may require before it changes a user. */
export function useOwnPassword(): OwnPassword {
  const [rejections, setRejections] = useState(0)
  const [typed, setTyped] = useState('')
  return useMemo(
    () => ({
      rejections,
      typed,
      type: setTyped,
      sent: typed || undefined,
      recordError(error: Error) {
        if (requiresOwnPassword(error)) setRejections((count) => count + 1)
      },
      forget() {
        setRejections(0)
        setTyped('')
      },
    }),
    [rejections, typed],
  )
}

interface OwnPasswordFieldProps {
  own: OwnPassword
  className?: string
  /** Called on Enter if the field is not in a form. */
  onEnter?: () => void
}

/** The field for the owner's own password: rendered after the first rejection, and focused after each. */
export function OwnPasswordField({ own, className, onEnter }: OwnPasswordFieldProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const { rejections } = own
  useEffect(() => {
    if (rejections === 0) return
    field.current?.focus()
    field.current?.select()
  }, [rejections])
  if (rejections === 0) return null
  return (
    <TextField
      as={PasswordInput}
      label={t('users.ownPassword')}
      hint={t('users.ownPasswordHint')}
      error={rejections > 1 ? t('users.ownPasswordWrong') : undefined}
      fieldClass={className}
      ref={field}
      value={own.typed}
      onChange={({ target }) => own.type(target.value)}
      onKeyDown={({ key, nativeEvent }) => {
        if (key === 'Enter' && !nativeEvent.isComposing) onEnter?.()
      }}
      autoComplete="current-password"
      maxLength={200}
    />
  )
}
