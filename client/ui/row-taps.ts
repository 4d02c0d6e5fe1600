import { type KeyboardEvent, type MouseEvent, useState } from 'react'

/** A tap on a button of a row. */
export interface RowTap<Name extends string = string> {
  /** What the button is for: its `data-tap`. */
  name: Name
  /** That of the row's entry: its `data-row`. */
  id: number
  button: HTMLElement
  byKeyboard: boolean
}

/** What opens a list of actions or of values by an arrow key, too. */
const OPENS_LIST = '[aria-haspopup=menu],[aria-haspopup=listbox]'

/**
 * The handlers of a long list, for all buttons of its rows: a row then renders elements alone, without a function or a
 * component of the library for each button. A `RowMenu` or `RowSelect` opens at the button in `opened`.
 * @param onTap called for every other button
 */
export function useRowTaps<Name extends string>(onTap: (tap: RowTap<Name>) => unknown) {
  const [opened, setOpened] = useState<RowTap<Name>>()
  const take = (event: MouseEvent | KeyboardEvent) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-tap]')
    const row = button?.closest<HTMLElement>('[data-row]')
    if (!button || !row) return
    const name = button.dataset.tap as Name
    const tap = { name, id: Number(row.dataset.row), button, byKeyboard: event.detail === 0 }
    if (!button.matches(OPENS_LIST)) onTap(tap)
    // A second tap closes the list.
    else setOpened(opened?.button === button ? undefined : tap)
  }
  const taps = {
    onClick: take as (event: MouseEvent) => void,
    onKeyDown(event: KeyboardEvent) {
      const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
      if (!isArrow || !(event.target as Element).matches(OPENS_LIST)) return
      event.preventDefault()
      take(event)
    },
  }
  return { taps, opened, close: () => setOpened(undefined) }
}
