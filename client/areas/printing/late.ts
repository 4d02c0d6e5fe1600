import { lazyPart } from '../../lib/loading/lazy-part.tsx'

// Not in the front door: a front door with code of its own loads all that it passes on.
/** The button of the printers on the network, to be rendered once the page is idle: orders come first. */
export const NetworkPrinters = lazyPart(() => import('./network-printers.tsx'))
export const FiscalSteps = lazyPart(
  async () => ({ default: (await import('./fiscal/steps.tsx')).FiscalSteps }),
  'fiscal',
)
export const UnconnectedNotice = lazyPart(
  async () => ({ default: (await import('./fiscal/steps.tsx')).UnconnectedNotice }),
  'fiscal',
)
export const PrinterSettings = lazyPart(() => import('./printer-settings.tsx'))
