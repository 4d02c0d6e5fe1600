import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Backup } from '#shared/contracts/backups.ts'
import { Field } from '../../ui/inputs/field.tsx'
import { PasswordInput } from '../../ui/inputs/password-input.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Button } from '../../ui/parts/button.tsx'
import { isWrongPassword, useDownloadBackup } from './backup-calls.ts'

interface DownloadDialogProps {
  backup: Backup
  /** The moment of the backup and the size of its file, as text. */
  moment: string
  size: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks for the owner's password before a backup is downloaded: the file contains everything. */
export function DownloadDialog({ backup, moment, size, open, onOpenChange }: DownloadDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('backups.downloadTitle', { moment })}
      description={t('backups.downloadDescription', { size })}
    >
      <PasswordForm backup={backup} onStarted={() => onOpenChange(false)} />
    </Dialog>
  )
}

function PasswordForm({ backup, onStarted }: { backup: Backup; onStarted: () => void }) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { mutate, isPending, error } = useDownloadBackup(backup, onStarted)
  const isWrong = !isPending && isWrongPassword(error)
  useEffect(() => {
    if (!isWrong) return
    field.current?.focus()
    field.current?.select()
  }, [isWrong])
  const problem = isMissing ? t('validation.passwordRequired') : isWrong ? t('users.ownPasswordWrong') : undefined
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setIsMissing(password === '')
        if (password === '') field.current?.focus()
        else mutate(password)
      }}
    >
      <Field label={t('users.ownPassword')} error={problem}>
        {(control) => (
          <PasswordInput
            {...control}
            ref={field}
            value={password}
            onChange={({ target }) => {
              setPassword(target.value)
              setIsMissing(false)
            }}
            autoComplete="current-password"
            maxLength={200}
          />
        )}
      </Field>
      <Button type="submit" pending={isPending} className="mt-1 w-full">
        {t('backups.download')}
      </Button>
    </form>
  )
}
