/** Before a row of a list goes: the focus moves into the next one, or the one before, or onto the dialog itself. */
export function focusNeighbour(row: HTMLElement | null): void {
  const other = row?.nextElementSibling ?? row?.previousElementSibling
  const next = other ? other.querySelector('button') : row?.closest<HTMLElement>('[role=dialog]')
  next?.focus()
}
