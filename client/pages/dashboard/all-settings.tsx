import { Suspense } from 'react'
import { useForgetUser, useUser } from '../../features/accounts/index.ts'
import { Journal } from '../../features/journal/index.ts'
import { SettingsDialog, type SettingsTab } from '../../features/settings/index.ts'
import { UserSettings } from '../../features/users/index.ts'

interface AllSettingsProps {
  firstTab: SettingsTab
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The settings dialog with its tab of users and their journal. */
export default function AllSettings(props: AllSettingsProps) {
  const { data: me } = useUser()
  const users = (
    <>
      <UserSettings me={me?.id} onSignedOut={useForgetUser()} />
      <Suspense fallback={null}>
        <Journal />
      </Suspense>
    </>
  )
  return <SettingsDialog {...props} users={users} />
}
