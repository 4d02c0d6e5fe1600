/** Codes that phones scan, and the addresses that they lead to. */
export { localHostOf, useAddresses } from './addresses.ts'
export { LocalWarning } from './local-warning.tsx'
export { QUIET_MODULES, qrOf } from './qr.ts'
export { PrintedCode, QrCode } from './qr-code.tsx'
