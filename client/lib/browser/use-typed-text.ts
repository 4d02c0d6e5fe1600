import { useEffect, useState } from 'react'

const TYPING_PAUSE_MS = 300

/** What was typed, trimmed, once the typing pauses. */
export function useTypedText(typed: string): string {
  const text = typed.trim()
  const [later, setLater] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setLater(text), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return later
}
