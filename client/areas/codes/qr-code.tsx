import { QUIET_MODULES, qrOf } from './qr.ts'

interface QrCodeProps {
  address: string
  label: string
  /** In pixels. The surrounding element must provide the quiet zone. */
  size: number
}

/** A QR code on the screen, dark in both themes. */
export function QrCode({ address, label, size }: QrCodeProps) {
  const { side, path } = qrOf(address)
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="block fill-code"
    >
      <path d={path} />
    </svg>
  )
}

/** A QR code for print, with its quiet zone. @param width the width of the code itself, in millimetres */
export function PrintedCode({ address, width }: { address: string; width: number }) {
  const { side, path } = qrOf(address)
  const fullSide = side + 2 * QUIET_MODULES
  return (
    <svg
      aria-hidden="true"
      viewBox={`${-QUIET_MODULES} ${-QUIET_MODULES} ${fullSide} ${fullSide}`}
      shapeRendering="crispEdges"
      style={{ width: `${(width * fullSide) / side}mm` }}
      className="printed-code"
    >
      <path d={path} />
    </svg>
  )
}
