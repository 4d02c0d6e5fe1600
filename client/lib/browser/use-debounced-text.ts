import { useEffect, useState } from 'react'

const TYPING_PAUSE_MS = 300

/** The typed text, trimmed, as of the last pause in typing. */
export function useDebouncedText(typed: string): string {
  const text = typed.trim()
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
