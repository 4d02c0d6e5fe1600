import { useEffect, useState } from 'react'

const TYPING_PAUSE_MS = 300

/** The typed text, trimmed, as of the last pause in typing. */
export function useDebouncedText(input: string): string {
  const text = input.trim()
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
