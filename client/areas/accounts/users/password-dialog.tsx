import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { type ListedUser, newPasswordSchema } from '#shared/contracts/accounts.ts'
import { useFieldError } from '../../../lib/changes/field-error.ts'
import { Field } from '../../../ui/inputs/field.tsx'
import { PasswordInput } from '../../../ui/inputs/password-input.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { useStayOpen } from '../../../ui/overlays/stay-open.ts'
import { Button } from '../../../ui/parts/button.tsx'
import { OwnPasswordField, useOwnPassword } from './own-password.tsx'
import { useResetPassword } from './user-calls.ts'

interface PasswordDialogProps {
  user: ListedUser
  isMe: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The dialog to set a new password for a user, or for oneself. */
export function PasswordDialog({ user, isMe, open, onOpenChange }: PasswordDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('users.passwordTitle', { username: user.username })}
      description={t(isMe ? 'users.passwordMeDescription' : 'users.passwordDescription')}
    >
      <PasswordForm user={user} onSet={() => onOpenChange(false)} />
    </Dialog>
  )
}

function PasswordForm({ user, onSet }: { user: ListedUser; onSet: () => void }) {
  const { t } = useTranslation()
  const fieldError = useFieldError()
  const { mutate, isPending } = useResetPassword(user)
  const form = useForm({ resolver: zodResolver(newPasswordSchema), defaultValues: { password: '' } })
  useStayOpen(form.formState.isDirty)
  const own = useOwnPassword()
  const submit = form.handleSubmit(({ password }) =>
    mutate({ password, currentPassword: own.sent }, { onSuccess: onSet, onError: own.recordError }),
  )
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <Field
        label={t('users.newPassword')}
        error={fieldError(form.formState.errors.password)}
        hint={t('auth.passwordHint')}
      >
        {(control) => (
          <PasswordInput {...control} {...form.register('password')} autoComplete="new-password" maxLength={200} />
        )}
      </Field>
      <OwnPasswordField own={own} />
      <Button type="submit" pending={isPending} className="mt-1 w-full">
        {t('users.setPassword')}
      </Button>
    </form>
  )
}
