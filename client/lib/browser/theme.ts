import { useSyncExternalStore } from 'react'
import { storedWord } from './storage.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const storedChoice = storedWord<Theme>('theme', THEMES)
const listeners = new Set<() => void>()
let chosen: Theme = storedChoice.read() ?? 'system'

/** Shows the chosen theme, and follows the system's as long as nothing else was chosen. */
export function startTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', applyTheme)
  applyTheme()
}

export function chooseTheme(theme: Theme): void {
  chosen = theme
  storedChoice.write(theme === 'system' ? undefined : theme)
  applyTheme()
  for (const listener of listeners) listener()
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => chosen,
    () => 'system',
  )
}

function applyTheme(): void {
  const dark = chosen === 'dark' || (chosen === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', dark ? '#17120e' : '#fbf7f2')
}
