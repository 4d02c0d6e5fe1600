import { lazyPart } from '../../lib/loading/lazy-part.tsx'

/** The button of the printers on the network, to be rendered once the page is idle: orders come first. */
export const NetworkPrinters = lazyPart(() => import('./network-printers.tsx'))
