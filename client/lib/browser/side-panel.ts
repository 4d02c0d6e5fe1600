import { createValue } from './create-value.ts'
import { useIsWide } from './is-wide.ts'

/** The width of the panel beside the page, as `--side-panel`. */
const PANEL_REM = 26

/** Whether the panel is open that takes a part of the window from the page. */
export const sidePanel = createValue(false)

/** Whether the page beside the panel is so wide, in rem. Where styles suffice, use the container `page`. */
export function useIsPageWide(from = 48): boolean {
  const isBeside = sidePanel.use()
  return useIsWide(`${from + (isBeside ? PANEL_REM : 0)}rem`)
}
