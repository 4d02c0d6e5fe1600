export { LocalWarning, localHostOf, useAddresses } from './local-warning.tsx'
export { PrintedCode, QrCode, QUIET_MODULES, qrOf } from './qr-code.tsx'
