import type { ComponentProps } from 'react'
import { useSettings } from '../../../entities/settings/index.ts'
import { useUser, wasSignedIn } from '../../../features/accounts/index.ts'
import { TableDialog } from '../../../features/tables/index.ts'

type ChooseTableProps = Omit<ComponentProps<typeof TableDialog>, 'mustScan'>

/** Chooses a table by hand; while tables need the key of their code, only an owner can (docs/product.md#tables-keys). */
export default function ChooseTable(props: ChooseTableProps) {
  const { tableKeysRequired } = useSettings()
  if (!tableKeysRequired) return <TableDialog {...props} />
  return wasSignedIn() ? <AsUser {...props} /> : <TableDialog {...props} mustScan />
}

function AsUser(props: ChooseTableProps) {
  const { data: user, isPending } = useUser()
  return <TableDialog {...props} open={props.open && !isPending} mustScan={!user?.isOwner} />
}
