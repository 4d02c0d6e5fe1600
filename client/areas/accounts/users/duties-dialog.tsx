import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListedUser } from '#shared/contracts/accounts.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { Button } from '../../../ui/parts/button.tsx'
import { DutySwitches } from './duty-switches.tsx'
import { OwnPasswordField, useOwnPassword } from './own-password.tsx'
import { useChangeDuties } from './user-calls.ts'

interface DutiesDialogProps {
  user: ListedUser
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The dialog to give duties to staff, or to take them. */
export function DutiesDialog({ user, open, onOpenChange }: DutiesDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('users.dutiesTitle', { username: user.username })}
      description={t('users.dutiesDescription')}
    >
      <DutiesForm user={user} onSaved={() => onOpenChange(false)} />
    </Dialog>
  )
}

function DutiesForm({ user, onSaved }: { user: ListedUser; onSaved: () => void }) {
  const { t } = useTranslation()
  const { mutate, isPending } = useChangeDuties(user)
  const [duties, setDuties] = useState(user.duties)
  const own = useOwnPassword()
  const save = (event: FormEvent) => {
    event.preventDefault()
    mutate({ duties, currentPassword: own.sent }, { onSuccess: onSaved, onError: own.recordError })
  }
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={save}>
      <DutySwitches value={duties} onChange={setDuties} isTitled />
      <OwnPasswordField own={own} />
      <Button type="submit" pending={isPending} className="mt-1 w-full">
        {t('users.saveDuties')}
      </Button>
    </form>
  )
}
