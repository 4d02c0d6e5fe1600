import type { KeyboardEvent, MouseEvent } from 'react'

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
 * component of the library for each button. `RowMenu` and `RowSelect` open at a tapped button.
 */
export function rowTaps<Name extends string>(onTap: (tap: RowTap<Name>) => void) {
  const find = (event: MouseEvent | KeyboardEvent) => {
    const button = (event.target as Element).closest<HTMLElement>('[data-tap]')
    const row = button?.closest<HTMLElement>('[data-row]')
    if (!button || !row) return
    onTap({ name: button.dataset.tap as Name, id: Number(row.dataset.row), button, byKeyboard: event.detail === 0 })
  }
  return {
    onClick: find as (event: MouseEvent) => void,
    onKeyDown(event: KeyboardEvent) {
      const isArrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
      if (!isArrow || !(event.target as Element).matches(OPENS_LIST)) return
      event.preventDefault()
      find(event)
    },
  }
}
