import type { Endpoint, Sent } from '#shared/contracts/endpoint.ts'
import { fetchFile } from './api.ts'

/** Saves the file that a call answers, as the browser saves downloads. Throws RequestError or NoAnswerError. */
export async function downloadFile<E extends Endpoint>(endpoint: E, sent: Sent<E> = {}): Promise<void> {
  saveFile(await fetchFile(endpoint, sent))
}

/** Saves a file as the browser saves downloads. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = file.name
  link.click()
  // Some browsers begin to read the file only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
