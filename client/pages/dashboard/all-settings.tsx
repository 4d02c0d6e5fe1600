import { useForgetUser, useUser } from '../../features/accounts/index.ts'
import { SettingsDialog, type SettingsTab } from '../../features/settings/index.ts'
import { UserSettings } from '../../features/users/index.ts'

interface AllSettingsProps {
  firstTab: SettingsTab
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The settings, and the people who sign in. */
export default function AllSettings(props: AllSettingsProps) {
  const { data: me } = useUser()
  return <SettingsDialog {...props} users={<UserSettings me={me?.id} onSignedOut={useForgetUser()} />} />
}
