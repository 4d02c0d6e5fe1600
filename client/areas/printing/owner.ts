import { lazyPart } from '../../lib/loading/lazy-part.tsx'

/* What owners alone load: setting printers up, and the line above the board. */
export const PrinterSettings = lazyPart(() => import('./printer-settings.tsx'))
export { usePrinterNotice } from './printer-state.tsx'
