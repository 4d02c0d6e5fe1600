export { CodeFiles } from './code-files.tsx'
export { CODES_PER_PAGE, PrintCodesButton } from './printed-codes.tsx'
export {
  AddressForm,
  LocalWarning,
  localHostOf,
  QrCode,
  qrOf,
  useAddresses,
} from './qr-code.tsx'
