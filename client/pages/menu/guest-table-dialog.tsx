import type { ComponentProps } from 'react'
import { mayUse } from '#shared/domain/access.ts'
import { useUser } from '../../areas/accounts/index.ts'
import { TableDialog } from '../../areas/tables/index.ts'
import { wasSignedIn } from '../../lib/browser/storage.ts'
import { useSettings } from '../../lib/settings/settings.ts'

type GuestTableDialogProps = Omit<ComponentProps<typeof TableDialog>, 'mustScan'>

/** The table dialog; with keys, only owners and the floor can choose (docs/product/tables.md#tables-keys). */
export default function GuestTableDialog(props: GuestTableDialogProps) {
  const { tableKeysRequired } = useSettings()
  if (!tableKeysRequired) return <TableDialog {...props} />
  return wasSignedIn() ? <SignedInTableDialog {...props} /> : <TableDialog {...props} mustScan />
}

function SignedInTableDialog(props: GuestTableDialogProps) {
  const { data: user, isPending } = useUser()
  return <TableDialog {...props} open={props.open && !isPending} mustScan={!mayUse('floor', user ?? null)} />
}
