import type { Endpoint, Sent } from '#shared/contracts/base/endpoint.ts'
import { fetchFile } from './api.ts'

/** Downloads the file that an endpoint returns. Throws a RequestError or NoAnswerError. */
export async function downloadFile<E extends Endpoint>(endpoint: E, sent: Sent<E> = {}): Promise<void> {
  saveFile(await fetchFile(endpoint, sent))
}

/** Saves a file through the browser's downloads. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = file.name
  link.click()
  // Some browsers read the file only after the click event.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/**
 * Lets the browser download from an address of the server, which may be larger than memory. The server must send it as
 * an attachment. A failure is shown by the browser alone.
 */
export function downloadFrom(address: string): void {
  const link = document.createElement('a')
  link.href = address
  // Without it, an error response would replace the page.
  link.download = ''
  link.click()
}
