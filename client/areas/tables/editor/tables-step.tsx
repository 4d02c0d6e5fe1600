import { useRef } from 'react'
import { AddTableForm } from './table-form.tsx'
import { tableList } from './table-requests.ts'

/** The form that adds tables, without their list. */
export default function TablesStep({ onAdd }: { onAdd: () => void }) {
  const { data: tables } = tableList.use()
  const number = useRef<HTMLInputElement>(null)
  return tables && <AddTableForm tables={tables} numberRef={number} onAdd={onAdd} />
}
