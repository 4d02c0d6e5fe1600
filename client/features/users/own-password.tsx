import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../lib/api/request-error.ts'
import { Field } from '../../ui/inputs/field.tsx'
import { PasswordInput } from '../../ui/inputs/password-input.tsx'

/** Whether a call was refused because the server wants the owner's own password with it. */
export function wantsPassword(error: Error): boolean {
  return error instanceof RequestError && error.code === 'wrong_password'
}

export interface OwnPassword {
  /** How often the server has refused for want of the right password: the field is shown from the first refusal on. */
  refusals: number
  typed: string
  type(password: string): void
  /** The password to send with the call; undefined until the server has asked for it. */
  sent: string | undefined
  /** Call this with each failure of the call. */
  refused(error: Error): void
  forget(): void
}

/** An owner's own password for changes of users: asked for only where the server wants it. */
export function useOwnPassword(): OwnPassword {
  const [refusals, setRefusals] = useState(0)
  const [typed, type] = useState('')
  return useMemo(
    () => ({
      refusals,
      typed,
      type,
      sent: typed || undefined,
      refused(error: Error) {
        if (wantsPassword(error)) setRefusals((before) => before + 1)
      },
      forget() {
        setRefusals(0)
        type('')
      },
    }),
    [refusals, typed],
  )
}

interface OwnPasswordFieldProps {
  own: OwnPassword
  className?: string
  /** Called at Enter in a field that is in no form. */
  onEnter?: () => void
}

/** The field for it, with the focus whenever the server has asked; nothing before. */
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
