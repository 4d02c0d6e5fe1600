/** Printing an order's documents, on request or automatically, and the state of this device's printer. */
export { PrintByItself } from './print-by-itself.tsx'
export { PrintMenu } from './print-menu.tsx'
export { PrintedLine } from './printed-line.tsx'
export { PrinterButton } from './printer-button.tsx'
export { usePrinterStatus } from './printer-status.ts'
export { useTestPage } from './test-page.ts'
