/** How far the server's clock is ahead of this device's, in milliseconds. */
let aheadMs = 0

/** Sets the server's time from the `Date` header of a response that was just received. */
export function setServerTime(date: string | null): void {
  const serverMs = Date.parse(date ?? '')
  if (!Number.isNaN(serverMs)) aheadMs = serverMs - Date.now()
}

/** The server's time in ms since 1970: a tablet's may be wrong (docs/product/everywhere.md#everywhere-server-clock). */
export function serverNow(): number {
  return Date.now() + aheadMs
}

export const serverDate = (): Date => new Date(serverNow())
