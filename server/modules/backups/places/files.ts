/** What a killed backup leaves begins so. */
export const TEMPORARY = '.new-'

export const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/** For `catch`: the value if there is no such file. */
export function orWithout<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (codeOf(error) === 'ENOENT') return value
    throw error
  }
}
