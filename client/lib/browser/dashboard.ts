import { useEffect, useEffectEvent } from 'react'
import { useLocation, useSearch } from 'wouter'
import { navigate, useLocationProperty } from 'wouter/use-browser-location'
import { useIsWide } from './environment.ts'
import { createValue } from './storage.ts'

/** The dashboard's tabs, in their order; `list` in the address is the part of a tab that is shown. */
export const TABS = ['orders', 'customers', 'menu', 'tables', 'events', 'promotions'] as const
export type Tab = (typeof TABS)[number]
/** The views that replace the tabs, by the value of `view` in the address. */
export type View = 'reports' | 'day-end' | 'before-service' | 'reservations'

export const SETTINGS_TABS = [
  'users',
  'language',
  'currency',
  'whatsapp',
  'restaurant',
  'hours',
  'reservations',
  'payments',
  'fiscal',
  'printers',
  'data',
] as const
export type SettingsTab = (typeof SETTINGS_TABS)[number]

/** The width of the panel beside the page, as `--side-panel`. */
const PANEL_REM = 26

/** Whether the panel is open that takes a part of the window from the page. */
export const sidePanel = createValue(false)

/** Whether the page beside the panel is so wide, in rem. Where styles suffice, use the container `page`. */
export function useIsPageWide(from = 48): boolean {
  const isBeside = sidePanel.use()
  return useIsWide(`${from + (isBeside ? PANEL_REM : 0)}rem`)
}

/** A choice among `words` in the page's query string, by default the first. Another one renders nothing again. */
export function useAddressChoice<Word extends string>(
  name: string,
  words: readonly [Word, ...Word[]],
): [Word, (word: Word) => void] {
  const value = useLocationProperty(() => new URLSearchParams(location.search).get(name))
  const choose = (word: Word) => {
    const next = new URLSearchParams(location.search)
    next.set(name, word)
    navigate(`${location.pathname}?${next}`, { replace: true })
  }
  return [words.find((word) => word === value) ?? words[0], choose]
}

/** The address with these of its parts, and with a view. */
export function urlWith(kept: readonly string[], view?: View): string {
  const next = new URLSearchParams([...new URLSearchParams(location.search)].filter(([name]) => kept.includes(name)))
  if (view) next.set('view', view)
  return next.size > 0 ? `${location.pathname}?${next}` : location.pathname
}

/** The tab of the dashboard and its list, and the table that the floor shows. */
const BESIDE_VIEW = ['tab', 'list', 'table']

/** Shows a view, which leads back to what was shown beside it. */
export const openView = (view: View): void => navigate(urlWith(BESIDE_VIEW, view))

/** The address of the page without the view. */
export const useUrlWithoutView = (): string => useLocationProperty(() => urlWith(BESIDE_VIEW))

/** Opens the dialog that the address asks for by `open=…`, and takes that from it: a reload does not open it again. */
export function useOpenByAddress(dialogs: Record<string, () => void>): void {
  const wanted = new URLSearchParams(useSearch()).get('open') ?? ''
  const [path, navigate] = useLocation()
  const open = useEffectEvent(() => {
    const dialog = Object.hasOwn(dialogs, wanted) ? dialogs[wanted] : undefined
    if (!dialog) return
    const rest = new URLSearchParams(location.search)
    rest.delete('open')
    navigate(`${path}?${rest}`, { replace: true })
    dialog()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each value.
  useEffect(() => open(), [wanted])
}
