import { create } from 'zustand'

/** A value outside of React, such as what a dialog is open for: it outlasts the component that sets it. */
export function createValue<Value>(initial: Value) {
  const store = create<{ value: Value }>(() => ({ value: initial }))
  function use(): Value
  function use<Selected>(select: (value: Value) => Selected): Selected
  function use<Selected>(select?: (value: Value) => Selected): Value | Selected {
    return store(({ value }) => (select ? select(value) : value))
  }
  return {
    /** The value, or what is selected of it, in a component: it is rendered again when that changes. */
    use,
    get: () => store.getState().value,
    set: (value: Value) => store.setState({ value }),
  }
}
