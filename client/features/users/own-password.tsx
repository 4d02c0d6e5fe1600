import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../lib/api/request-error.ts'
import { Field } from '../../ui/inputs/field.tsx'
import { PasswordInput } from '../../ui/inputs/password-input.tsx'

/** Whether the server refused a call because it requires the owner's own password. */
export function wantsPassword(error: Error): boolean {
  return error instanceof RequestError && error.code === 'wrong_password'
}

export interface OwnPassword {
  /** Number of refusals for a missing or wrong password; the field is shown after the first. */
  refusals: number
  typed: string
  type(password: string): void
  /** The password to send with the call; undefined until the server has required it. */
  sent: string | undefined
  /** Call this with each error of the call. */
  refused(error: Error): void
  forget(): void
}

/** State of the owner's own password, which the server may require before it changes a user. */
export function useOwnPassword(): OwnPassword {
  const [refusals, setRefusals] = useState(0)
  const [typed, setTyped] = useState('')
  return useMemo(
    () => ({
      refusals,
      typed,
      type: setTyped,
      sent: typed || undefined,
      refused(error: Error) {
        if (wantsPassword(error)) setRefusals((count) => count + 1)
      },
      forget() {
        setRefusals(0)
        setTyped('')
      },
    }),
    [refusals, typed],
  )
}

interface OwnPasswordFieldProps {
  own: OwnPassword
  className?: string
  /** Called on Enter if the field is not in a form. */
  onEnter?: () => void
}

/** The field for the owner's own password: rendered after the first refusal, and focused after each. */
export function OwnPasswordField({ own, className, onEnter }: OwnPasswordFieldProps) {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const { refusals } = own
  useEffect(() => {
    if (refusals === 0) return
    field.current?.focus()
    field.current?.select()
  }, [refusals])
  if (refusals === 0) return null
  return (
    <Field
      label={t('users.ownPassword')}
      hint={t('users.ownPasswordHint')}
      error={refusals > 1 ? t('users.ownPasswordWrong') : undefined}
      className={className}
    >
      {(control) => (
        <PasswordInput
          {...control}
          ref={field}
          value={own.typed}
          onChange={({ target }) => own.type(target.value)}
          onKeyDown={({ key, nativeEvent }) => {
            if (key === 'Enter' && !nativeEvent.isComposing) onEnter?.()
          }}
          autoComplete="current-password"
          maxLength={200}
        />
      )}
    </Field>
  )
}
