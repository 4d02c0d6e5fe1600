import { ProgramSettings, UserSettings, useForgetUser, useUser } from '../../areas/accounts/index.ts'
import { BackupSettings } from '../../areas/backups/index.ts'
import { Journal } from '../../areas/journal/index.ts'
import { PrinterSettings } from '../../areas/printing/index.ts'
import { SettingsDialog } from '../../areas/settings/index.ts'
import type { Dialogs } from '../../lib/dialogs/open-dialog.ts'
import { Part } from '../../ui/index.ts'

interface AllSettingsProps {
  firstTab: Dialogs['settings']
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The settings dialog with the parts of other features: users, their journal, and the backups. */
export default function AllSettings(props: AllSettingsProps) {
  const { data: me } = useUser()
  const users = (
    <>
      <UserSettings me={me?.id} onSignedOut={useForgetUser()} />
      <ProgramSettings />
      <Part>
        <Journal />
      </Part>
    </>
  )
  const backups = (
    <Part>
      <BackupSettings />
    </Part>
  )
  const printers = (
    <Part>
      <PrinterSettings />
    </Part>
  )
  return <SettingsDialog {...props} users={users} printers={printers} backups={backups} />
}
