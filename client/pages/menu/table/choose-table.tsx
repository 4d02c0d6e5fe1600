import type { ComponentProps } from 'react'
import { useSettings } from '../../../entities/settings/index.ts'
import { useUser, wasSignedIn } from '../../../features/accounts/index.ts'
import { TableDialog } from '../../../features/tables/index.ts'

type ChooseTableProps = Omit<ComponentProps<typeof TableDialog>, 'mustScan'>

/** The table dialog. While tables need the key of their code, only owners can choose (docs/product/tables.md#tables-keys). */
export default function ChooseTable(props: ChooseTableProps) {
  const { tableKeysRequired } = useSettings()
  if (!tableKeysRequired) return <TableDialog {...props} />
  return wasSignedIn() ? <ChooseTableAsUser {...props} /> : <TableDialog {...props} mustScan />
}

function ChooseTableAsUser(props: ChooseTableProps) {
  const { data: user, isPending } = useUser()
  return <TableDialog {...props} open={props.open && !isPending} mustScan={!user?.isOwner} />
}
